//! How a `#[schema]` type is described, so that its schema says what its decoder does.

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{Gate, ObjectType};
use crate::contract::{
    Constraint, SchemaBuilder,
    schema::{CHECKED, ORDER, SECRET, guarantee},
};

/// Which side of the type the library wrote, and can answer for.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Its `Deserialize`.
    pub decoder: bool,
    /// Its `Serialize`.
    pub encoder: bool,
}

impl Written {
    /// Whether the schema being made is one of what the library wrote.
    fn here(self, generator: &SchemaGenerator) -> bool {
        if generator.contract().is_deserialize() {
            self.decoder
        } else {
            self.encoder
        }
    }
}

/// What is said of a member.
#[derive(Debug)]
pub struct Property<'a> {
    /// What it is called.
    pub name: &'static str,
    /// What it means.
    pub description: Option<&'a str>,
    /// What its value has to keep beyond its type.
    pub rules: &'a [Constraint],
    /// Its value when it isn't sent, where JSON can say it.
    pub default: Option<fn() -> Option<Value>>,
    /// Whether it may be left out; where that isn't known, its schema tells.
    pub optional: Option<bool>,
    /// It is never repeated.
    pub secret: bool,
}

/// The schema of an object, one member after the other.
#[derive(Debug)]
pub struct ObjectSchema<'a> {
    generator: &'a mut SchemaGenerator,
    written: Written,
    properties: Map<String, Value>,
    order: Vec<Value>,
    required: Vec<Value>,
}

impl<'a> ObjectSchema<'a> {
    /// An object without members.
    pub fn new(generator: &'a mut SchemaGenerator, written: Written) -> Self {
        Self {
            generator,
            written,
            properties: Map::new(),
            order: Vec::new(),
            required: Vec::new(),
        }
    }

    /// The tag, which comes before the members.
    pub fn tag(&mut self, tag: &'static str, variant: &'static str) {
        self.properties.insert(tag.into(), tag_schema(variant));
        self.order.push(tag.into());
        self.required.push(tag.into());
    }

    /// The whole schema, of a type.
    pub fn finish_type(self, description: Option<&str>, open: bool) -> Schema {
        into_schema(self.finish(description, open))
    }

    /// The whole schema.
    pub fn finish(self, description: Option<&str>, open: bool) -> Value {
        let mut schema = json!({ "type": "object", ORDER: self.order });
        if self.written.here(self.generator) {
            schema[CHECKED] = true.into();
        }
        schema["properties"] = Value::Object(self.properties);
        if !self.required.is_empty() {
            schema["required"] = self.required.into();
        }
        if !open {
            schema["additionalProperties"] = false.into();
        }
        describe(&mut schema, description);
        schema
    }

    fn add(&mut self, property: &Property<'_>, schema: Schema) {
        let input = self.generator.contract().is_deserialize();
        let mut schema = with_rules(schema.into(), property.rules, input && self.written.decoder);
        if self.is_required(property, &schema) {
            self.required.push(property.name.into());
        }
        if schema == Value::Bool(true) {
            schema = Value::Object(Map::new());
        }
        describe(&mut schema, property.description);
        if input
            && !property.secret
            && let Some(default) = property.default.and_then(|default| default())
        {
            schema["default"] = default;
        }
        if property.secret {
            schema[SECRET] = true.into();
            schema["writeOnly"] = true.into();
        }
        self.order.push(property.name.into());
        self.properties.insert(property.name.into(), schema);
    }

    fn is_required(&self, property: &Property<'_>, schema: &Value) -> bool {
        if self.generator.contract().is_deserialize() {
            return property.default.is_none() && property.optional != Some(true);
        }
        // what the library writes leaves out what is absent, and another encoder writes a null
        let optional = || {
            property
                .optional
                .unwrap_or_else(|| may_be_null(schema, self.generator.definitions()))
        };
        !self.written.encoder || !optional()
    }
}

