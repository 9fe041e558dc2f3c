use std::{collections::BTreeMap, fmt};

use serde_json::{Map, Value, json};

use crate::{
    canonical::{hash, sorted, tokens},
    diff::{self, Change},
    lint::{self, Budget, Finding},
};

/// The lists of a server, their entries as they are on the wire.
///
/// Each entry may have a member `scopes` beside what the wire has: what all callers must be allowed.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// The server's name.
    pub server: String,
    /// Entries of `tools/list`.
    pub tools: Vec<Value>,
    /// Entries of `prompts/list`.
    pub prompts: Vec<Value>,
    /// Entries of `resources/list`.
    pub resources: Vec<Value>,
    /// Entries of `resources/templates/list`.
    pub templates: Vec<Value>,
}

impl Offer {
    /// A server that offers nothing yet.
    pub fn named(server: impl Into<String>) -> Self {
        Self {
            server: server.into(),
            ..Self::default()
        }
    }
}

/// What a server promises: all that it offers, each by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    pub(crate) server: String,
    pub(crate) tools: Components,
    pub(crate) prompts: Components,
    pub(crate) resources: Components,
    pub(crate) templates: Components,
}

/// What is listed, without the name that it stands under.
pub(crate) type Components = BTreeMap<String, Map<String, Value>>;

/// The version of the file's form.
const FORM: u64 = 1;

impl Contract {
    /// The contract of a server with these lists.
    ///
    /// # Errors
    /// When an entry isn't an object with a name of its own.
    pub fn of(offer: Offer) -> Result<Self, Unreadable> {
        Ok(Self {
            server: offer.server,
            tools: components("tools", "name", offer.tools)?,
            prompts: components("prompts", "name", offer.prompts)?,
            resources: components("resources", "uri", offer.resources)?,
            templates: components("templates", "uriTemplate", offer.templates)?,
        })
    }

    /// Reads what [`Contract::to_json`] wrote.
    ///
    /// # Errors
    /// When the text isn't a contract's file, one of a newer form, or one that was changed by hand.
    pub fn from_json(text: &str) -> Result<Self, Unreadable> {
        let mut file: Value = serde_json::from_str(text)
            .map_err(|error| Unreadable(format!("the file isn't JSON: {error}")))?;
        match file["ferramenta"].as_u64() {
            Some(FORM) => {}
            Some(newer) => {
                let message = format!("the file has form {newer}, and this version reads {FORM}");
                return Err(Unreadable(message));
            }
            None => return Err(Unreadable("the file isn't a contract".into())),
        }
        let mut part = |name: &str| match file[name].take() {
            Value::Object(entries) => entries
                .into_iter()
                .map(|(key, entry)| match entry {
                    Value::Object(members) => Ok((key, members)),
                    _ => Err(Unreadable(format!("{name}: {key} isn't an object"))),
                })
                .collect(),
            Value::Null => Ok(Components::new()),
            _ => Err(Unreadable(format!("{name} isn't an object"))),
        };
        let contract = Self {
            tools: part("tools")?,
            prompts: part("prompts")?,
            resources: part("resources")?,
            templates: part("templates")?,
            server: file["server"].as_str().unwrap_or_default().to_owned(),
        };
        let (written, hash) = (file["hash"].as_str().unwrap_or("none"), contract.hash());
        if written != hash {
            let message = format!(
                "the file was changed by hand: its hash is {written}, and what it holds has {hash}"
            );
            return Err(Unreadable(message));
        }
        Ok(contract)
    }

    /// The contract as a file: the same bytes for the same contract.
    pub fn to_json(&self) -> String {
        let mut file = self.parts();
        file["ferramenta"] = FORM.into();
        file["hash"] = self.hash().into();
        file["tokens"] = self.tokens().into();
        format!("{:#}\n", sorted(&file))
    }

    /// What tells this contract from all others: `sha256:` and 64 digits.
    pub fn hash(&self) -> String {
        hash(&self.parts())
    }

    /// About how many tokens a model spends on the tools before it has called one.
    pub fn tokens(&self) -> usize {
        let tools = self.tools.iter();
        tools.map(|(name, tool)| tokens_of(name, tool)).sum()
    }

    /// The same without scopes, which lists don't tell of on the wire.
    #[must_use]
    pub fn without_scopes(mut self) -> Self {
        let Self {
            server: _,
            tools,
            prompts,
            resources,
            templates,
        } = &mut self;
        for components in [tools, prompts, resources, templates] {
            components.values_mut().for_each(|component| {
                component.remove("scopes");
            });
        }
        self
    }

    /// What is different in `newer`, and what that means for those who keep to this contract; the gravest first.
    pub fn changes_to(&self, newer: &Self) -> Vec<Change> {
        diff::changes(self, newer)
    }

    /// What hosts and model providers refuse or get wrong, and what models get wrong; the gravest first.
    pub fn lint(&self, budget: &Budget) -> Vec<Finding> {
        lint::findings(self, budget)
    }

    fn parts(&self) -> Value {
        json!({
            "server": self.server,
            "tools": self.tools,
            "prompts": self.prompts,
            "resources": self.resources,
            "templates": self.templates,
        })
    }
}

/// About how many tokens a tool costs in each conversation.
pub(crate) fn tokens_of(name: &str, tool: &Map<String, Value>) -> usize {
    let read = ["description", "inputSchema"].map(|member| match tool.get(member) {
        Some(Value::String(text)) => tokens(text),
        Some(value) => tokens(&value.to_string()),
        None => 0,
    });
    tokens(name) + read.iter().sum::<usize>()
}

fn components(list: &str, key: &str, entries: Vec<Value>) -> Result<Components, Unreadable> {
    let mut components = Components::new();
    for (place, entry) in entries.into_iter().enumerate() {
        let Value::Object(mut members) = entry else {
            return Err(Unreadable(format!("{list}: entry {place} isn't an object")));
        };
        let Some(Value::String(name)) = members.remove(key) else {
            return Err(Unreadable(format!("{list}: entry {place} has no {key}")));
        };
        members.remove("_meta");
        if let Some(scopes) = members.remove("scopes").map(in_order)
            && scopes != Value::Array(Vec::new())
        {
            members.insert("scopes".into(), scopes);
        }
        if components.insert(name.clone(), members).is_some() {
            return Err(Unreadable(format!("{list}: {name} is there twice")));
        }
    }
    Ok(components)
}

/// Scopes, all of which are needed: their order says nothing.
fn in_order(scopes: Value) -> Value {
    let Value::Array(mut scopes) = scopes else {
        return scopes;
    };
    scopes.sort_by_key(Value::to_string);
    scopes.dedup();
    Value::Array(scopes)
}

/// Why something isn't a contract.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}
