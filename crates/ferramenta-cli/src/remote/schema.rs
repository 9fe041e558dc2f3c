//! What a JSON Schema says of a value, as far as people who type it need it.

use std::collections::BTreeSet;

use serde_json::Value;

/// References that are followed, one after the other.
const MAX_REFERENCES: usize = 16;
/// Schemas within schemas that are looked into.
const MAX_DEPTH: usize = 16;

/// A schema, and the one that it is part of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Schema<'a> {
    root: &'a Value,
    here: &'a Value,
}

impl<'a> Schema<'a> {
    pub(crate) fn new(root: &'a Value) -> Self {
        Self { root, here: root }.resolved()
    }

    fn at(self, here: &'a Value) -> Self {
        Self { here, ..self }.resolved()
    }

    /// Where the references lead that are in the same document.
    fn resolved(mut self) -> Self {
        for _ in 0..MAX_REFERENCES {
            let reference = self.here.get("$ref").and_then(Value::as_str);
            let place = reference.and_then(|reference| reference.strip_prefix('#'));
            match place.and_then(|place| self.root.pointer(place)) {
                Some(there) => self.here = there,
                None => break,
            }
        }
        self
    }

    pub(crate) fn property(self, name: &str) -> Option<Self> {
        let property = self.here.get("properties")?.get(name)?;
        Some(self.at(property))
    }

    /// The names of the properties.
    pub(crate) fn names(self) -> Vec<&'a str> {
        let properties = self.here.get("properties").and_then(Value::as_object);
        properties.map_or_else(Vec::new, |properties| {
            properties.keys().map(String::as_str).collect()
        })
    }

    pub(crate) fn required(self) -> Vec<&'a str> {
        let required = self.here.get("required").and_then(Value::as_array);
        let names = required.into_iter().flatten().filter_map(Value::as_str);
        names.collect()
    }

    /// Whether there are no properties but those that are named.
    pub(crate) fn is_closed(self) -> bool {
        self.here.get("additionalProperties") == Some(&Value::Bool(false))
    }

    pub(crate) fn items(self) -> Option<Self> {
        self.here.get("items").map(|items| self.at(items))
    }

    /// Whether it is a list, and can't be a text.
    pub(crate) fn is_list(self) -> bool {
        let kinds = self.kinds();
        kinds.contains("array") && !kinds.contains("string")
    }

    pub(crate) fn text(self, keyword: &str) -> Option<&'a str> {
        self.here.get(keyword).and_then(Value::as_str)
    }

    pub(crate) fn default(self) -> Option<&'a Value> {
        self.here.get("default")
    }

    /// The texts that are allowed, where there are only some.
    pub(crate) fn choices(self) -> Vec<&'a str> {
        if let Some(list) = self.here.get("enum").and_then(Value::as_array) {
            return list.iter().filter_map(Value::as_str).collect();
        }
        let parts = self.parts();
        parts.iter().filter_map(|part| part.text("const")).collect()
    }

    fn parts(self) -> Vec<Self> {
        let keywords = ["anyOf", "oneOf", "allOf"].into_iter();
        let lists = keywords.filter_map(|keyword| self.here.get(keyword)?.as_array());
        lists.flatten().map(|part| self.at(part)).collect()
    }

    /// The types that are allowed; none where nothing is said.
    fn kinds(self) -> BTreeSet<&'a str> {
        self.kinds_within(MAX_DEPTH)
    }

    fn kinds_within(self, depth: usize) -> BTreeSet<&'a str> {
        let mut kinds = BTreeSet::new();
        match self.here.get("type") {
            Some(Value::String(kind)) => drop(kinds.insert(kind.as_str())),
            Some(Value::Array(list)) => kinds.extend(list.iter().filter_map(Value::as_str)),
            _ => {}
        }
        let values = self.here.get("enum").and_then(Value::as_array);
        let values = values.into_iter().flatten().chain(self.here.get("const"));
        if kinds.is_empty() {
            for value in values {
                kinds.insert(kind_of(value));
            }
        }
        if kinds.is_empty() && depth > 0 {
            let parts = self.parts().into_iter();
            kinds.extend(parts.flat_map(|part| part.kinds_within(depth - 1)));
        }
        kinds
    }

    /// The value that a text means.
    ///
    /// # Errors
    /// When it means none that is allowed, with what is.
    pub(crate) fn read(self, text: &str) -> Result<Value, String> {
        let kinds = self.kinds();
        let parsed = serde_json::from_str::<Value>(text).ok();
        let fits = |value: &Value| match kind_of(value) {
            "integer" => kinds.contains("integer") || kinds.contains("number"),
            // JSON has no other way to say that a number is whole
            "number" => kinds.contains("number"),
            kind => kinds.contains(kind),
        };
        match parsed {
            Some(value) if kinds.is_empty() || (!value.is_string() && fits(&value)) => Ok(value),
            _ if kinds.is_empty() || kinds.contains("string") => Ok(Value::String(text.to_owned())),
            _ => {
                let wanted: Vec<&str> = kinds.iter().copied().map(in_words).collect();
                Err(format!("`{text}` isn't {}", wanted.join(" or ")))
            }
        }
    }

    /// In a few words, such as `integer` or `list of string`.
    pub(crate) fn summary(self) -> String {
        let choices = self.choices();
        if !choices.is_empty() {
            return choices.join("|");
        }
        let kinds = self.kinds();
        let kinds = kinds.into_iter().filter(|kind| *kind != "null");
        let words: Vec<String> = kinds
            .map(|kind| match (kind, self.items()) {
                ("array", Some(items)) if items.kinds().len() == 1 => {
                    format!("list of {}", items.summary())
                }
                ("array", _) => "list".into(),
                (kind, _) => kind.into(),
            })
            .collect();
        if words.is_empty() {
            "any".into()
        } else {
            words.join(" or ")
        }
    }
}

fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

fn in_words(kind: &str) -> &str {
    match kind {
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "true or false",
        "array" => "a JSON list",
        "object" => "a JSON object",
        kind => kind,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Schema;

    #[test]
    fn a_schema_is_a_few_words() {
        for (schema, expected) in [
            (json!({"type": "string"}), "string"),
            (json!({"type": ["integer", "null"]}), "integer"),
            (
                json!({"type": "array", "items": {"type": "integer"}}),
                "list of integer",
            ),
            (json!({"type": "array"}), "list"),
            (json!({"enum": ["a", "b"]}), "a|b"),
            (
                json!({"oneOf": [{"const": "a", "title": "A"}, {"const": "b"}]}),
                "a|b",
            ),
            (
                json!({"anyOf": [{"type": "string"}, {"type": "integer"}]}),
                "integer or string",
            ),
            (
                json!({"$ref": "#/$defs/X", "$defs": {"X": {"type": "boolean"}}}),
                "boolean",
            ),
            (json!({}), "any"),
            (json!(true), "any"),
        ] {
            assert_eq!(Schema::new(&schema).summary(), expected, "{schema}");
        }
    }

    #[test]
    fn schemas_that_refer_to_themselves_come_to_an_end() {
        let schema = json!({"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}]},
            "B": {"$ref": "#/$defs/B"}}, "properties": {"b": {"$ref": "#/$defs/B"}}});
        assert_eq!(Schema::new(&schema).read("1"), Ok(json!("1")));
    }
}
