//! Forms that a user fills (specification: *Elicitation, Requested Schema*).

use serde_json::{Number, Value};

use crate::{Version, write};

/// What a form asks for: the members of a flat object, in their order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormDefinition {
    /// The fields.
    pub fields: Vec<FieldDefinition>,
}

/// One field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDefinition {
    /// The member's name.
    pub name: String,
    /// Whether it has to be filled.
    pub required: bool,
    /// Its heading.
    pub title: Option<String>,
    /// What it means.
    pub description: Option<String>,
    /// What the user starts from.
    pub default: Option<Value>,
    /// What can be filled in.
    pub kind: FieldKind,
}

/// What can be filled into a field.
#[derive(Clone, Debug, PartialEq)]
pub enum FieldKind {
    /// A text.
    Text {
        /// Fewest characters.
        min: Option<u64>,
        /// Most characters.
        max: Option<u64>,
        /// `email`, `uri`, `date` or `date-time`.
        format: Option<String>,
    },
    /// A number.
    Number {
        /// Without a fraction.
        integer: bool,
        /// The smallest.
        min: Option<Number>,
        /// The largest.
        max: Option<Number>,
    },
    /// Yes or no.
    Boolean,
    /// One of these.
    One(FormChoices),
    /// Some of these.
    Some {
        /// What there is to choose from.
        choices: FormChoices,
        /// Fewest.
        min: Option<u64>,
        /// Most.
        max: Option<u64>,
    },
}

/// What there is to choose from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormChoices {
    /// Each value, and the words for it that users see.
    pub values: Vec<(String, Option<String>)>,
    /// Whether the words stand in a list of their own, `enumNames`, in all versions.
    pub names_apart: bool,
}

impl FormDefinition {
    /// The first field that the version can't ask for: lists are known from 2025-11-25 on.
    pub fn beyond(&self, version: Version) -> Option<&str> {
        let mut fields = self.fields.iter();
        let list = fields.find(|field| matches!(field.kind, FieldKind::Some { .. }));
        list.filter(|_| !version.features().rich_forms)
            .map(|field| field.name.as_str())
    }

    /// Writes the schema of the form, with what the version knows.
    pub fn write(&self, out: &mut Vec<u8>, version: Version) {
        out.extend_from_slice(br#"{"type":"object","properties":{"#);
        for field in &self.fields {
            write::member(out, &field.name);
            field.write(out, version.features().rich_forms);
        }
        out.push(b'}');
        let required = self.fields.iter().filter(|field| field.required);
        let required: Vec<&str> = required.map(|field| field.name.as_str()).collect();
        if !required.is_empty() {
            write::value_member(out, "required", &required);
        }
        out.push(b'}');
    }
}

impl FieldDefinition {
    fn write(&self, out: &mut Vec<u8>, rich: bool) {
        out.push(b'{');
        write::value_member(out, "type", self.kind.type_name());
        write::optional_member(out, "title", self.title.as_ref());
        write::optional_member(out, "description", self.description.as_ref());
        match &self.kind {
            FieldKind::Text { min, max, format } => {
                write::optional_member(out, "minLength", min.as_ref());
                write::optional_member(out, "maxLength", max.as_ref());
                write::optional_member(out, "format", format.as_ref());
            }
            FieldKind::Number { min, max, .. } => {
                write::optional_member(out, "minimum", min.as_ref());
                write::optional_member(out, "maximum", max.as_ref());
            }
            FieldKind::Boolean => {}
            FieldKind::One(choices) => choices.write(out, rich, "oneOf"),
            FieldKind::Some { choices, min, max } => {
                write::optional_member(out, "minItems", min.as_ref());
                write::optional_member(out, "maxItems", max.as_ref());
                write::member(out, "items");
                out.push(b'{');
                if !choices.are_titled() {
                    write::value_member(out, "type", "string");
                }
                choices.write(out, rich, "anyOf");
                out.push(b'}');
            }
        }
        let default = self.default.as_ref();
        let default = default.filter(|_| rich || matches!(self.kind, FieldKind::Boolean));
        write::optional_member(out, "default", default);
        out.push(b'}');
    }
}

impl FieldKind {
    const fn type_name(&self) -> &'static str {
        match self {
            Self::Text { .. } | Self::One(_) => "string",
            Self::Number { integer: true, .. } => "integer",
            Self::Number { .. } => "number",
            Self::Boolean => "boolean",
            Self::Some { .. } => "array",
        }
    }
}

