//! The published schema of each version, with its objects closed.

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use crate::{VERSIONS, closing};

const MODERN: &str = "2026-07-28";

const TEXTS: [&str; 5] = [
    include_str!("../schemas/2024-11-05.json"),
    include_str!("../schemas/2025-03-26.json"),
    include_str!("../schemas/2025-06-18.json"),
    include_str!("../schemas/2025-11-25.json"),
    include_str!("../schemas/2026-07-28.json"),
];

static SPECS: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    VERSIONS
        .iter()
        .zip(TEXTS)
        .map(|(version, text)| Spec::load(version, text))
        .collect()
});

/// One version's closed definitions.
pub(crate) struct Spec {
    pub(crate) version: &'static str,
    dialect: Value,
    keyword: &'static str,
    definitions: Map<String, Value>,
}

impl Spec {
    pub(crate) fn of(version: &str) -> Option<&'static Self> {
        SPECS.iter().find(|spec| spec.version == version)
    }

    fn load(version: &'static str, text: &str) -> Self {
        let mut schema: Map<String, Value> =
            serde_json::from_str(text).expect("a stored schema is a JSON object");
        let keyword = if schema.contains_key("$defs") {
            "$defs"
        } else {
            "definitions"
        };
        let dialect = schema
            .remove("$schema")
            .expect("a stored schema names its dialect");
        let Some(Value::Object(mut definitions)) = schema.remove(keyword) else {
            panic!("the schema of {version} has no definitions");
        };
        closing::close(&mut definitions);
        Self {
            version,
            dialect,
            keyword,
            definitions,
        }
    }

    pub(crate) fn modern(&self) -> bool {
        self.version == MODERN
    }

    pub(crate) fn definition(&self, name: &str) -> &Value {
        let version = self.version;
        self.definitions
            .get(name)
            .unwrap_or_else(|| panic!("{version} defines no {name}"))
    }

    pub(crate) fn defines(&self, name: &str) -> bool {
        self.definitions.contains_key(name)
    }

    pub(crate) fn reference(&self, name: &str) -> Value {
        let keyword = self.keyword;
        json!({ "$ref": format!("#/{keyword}/{name}") })
    }

    /// The names of the definitions that `union` offers, empty if this version has no such union.
    pub(crate) fn members(&'static self, union: &str) -> impl Iterator<Item = &'static str> {
        let branches = self
            .definitions
            .get(union)
            .and_then(|union| union["anyOf"].as_array());
        branches
            .into_iter()
            .flatten()
            .filter_map(|branch| branch["$ref"].as_str()?.rsplit('/').next())
    }

    /// Makes `root` a complete schema document.
    pub(crate) fn document(&self, mut root: Value) -> Value {
        root["$schema"] = self.dialect.clone();
        root[self.keyword] = Value::Object(self.definitions.clone());
        root
    }
}
