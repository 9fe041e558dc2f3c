use std::{collections::HashMap, sync::Arc};

use ferramenta_protocol::{ResourceUri, json, write};
use serde::Deserialize;

use super::{Listed, Lists};

/// Something that has changed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Change {
    /// What is in a list.
    List(Listed),
    /// What is at a URI, as it was subscribed to.
    Resource(Arc<str>),
}

impl Change {
    /// The notification that tells it.
    pub(crate) const fn method(&self) -> &'static str {
        match self {
            Self::List(listed) => listed.notification(),
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
    /// The lists in which something comes and goes.
    pub(crate) lists: Lists,
    /// Clients can subscribe to resources.
    pub(crate) updates: bool,
}

impl Changing {
    pub(crate) const fn any(self) -> bool {
        self.lists.any() || self.updates
    }
}

/// What a client asks to be told (specification 2026-07-28: *Subscriptions*).
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wanted {
    #[serde(rename = "toolsListChanged")]
    pub(crate) tools: bool,
    #[serde(rename = "promptsListChanged")]
    pub(crate) prompts: bool,
    #[serde(rename = "resourcesListChanged")]
    pub(crate) resource_list: bool,
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

    fn lists(&self) -> Lists {
        [
            (self.tools, Listed::Tools),
            (self.prompts, Listed::Prompts),
            (self.resource_list, Listed::Resources),
        ]
        .into_iter()
        .filter_map(|(wanted, listed)| wanted.then_some(listed))
        .collect()
    }

    /// Writes what of it was granted, as the protocol has it.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        out.push(b'{');
        for (granted, name) in [
            (self.tools, "toolsListChanged"),
            (self.prompts, "promptsListChanged"),
            (self.resource_list, "resourcesListChanged"),
        ] {
            if granted {
                write::value_member(out, name, &true);
            }
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
    lists: Lists,
    /// URIs as they were subscribed to, by what they are after normalisation.
    resources: HashMap<String, Arc<str>>,
}

impl Filter {
    /// Lists alone.
    pub(crate) fn lists(lists: Lists) -> Self {
        Self {
            lists,
            resources: HashMap::new(),
        }
    }

    pub(crate) const fn wants_list(&self, listed: Listed) -> bool {
        self.lists.has(listed)
    }

    pub(crate) fn is_of_lists(&self) -> bool {
        self.resources.is_empty()
    }

    /// The URIs that were subscribed to.
    pub(crate) fn resources(&self) -> impl Iterator<Item = &Arc<str>> {
        self.resources.values()
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
        self.resources
            .insert(canonical, ResourceUri::told(uri).into());
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
        let mut filter = Self::lists(wanted.lists());
        for uri in &wanted.resources {
            filter.add(uri, usize::MAX);
        }
        filter
    }
}