impl FormChoices {
    fn are_titled(&self) -> bool {
        self.values.iter().any(|(_, title)| title.is_some())
    }

    fn write(&self, out: &mut Vec<u8>, rich: bool, titled: &str) {
        if self.are_titled() && rich && !self.names_apart {
            write::member(out, titled);
            self.write_titled(out);
            return;
        }
        let values: Vec<&str> = self
            .values
            .iter()
            .map(|(value, _)| value.as_str())
            .collect();
        write::value_member(out, "enum", &values);
        if self.are_titled() {
            let names: Vec<&str> = self.titles().map(|(_, title)| title).collect();
            write::value_member(out, "enumNames", &names);
        }
    }

    fn write_titled(&self, out: &mut Vec<u8>) {
        out.push(b'[');
        for (place, (value, title)) in self.titles().enumerate() {
            if place > 0 {
                out.push(b',');
            }
            out.push(b'{');
            write::value_member(out, "const", value);
            write::value_member(out, "title", title);
            out.push(b'}');
        }
        out.push(b']');
    }

    /// Each value and its words; a value without any is its own.
    fn titles(&self) -> impl Iterator<Item = (&str, &str)> {
        let each = self.values.iter();
        each.map(|(value, title)| (value.as_str(), title.as_deref().unwrap_or(value)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn choices(titled: bool) -> FormChoices {
        let value = |name: &str| (name.to_owned(), titled.then(|| name.to_uppercase()));
        FormChoices {
            values: vec![value("a"), value("b")],
            names_apart: false,
        }
    }

    fn field(name: &str, kind: FieldKind, default: Value) -> FieldDefinition {
        FieldDefinition {
            name: name.into(),
            required: name < "d",
            title: None,
            description: None,
            default: Some(default),
            kind,
        }
    }

    fn written(form: &FormDefinition, version: Version) -> Value {
        let mut out = Vec::new();
        form.write(&mut out, version);
        serde_json::from_slice(&out).unwrap_or_default()
    }

    #[test]
    fn each_version_gets_what_it_knows() {
        let text = FieldKind::Text {
            min: Some(1),
            max: None,
            format: Some("email".into()),
        };
        let mut form = FormDefinition {
            fields: vec![
                field("c", text, "x".into()),
                field("d", FieldKind::Boolean, true.into()),
                field("e", FieldKind::One(choices(true)), "a".into()),
            ],
        };
        assert_eq!(
            written(&form, Version::V2025_06_18),
            json!({
                "type": "object",
                "properties": {
                    "c": { "type": "string", "minLength": 1, "format": "email" },
                    "d": { "type": "boolean", "default": true },
                    "e": { "type": "string", "enum": ["a", "b"], "enumNames": ["A", "B"] },
                },
                "required": ["c"],
            })
        );
        let rich = written(&form, Version::MODERN);
        assert_eq!(rich["properties"]["c"]["default"], "x");
        let titled = json!([{ "const": "a", "title": "A" }, { "const": "b", "title": "B" }]);
        assert_eq!(rich["properties"]["e"]["oneOf"], titled);
        assert_eq!(form.beyond(Version::V2025_06_18), None);
        let list = FieldKind::Some {
            choices: choices(false),
            min: None,
            max: Some(2),
        };
        form.fields.push(field("f", list, json!(["a"])));
        assert_eq!(form.beyond(Version::V2025_06_18), Some("f"));
        assert_eq!(form.beyond(Version::V2025_11_25), None);
        assert_eq!(
            written(&form, Version::V2025_11_25)["properties"]["f"],
            json!({ "type": "array", "maxItems": 2, "items": { "type": "string", "enum": ["a", "b"] }, "default": ["a"] })
        );
    }
}
