//! The frozen registry: tools found by name, and everything that is the same for each client written
//! ahead as bytes.

mod build;
mod caching;
mod changes;
#[cfg(feature = "contract")]
mod contract;
mod extensions;
mod kinds;
mod live;
mod render;
mod resources;
mod workshop;

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use ferramenta_protocol::{PromptDefinition, ResourceUri, ToolDefinition, Version};
use serde_json::{Map, Value};

pub use self::changes::{
    PromptChanges, PromptRegistry, ResourceChanges, ResourceRegistry, ToolChanges, ToolRegistry,
};
pub(crate) use self::{
    build::{Built, Declaration, build},
    changes::Handle,
    live::Live,
    resources::{Resource, arguments},
};
use self::{render::Face, resources::Resources};
use crate::{
    access::Rules,
    build_error::{BuildError, BuildErrorCode},
    component::Component,
    contract::{Guarantee, Headers},
    extension::Extensions,
    response::{Shape, Tail},
    subscribe::{Changing, Listed},
};

/// What a server offers. Immutable.
pub(crate) struct Catalog {
    pub(crate) name: Arc<str>,
    tools: Named<Tool>,
    prompts: Named<Prompt>,
    resources: Resources,
    extensions: Arc<Extensions>,
    /// What every caller has to pass.
    pub(crate) guards: Arc<Rules>,
    has_rules: bool,
    changing: Changing,
    /// Whether handlers log for clients.
    client_logging: bool,
    page_size: Option<usize>,
    /// Whether arguments are completed, or can be.
    completes: bool,
    rendered: [Rendered; Version::ALL.len()],
}

/// A tool as it is called.
pub(crate) struct Tool {
    pub(crate) component: Component,
    pub(crate) definition: ToolDefinition,
    /// How a structured value is sent, where the schema of one is published.
    pub(crate) shape: Option<Shape>,
    pub(crate) headers: Headers,
    /// What the decoder of the arguments enforces by itself.
    pub(crate) guarantee: Guarantee,
    /// Where the handler runs, in words.
    pub(crate) runs: &'static str,
}

/// A prompt as it is filled.
pub(crate) struct Prompt {
    pub(crate) component: Component,
    pub(crate) definition: PromptDefinition,
    /// What the decoder of the arguments enforces by itself.
    pub(crate) guarantee: Guarantee,
    /// Where the handler runs, in words.
    pub(crate) runs: &'static str,
}

/// Everything that a server offers.
struct Offer {
    tools: Vec<Arc<Tool>>,
    prompts: Vec<Arc<Prompt>>,
    resources: Vec<Arc<Resource>>,
    extensions: Arc<Extensions>,
}

impl Offer {
    /// Whether some callers see other components than others.
    fn has_rules(&self) -> bool {
        let tools = self.tools.iter().map(|tool| &tool.component);
        let prompts = self.prompts.iter().map(|prompt| &prompt.component);
        let resources = self.resources.iter().map(|resource| &resource.component);
        tools
            .chain(prompts)
            .chain(resources)
            .any(|component| !component.rules.is_empty())
    }

    /// Whether some resources are listed on demand.
    fn lists_on_demand(&self) -> bool {
        self.resources
            .iter()
            .any(|resource| resource.lister.is_some())
    }
}

/// Components of one kind, in their order, and found by name.
struct Named<T> {
    all: Vec<Arc<T>>,
    by_name: HashMap<String, usize>,
}

impl<T: AsRef<Component>> Named<T> {
    fn new(all: Vec<Arc<T>>) -> Self {
        let names = all.iter().map(|one| T::as_ref(one).name.clone());
        let by_name = names.zip(0..).collect();
        Self { all, by_name }
    }

    fn find(&self, name: &str) -> Option<&T> {
        self.by_name.get(name).map(|&index| &*self.all[index])
    }

    fn complete_any(&self) -> bool {
        let mut components = self.all.iter().map(|one| T::as_ref(one));
        components.any(|component| component.completers.complete_any())
    }
}

