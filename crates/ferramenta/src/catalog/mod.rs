//! The frozen registry: tools found by name, and everything that is the same for each client written
//! ahead as bytes.

mod build;
mod changes;
mod live;
mod render;
mod workshop;

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use ferramenta_protocol::{ToolDefinition, Version};

pub use self::changes::{ToolChanges, ToolRegistry};
use self::render::Face;
pub(crate) use self::{
    build::{Built, Declaration, build},
    changes::Handle,
    live::Live,
};
use crate::{
    access::Rules,
    build_error::{BuildError, BuildErrorCode},
    component::Component,
    contract::{Guarantee, Headers},
    response::{Shape, Tail},
};

/// What a server offers. Immutable.
pub(crate) struct Catalog {
    pub(crate) name: Arc<str>,
    tools: Vec<Arc<Tool>>,
    by_name: HashMap<String, usize>,
    /// What every caller of a tool has to pass.
    pub(crate) guards: Arc<Rules>,
    has_rules: bool,
    /// Whether tools come and go.
    is_dynamic: bool,
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

/// The bytes of one version: the members of `result`, closed by the answer's last braces.
pub(crate) struct Rendered {
    /// What closes every successful answer.
    pub(crate) tail: Tail,
    /// `initialize`, or `server/discover`.
    pub(crate) introduction: Introduction,
    /// `tools/list` with all tools.
    pub(crate) tools: Bytes,
    /// The entries of that list, and what stands behind the last of them; for lists that not everybody
    /// sees whole.
    pub(crate) entries: Vec<Bytes>,
    pub(crate) list_end: Bytes,
}

/// What a server says of itself, and of what it offers.
pub(crate) struct Introduction {
    /// Over a connection that carries notices of changes.
    pub(crate) with_notices: Bytes,
    pub(crate) without: Bytes,
}

impl Catalog {
    fn new(face: &Face, guards: Arc<Rules>, tools: Vec<Arc<Tool>>, is_dynamic: bool) -> Self {
        let has_rules =
            !guards.is_empty() || tools.iter().any(|tool| !tool.component.rules.is_empty());
        let source = render::Source {
            face,
            private: has_rules,
            is_dynamic,
            tools: &tools,
        };
        let rendered = Version::ALL.map(|version| source.render(version));
        let names = tools.iter().map(|tool| tool.definition.name.clone());
        Self {
            name: face.info.name.as_str().into(),
            by_name: names.zip(0..).collect(),
            tools,
            guards,
            has_rules,
            is_dynamic,
            rendered,
        }
    }

    pub(crate) fn tool(&self, name: &str) -> Option<&Tool> {
        self.by_name.get(name).map(|&index| &*self.tools[index])
    }

    /// Whether some callers see other tools than others.
    pub(crate) const fn has_rules(&self) -> bool {
        self.has_rules
    }

    pub(crate) fn tools(&self) -> &[Arc<Tool>] {
        &self.tools
    }

    pub(crate) const fn rendered(&self, version: Version) -> &Rendered {
        &self.rendered[version.index()]
    }

    /// Whether tools come and go.
    pub(crate) const fn is_dynamic(&self) -> bool {
        self.is_dynamic
    }

    /// Whether there are tools, or can be.
    pub(crate) const fn offers_tools(&self) -> bool {
        self.is_dynamic || !self.tools.is_empty()
    }

    /// The names of all headers that repeat an argument, for CORS.
    pub(crate) fn parameter_headers(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().flat_map(|tool| tool.headers.names())
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
