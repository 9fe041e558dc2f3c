use std::{collections::HashMap, sync::Arc};

use ferramenta_protocol::{Overlap, ResourceDefinition, ResourceUri, UriTemplate, UriValue};
use serde_json::{Map, Value};

use crate::{
    Place,
    build_error::{BuildError, BuildErrorCode},
    complete,
    component::{Callable, Common, Component, Surroundings},
    contract::Guarantee,
};

/// A resource, or a template of resources, as it is read.
pub(crate) struct Resource {
    pub(crate) component: Component,
    pub(crate) definition: ResourceDefinition,
    pub(crate) template: UriTemplate,
    /// What lists the resources of a template.
    pub(crate) lister: Option<Box<dyn Callable>>,
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

    /// Whether some are listed on demand.
    pub(super) fn list_any(&self) -> bool {
        self.templates
            .iter()
            .any(|resource| resource.lister.is_some())
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

/// The values of a URI's variables, as a handler's arguments.
pub(crate) fn arguments<N: Into<String>>(variables: Vec<(N, UriValue)>) -> Map<String, Value> {
    let arguments = variables.into_iter().map(|(name, value)| {
        let value = match value {
            UriValue::Text(text) => Value::String(text),
            UriValue::List(list) => list.into(),
        };
        (name.into(), value)
    });
    arguments.collect()
}

/// What lists the resources of a template, and whether it takes what comes with HTTP alone.
pub(super) fn lister(
    setup: Option<complete::Setup>,
    common: &Common,
    template: &UriTemplate,
    surroundings: &mut Surroundings<'_>,
) -> (Option<Box<dyn Callable>>, bool) {
    let Some(setup) = setup else {
        return (None, false);
    };
    if template.exact().is_some() {
        surroundings.errors.push(BuildError::new(
            BuildErrorCode::InvalidUri,
            common.place,
            format!(
                "resource `{}`: a function lists it, and it is at one URI",
                common.name
            ),
            "drop `list`: the resource is listed anyway; or put variables into the URI, such as `{name}`",
        ));
        return (None, false);
    }
    let pool = surroundings.pool.clone();
    let max_result = surroundings.max_result;
    let mut binder = surroundings
        .binder(&common.name, common.place)
        .for_listing();
    let callable = setup(&mut binder, &pool, max_result);
    (callable, binder.is_for_http_alone())
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