impl AsRef<Component> for Tool {
    fn as_ref(&self) -> &Component {
        &self.component
    }
}

impl AsRef<Component> for Prompt {
    fn as_ref(&self) -> &Component {
        &self.component
    }
}

/// The bytes of one version: the members of `result`, closed by the answer's last braces.
pub(crate) struct Rendered {
    /// What closes every successful answer.
    pub(crate) tail: Tail,
    /// `initialize`, or `server/discover`.
    pub(crate) introduction: Introduction,
    pub(crate) tools: List,
    pub(crate) prompts: List,
    pub(crate) resources: List,
    pub(crate) templates: List,
}

/// A list, written ahead.
pub(crate) struct List {
    /// With all entries.
    pub(crate) whole: Bytes,
    /// What stands before the first entry, the entries, and what stands behind the last; for lists that not
    /// everybody sees whole.
    pub(crate) begin: &'static str,
    pub(crate) entries: Vec<Bytes>,
    pub(crate) end: Bytes,
}

/// What a server says of itself, and of what it offers, over each kind of connection.
pub(crate) struct Introduction([Bytes; Carried::KINDS]);

/// What a connection carries besides answers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Carried {
    /// Notices of changes.
    pub(crate) notices: bool,
    /// Log messages.
    pub(crate) logs: bool,
}

impl Carried {
    const KINDS: usize = 4;
    pub(crate) const ALL: Self = Self {
        notices: true,
        logs: true,
    };

    const fn index(self) -> usize {
        (self.notices as usize) << 1 | self.logs as usize
    }
}

impl Introduction {
    fn new(write: impl Fn(Carried) -> Bytes) -> Self {
        let mut kinds: [Bytes; Carried::KINDS] = Default::default();
        for (notices, logs) in [(false, false), (false, true), (true, false), (true, true)] {
            let carried = Carried { notices, logs };
            kinds[carried.index()] = write(carried);
        }
        Self(kinds)
    }

    pub(crate) fn over(&self, carried: Carried) -> &Bytes {
        &self.0[carried.index()]
    }
}

impl Catalog {
    fn new(face: &Face, guards: Arc<Rules>, offer: Offer, changing: Changing) -> Self {
        let has_rules = !guards.is_empty() || offer.has_rules();
        let tools = Named::new(offer.tools);
        let prompts = Named::new(offer.prompts);
        let resources = Resources::new(offer.resources);
        let can_come = changing.lists.has(Listed::Prompts) || changing.lists.has(Listed::Resources);
        let completes = can_come || prompts.complete_any() || resources.complete_any();
        let source = render::Source {
            face,
            private: has_rules,
            changing,
            completes,
            tools: &tools.all,
            prompts: &prompts.all,
            resources: &resources,
            extensions: &offer.extensions,
        };
        let rendered = Version::ALL.map(|version| source.render(version));
        Self {
            name: face.info.name.as_str().into(),
            tools,
            prompts,
            resources,
            extensions: offer.extensions,
            guards,
            has_rules,
            changing,
            client_logging: face.client_logging,
            page_size: face.page_size,
            completes,
            rendered,
        }
    }

    fn offer(&self) -> Offer {
        Offer {
            tools: self.tools.all.clone(),
            prompts: self.prompts.all.clone(),
            resources: self.resources.all().cloned().collect(),
            extensions: Arc::clone(&self.extensions),
        }
    }

    /// The same with something else to offer.
    fn with(&self, face: &Face, offer: Offer) -> Self {
        Self::new(face, Arc::clone(&self.guards), offer, self.changing)
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Tool> {
        self.tools.find(name)
    }

    pub(crate) fn prompt(&self, name: &str) -> Option<&Prompt> {
        self.prompts.find(name)
    }

    /// The resources that are at a URI, the narrowest first, each with the arguments that the URI stands for.
    pub(crate) fn resources_at<'a>(
        &'a self,
        uri: &'a ResourceUri,
    ) -> impl Iterator<Item = (&'a Resource, Map<String, Value>)> {
        self.resources.at(uri)
    }

