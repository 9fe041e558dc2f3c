//! What a server promises.

use std::collections::BTreeSet;

use bytes::Bytes;
use ferramenta_contract::{Contract, Offer};
use ferramenta_protocol::Version;
use serde_json::Value;

use super::Catalog;
use crate::component::Component;

impl Catalog {
    /// What the server promises: its lists as clients of 2026-07-28 get them who see all of it.
    pub(crate) fn contract(&self) -> Contract {
        let lists = self.rendered(Version::MODERN);
        let with_scopes = |entries: &[Bytes], components: Vec<&Component>| -> Vec<Value> {
            let entries = entries.iter().zip(components);
            entries
                .map(|(entry, component)| entry_of(entry, component))
                .collect()
        };
        let tools = self.tools().iter().map(|tool| &tool.component);
        let prompts = self.prompts().iter().map(|prompt| &prompt.component);
        let resources = self.resources().iter().map(|one| &one.component);
        let templates = self.templates().iter().map(|one| &one.component);
        let offer = Offer {
            tools: with_scopes(&lists.tools.entries, tools.collect()),
            prompts: with_scopes(&lists.prompts.entries, prompts.collect()),
            resources: with_scopes(&lists.resources.entries, resources.collect()),
            templates: with_scopes(&lists.templates.entries, templates.collect()),
            ..Offer::named(&*self.name)
        };
        Contract::of(offer).expect("a server with a name that is there twice isn't built")
    }
}

/// An entry of a list, with the scopes that its callers need.
fn entry_of(entry: &Bytes, component: &Component) -> Value {
    let mut entry: Value = serde_json::from_slice(entry).expect("it was written by this program");
    let scopes: BTreeSet<&String> = component.rules.scopes.iter().collect();
    if !scopes.is_empty() {
        entry["scopes"] = scopes.into_iter().cloned().collect();
    }
    entry
}
