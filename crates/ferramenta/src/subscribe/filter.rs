use std::{collections::HashMap, sync::Arc};

use ferramenta_protocol::{ResourceUri, json, write};
use serde::Deserialize;

/// Something that has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The list of tools.
    Tools,
    /// What is at a URI, as it was subscribed to.
    Resource(Arc<str>),
}

impl Change {
    /// The notification that tells it.
    pub(crate) const fn method(&self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Resource(_) => "notifications/resources/updated",
        }
    }

    /// Writes the members of its parameters.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        if let Self::Resource(uri) = self {
            write::value_member(out, "uri", &**uri);
        }
    }
}

/// The kinds of changes that there are on a server.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Changing {
    /// Tools come and go.
    pub(crate) tools: bool,
    /// Clients can subscribe to resources.
    pub(crate) resources: bool,
}

impl Changing {
    pub(crate) const fn any(self) -> bool {
        self.tools || self.resources
    }
}

/// What a client asks to be told (specification 2026-07-28: *Subscriptions*).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wanted {
    #[serde(rename = "toolsListChanged")]
    pub(crate) tools: bool,
    #[serde(rename = "resourceSubscriptions")]
    pub(crate) resources: Vec<String>,
}

impl Wanted {
    /// Reads what a client asks for; kinds that this server doesn't know are left out.
    pub(crate) fn read(raw: &str) -> Option<Self> {
        // serde takes a list for a struct as well
        json::is_object(raw)
            .then(|| serde_json::from_str(raw).ok())
            .flatten()
    }

    /// Writes what of it was granted, as the protocol has it.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        if self.tools {
            write::value_member(out, "toolsListChanged", &true);
        }
        if !self.resources.is_empty() {
            write::value_member(out, "resourceSubscriptions", &self.resources);
        }
        out.push(b'}');
    }
}

/// What somebody is told.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    tools: bool,
    /// URIs as they were subscribed to, by what they are after normalisation.
    resources: HashMap<String, Arc<str>>,
}

impl Filter {
    /// The list of tools alone.
    pub(crate) fn tools(tools: bool) -> Self {
        Self {
            tools,
            resources: HashMap::new(),
        }
    }

    pub(crate) const fn wants_tools(&self) -> bool {
        self.tools
    }

    /// The URI that was subscribed to, if it is this one.
    pub(crate) fn wants(&self, canonical: &str) -> Option<&Arc<str>> {
        self.resources.get(canonical)
    }

    /// Adds a URI; false when there are so many already.
    pub(crate) fn add(&mut self, uri: &str, most: usize) -> bool {
        let Some(canonical) = ResourceUri::parse(uri).map(|uri| uri.canonical()) else {
            return true;
        };
        if self.resources.len() >= most && !self.resources.contains_key(&canonical) {
            return false;
        }
        let told = if uri.is_ascii() { uri } else { &canonical };
        let told = told.into();
        self.resources.insert(canonical, told);
        true
    }

    pub(crate) fn remove(&mut self, uri: &str) {
        if let Some(uri) = ResourceUri::parse(uri) {
            self.resources.remove(&uri.canonical());
        }
    }
}

impl From<&Wanted> for Filter {
    fn from(wanted: &Wanted) -> Self {
        let mut filter = Self::tools(wanted.tools);
        for uri in &wanted.resources {
            filter.add(uri, usize::MAX);
        }
        filter
    }
}
