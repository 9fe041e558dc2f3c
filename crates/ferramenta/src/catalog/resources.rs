use std::{collections::HashMap, sync::Arc};

use ferramenta_protocol::{Overlap, ResourceDefinition, ResourceUri, UriTemplate, UriValue};
use serde_json::{Map, Value};

use crate::{
    Place,
    build_error::{BuildError, BuildErrorCode},
    component::Component,
    contract::Guarantee,
};

/// A resource, or a template of resources, as it is read.
pub(crate) struct Resource {
    pub(crate) component: Component,
    pub(crate) definition: ResourceDefinition,
    pub(crate) template: UriTemplate,
    /// What the decoder of the arguments enforces by itself.
    pub(crate) guarantee: Guarantee,
    /// Where the handler runs, in words.
    pub(crate) runs: &'static str,
    /// Where it was declared.
    pub(super) place: Place,
}

impl AsRef<Component> for Resource {
    fn as_ref(&self) -> &Component {
        &self.component
    }
}

/// The resources of a server: those at one URI, and those at the URIs of a template.
pub(super) struct Resources {
    pub(super) exact: Vec<Arc<Resource>>,
    pub(super) templates: Vec<Arc<Resource>>,
    /// By the URI after normalisation.
    by_uri: HashMap<String, usize>,
    /// The templates, the narrower ones first.
    by_specificity: Vec<usize>,
}

impl Resources {
    pub(super) fn new(all: Vec<Arc<Resource>>) -> Self {
        let (exact, templates): (Vec<_>, Vec<_>) = all
            .into_iter()
            .partition(|resource| resource.template.exact().is_some());
        let uris = exact
            .iter()
            .filter_map(|resource| resource.template.exact());
        let by_uri = uris.zip(0..).collect();
        let mut by_specificity: Vec<usize> = (0..templates.len()).collect();
        by_specificity
            .sort_by_key(|&index| std::cmp::Reverse(templates[index].template.specificity()));
        Self {
            exact,
            templates,
            by_uri,
            by_specificity,
        }
    }

    pub(super) fn all(&self) -> impl Iterator<Item = &Arc<Resource>> {
        self.exact.iter().chain(&self.templates)
    }

    pub(super) fn complete_any(&self) -> bool {
        self.all()
            .any(|resource| resource.component.completers.complete_any())
    }

    /// The resources that are at a URI, the narrowest first, each with the arguments that the URI stands for.
    pub(super) fn at<'a>(
        &'a self,
        uri: &'a ResourceUri,
    ) -> impl Iterator<Item = (&'a Resource, Map<String, Value>)> {
        let exact = self.by_uri.get(&uri.canonical());
        let exact = exact.map(|&index| (&*self.exact[index], Map::new()));
        let templates = self.by_specificity.iter().filter_map(move |&index| {
            let resource = &*self.templates[index];
            let variables = resource.template.matches_uri(uri)?;
            Some((resource, arguments(variables)))
        });
        exact.into_iter().chain(templates)
    }
}

fn arguments(variables: Vec<(&str, UriValue)>) -> Map<String, Value> {
    let arguments = variables.into_iter().map(|(name, value)| {
        let value = match value {
            UriValue::Text(text) => Value::String(text),
            UriValue::List(list) => list.into(),
        };
        (name.to_owned(), value)
    });
    arguments.collect()
}

/// Notes resources that can't be told apart by their URIs.
pub(super) fn check_overlaps(resources: &[Arc<Resource>], errors: &mut Vec<BuildError>) {
    for (index, resource) in resources.iter().enumerate() {
        let same = |other: &&Arc<Resource>| {
            resource.template.overlap(&other.template) == Overlap::Ambiguous
        };
        if let Some(first) = resources[..index].iter().find(same) {
            let (name, other) = (&resource.component.name, &first.component.name);
            errors.push(BuildError::new(
                BuildErrorCode::AmbiguousUri,
                resource.place,
                format!("resource `{name}`: a URI can be of `{other}` as well"),
                "give them different beginnings, so that each URI is of one of them",
            ));
        }
    }
}