fn describe(schema: &mut Value, description: Option<&str>) {
    if let Some(description) = description {
        schema["description"] = description.into();
    }
}

/// The schema with rules, which are marked as kept where the decoder of the type below keeps the rest.
fn with_rules(schema: Value, rules: &[Constraint], checked: bool) -> Value {
    if rules.is_empty() {
        return schema;
    }
    let mut schema = if checked {
        SchemaBuilder::argument(schema)
    } else {
        schema
    };
    let kept = checked && guarantee(&schema).gap.is_none();
    if let Value::Object(members) = &mut schema {
        rules.iter().for_each(|rule| rule.apply(members));
        if kept {
            members.insert(CHECKED.into(), true.into());
        }
    }
    schema
}

/// Whether a schema allows `null` beside something else.
fn may_be_null(schema: &Value, definitions: &Map<String, Value>) -> bool {
    if let Some(name) = schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|name| name.strip_prefix("#/$defs/"))
    {
        return definitions.get(name).is_some_and(|target| {
            target.get("$ref").is_none() && may_be_null(target, definitions)
        });
    }
    let has_null =
        |list: &Value, null: &Value| list.as_array().is_some_and(|list| list.contains(null));
    schema
        .get("type")
        .is_some_and(|kinds| has_null(kinds, &json!("null")))
        || schema
            .get("anyOf")
            .is_some_and(|choices| has_null(choices, &json!({ "type": "null" })))
}

fn tag_schema(variant: &str) -> Value {
    json!({ "type": "string", "const": variant, CHECKED: true })
}

/// Describes the type of a field.
pub trait Describe<T> {
    /// Adds a member.
    fn property(object: &mut ObjectSchema<'_>, property: &Property<'_>);

    /// The schema of a type that is written as its only field.
    fn transparent(
        generator: &mut SchemaGenerator,
        description: Option<&str>,
        rules: &[Constraint],
        written: Written,
    ) -> Schema;
}

impl<T: JsonSchema> Describe<T> for Gate<true> {
    fn property(object: &mut ObjectSchema<'_>, property: &Property<'_>) {
        let schema = object.generator.subschema_for::<T>();
        object.add(property, schema);
    }

    fn transparent(
        generator: &mut SchemaGenerator,
        description: Option<&str>,
        rules: &[Constraint],
        written: Written,
    ) -> Schema {
        let checked = generator.contract().is_deserialize() && written.decoder;
        let mut schema = with_rules(T::json_schema(generator).into(), rules, checked);
        if schema == Value::Bool(true) {
            schema = Value::Object(Map::new());
        }
        describe(&mut schema, description);
        into_schema(schema)
    }
}

/// Describes a variant that holds a struct.
pub trait DescribeMembers<T> {
    /// The schema of the struct, with the tag before its members.
    fn tagged(
        generator: &mut SchemaGenerator,
        tag: &'static str,
        variant: &'static str,
        description: Option<&str>,
    ) -> Value;
}

impl<T: JsonSchema + ObjectType> DescribeMembers<T> for Gate<true> {
    fn tagged(
        generator: &mut SchemaGenerator,
        tag: &'static str,
        variant: &'static str,
        description: Option<&str>,
    ) -> Value {
        let mut schema: Value = T::json_schema(generator).into();
        schema["properties"][tag] = tag_schema(variant);
        put_first(&mut schema, ORDER, tag);
        put_first(&mut schema, "required", tag);
        describe(&mut schema, description);
        schema
    }
}

fn put_first(schema: &mut Value, keyword: &str, name: &str) {
    match &mut schema[keyword] {
        Value::Array(names) => names.insert(0, name.into()),
        names => *names = json!([name]),
    }
}

/// The schema of an enum whose variants are objects with a tag.
pub fn union_schema(
    generator: &SchemaGenerator,
    description: Option<&str>,
    variants: &[Value],
    written: Written,
) -> Schema {
    let mut schema = json!({ "type": "object", "oneOf": variants });
    if written.here(generator) {
        schema[CHECKED] = true.into();
    }
    describe(&mut schema, description);
    into_schema(schema)
}

