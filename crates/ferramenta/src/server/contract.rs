//! What a server promises.

use std::collections::BTreeSet;

use bytes::Bytes;
use ferramenta_contract::{Contract, Offer};
use ferramenta_protocol::Version;
use serde_json::Value;

use super::BuiltServer;
use crate::component::Component;

impl BuiltServer {
    /// What the server promises: its lists as clients of 2026-07-28 get them who see all of it, with the scopes that
    /// callers need for each entry.
    ///
    /// What a function lists on demand, and what comes only later, is no part of it.
    ///
    /// ```
    /// use ferramenta::{Server, tool};
    ///
    /// /// Add two numbers.
    /// #[tool(inline, read_only)]
    /// fn add(a: i64, b: i64) -> i64 {
    ///     a + b
    /// }
    ///
    /// let contract = Server::new("Calculator").tool::<add>().build()?.contract();
    /// assert!(contract.to_json().contains("\"readOnlyHint\": true"));
    /// # Ok::<(), ferramenta::BuildErrors>(())
    /// ```
    pub fn contract(&self) -> Contract {
        let catalog = self.dispatcher.catalog();
        let lists = catalog.rendered(Version::MODERN);
        let with_scopes = |entries: &[Bytes], components: Vec<&Component>| -> Vec<Value> {
            let entries = entries.iter().zip(components);
            entries
                .map(|(entry, component)| entry_of(entry, component))
                .collect()
        };
        let tools = catalog.tools().iter().map(|tool| &tool.component);
        let prompts = catalog.prompts().iter().map(|prompt| &prompt.component);
        let resources = catalog.resources().iter().map(|one| &one.component);
        let templates = catalog.templates().iter().map(|one| &one.component);
        let offer = Offer {
            tools: with_scopes(&lists.tools.entries, tools.collect()),
            prompts: with_scopes(&lists.prompts.entries, prompts.collect()),
            resources: with_scopes(&lists.resources.entries, resources.collect()),
            templates: with_scopes(&lists.templates.entries, templates.collect()),
            ..Offer::named(&*catalog.name)
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