    /// Whether some callers see other components than others.
    pub(crate) const fn has_rules(&self) -> bool {
        self.has_rules
    }

    pub(crate) fn tools(&self) -> &[Arc<Tool>] {
        &self.tools.all
    }

    pub(crate) fn prompts(&self) -> &[Arc<Prompt>] {
        &self.prompts.all
    }

    pub(crate) fn resources(&self) -> &[Arc<Resource>] {
        &self.resources.exact
    }

    pub(crate) fn templates(&self) -> &[Arc<Resource>] {
        &self.resources.templates
    }

    /// Whether some resources are listed on demand.
    pub(crate) fn lists_on_demand(&self) -> bool {
        self.resources.list_any()
    }

    /// The resources of this template, as it was declared.
    pub(crate) fn template(&self, template: &str) -> Option<&Resource> {
        let mut templates = self.resources.templates.iter();
        templates
            .find(|resource| resource.component.name == template)
            .map(|resource| &**resource)
    }

    /// What is offered beyond the protocol.
    pub(crate) fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// Whether there are resources of either kind, or can be.
    pub(crate) fn offers_resources(&self) -> bool {
        self.changing.lists.has(Listed::Resources) || self.resources.all().next().is_some()
    }

    /// Whether there are prompts, or can be.
    pub(crate) const fn offers_prompts(&self) -> bool {
        self.changing.lists.has(Listed::Prompts) || !self.prompts.all.is_empty()
    }

    /// What can't be used on standard input and output, and why.
    fn for_http_alone(&self) -> Vec<BuildError> {
        let tools = self.tools.all.iter().map(|tool| ("tool", &tool.component));
        let prompts = self.prompts.all.iter();
        let prompts = prompts.map(|prompt| ("prompt", &prompt.component));
        let resources = self.resources.all();
        let resources = resources.map(|resource| ("resource", &resource.component));
        let methods = self.extensions.methods();
        let methods = methods.map(|method| ("method", &method.component));
        tools
            .chain(prompts)
            .chain(resources)
            .chain(methods)
            .filter_map(|(kind, component)| needs_http(kind, component))
            .collect()
    }

    pub(crate) const fn rendered(&self, version: Version) -> &Rendered {
        &self.rendered[version.index()]
    }

    /// Most entries on a page of a list, where lists have pages.
    pub(crate) const fn page_size(&self) -> Option<usize> {
        self.page_size
    }

    /// Whether handlers log for clients.
    pub(crate) const fn client_logging(&self) -> bool {
        self.client_logging
    }

    /// What can change while the server runs.
    pub(crate) const fn changing(&self) -> Changing {
        self.changing
    }

    /// Whether arguments are completed, or can be.
    pub(crate) const fn completes(&self) -> bool {
        self.completes
    }

    /// Whether there are tools, or can be.
    pub(crate) const fn offers_tools(&self) -> bool {
        self.changing.lists.has(Listed::Tools) || !self.tools.all.is_empty()
    }

    /// The names of all headers that repeat an argument, for CORS.
    pub(crate) fn parameter_headers(&self) -> impl Iterator<Item = &str> {
        self.tools().iter().flat_map(|tool| tool.headers.names())
    }
}

/// Says that a component can't be used on standard input and output.
fn needs_http(kind: &str, component: &Component) -> Option<BuildError> {
    let place = component.needs_http?;
    let name = &component.name;
    Some(BuildError::new(
        BuildErrorCode::NeedsHttp,
        place,
        format!(
            "{kind} `{name}`: it takes the HTTP request, and standard input and output have none"
        ),
        format!(
            "serve it over HTTP (`http` on the command line), or leave the {kind} out of this server"
        ),
    ))
}