/// The values of an enum without data, each with what it means.
pub type Meanings<'a> = &'a [(&'static str, Option<&'a str>)];

/// The schema of an enum without data.
pub fn names_schema(
    generator: &SchemaGenerator,
    description: Option<&str>,
    names: Meanings<'_>,
    written: Written,
) -> Schema {
    let here = written.here(generator);
    let mut schema = json!({ "type": "string" });
    if names.iter().all(|(_, meaning)| meaning.is_none()) {
        schema["enum"] = names.iter().map(|(name, _)| Value::from(*name)).collect();
    } else {
        let value = |(name, meaning): &(&str, Option<&str>)| {
            let mut value = json!({ "const": name });
            if here {
                value[CHECKED] = true.into();
            }
            describe(&mut value, *meaning);
            value
        };
        schema["oneOf"] = names.iter().map(value).collect();
    }
    if here {
        schema[CHECKED] = true.into();
    }
    describe(&mut schema, description);
    into_schema(schema)
}

/// A value that was made as an object or a boolean is a schema.
pub(super) fn into_schema(schema: Value) -> Schema {
    schema.try_into().unwrap_or_default()
}

/// A type whose values can be published as a default.
#[diagnostic::on_unimplemented(
    message = "a default is published, and `{Self}` can't be written",
    label = "has no `Serialize`",
    note = "write `#[schema]` instead of `#[schema(input)]` on the type, or derive `Serialize`"
)]
pub trait ShownDefault {
    /// The value as JSON, where JSON can say it.
    fn shown(&self) -> Option<Value>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ShownDefault for T {
    fn shown(&self) -> Option<Value> {
        serde_json::to_value(self)
            .ok()
            .filter(|value| !value.is_null())
    }
}

/// The default as JSON, where JSON can say it.
#[expect(clippy::needless_pass_by_value, reason = "the value is made for this")]
pub fn shown_default<T: ShownDefault>(value: T) -> Option<Value> {
    value.shown()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A type with all that can be in one.
    #[ferramenta_macros::schema(crate = crate)]
    struct Whole {
        #[arg(range(1..=9))]
        small: u8,
        #[arg(length(..=3))]
        list: Vec<i64>,
        #[arg(one_of("a", "b"))]
        text: Option<String>,
        name: Option<Name>,
        forms: Vec<Form>,
        next: Option<Box<Whole>>,
    }

    #[ferramenta_macros::schema(crate = crate)]
    enum Name {
        /// First.
        A,
        B,
    }

    #[ferramenta_macros::schema(crate = crate, tag = "kind")]
    enum Form {
        Whole(Box<Whole>),
        Other { name: Name },
        Nothing,
    }

    /// Its decoder is serde's, and takes more.
    #[ferramenta_macros::schema(crate = crate)]
    #[derive(serde::Deserialize)]
    struct Derived {
        number: u32,
    }

    fn guaranteed<T: JsonSchema>() -> crate::contract::Guarantee {
        let mut builder = SchemaBuilder::new();
        let root = builder.input::<T>();
        guarantee(&builder.finish_input(root))
    }

    #[test]
    fn what_the_library_writes_is_decoded_without_a_tree() {
        for known in [
            guaranteed::<Whole>(),
            guaranteed::<Form>(),
            guaranteed::<Vec<Name>>(),
        ] {
            assert_eq!((known.gap, known.has_maps), (None, false));
        }
        assert!(guaranteed::<Derived>().gap.is_some());
    }

    #[test]
    fn a_rule_on_a_looser_type_claims_nothing_more() {
        let loose = json!({ "type": "string", "format": "uuid" });
        let rules = [Constraint::length(Some(1), None)];
        assert_eq!(with_rules(loose, &rules, true).get(CHECKED), None);
        let exact = with_rules(json!({ "type": "string" }), &rules, true);
        assert_eq!(exact[CHECKED], true);
    }
}
