use ferramenta_protocol::Tree;
use serde_json::Value;

use crate::{
    Failure,
    contract::{
        SchemaBuilder,
        check::{Budget, explain, message},
        schema::{Contract, SchemaError, compile, guarantee, object},
    },
};

/// The schema of a structured result, and how the value is sent.
#[derive(Debug)]
pub struct OutputSchema {
    /// The schema of the value itself.
    value: Value,
    shape: Shape,
}

/// Whether a structured value is sent as `{"result": …}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Where any JSON can be sent.
    pub(super) wrapped: bool,
    /// Where only objects can be sent.
    pub(super) wrapped_for_objects: bool,
    /// Not sent at all.
    pub(super) left_out: bool,
}

impl Shape {
    /// The value isn't sent.
    pub(crate) const LEFT_OUT: Self = Self {
        wrapped: false,
        wrapped_for_objects: false,
        left_out: true,
    };

    /// Whether the published schema is that of `{"result": …}`; `any` for versions that take any JSON.
    pub(crate) const fn is_wrapped(self, any: bool) -> bool {
        if any {
            self.wrapped
        } else {
            self.wrapped_for_objects
        }
    }
}

impl OutputSchema {
    /// The value as it is; wrapped where only objects can be sent.
    pub(super) fn exact(schema: Value, builder: &mut SchemaBuilder) -> Self {
        Self::declared(builder.finish_output(schema))
    }

    /// The value as it is where it is an object, and wrapped otherwise, in all versions.
    pub(super) fn plain(schema: Value, builder: &mut SchemaBuilder) -> Self {
        let exact = Self::exact(schema, builder);
        let shape = Shape {
            wrapped: exact.shape.wrapped_for_objects,
            ..exact.shape
        };
        Self { shape, ..exact }
    }

    /// A schema that was written by hand.
    pub(crate) fn declared(mut value: Value) -> Self {
        unite_objects(&mut value);
        let is_object = value.get("type").is_some_and(|kind| kind == "object");
        let shape = Shape {
            wrapped_for_objects: !is_object,
            ..Shape::default()
        };
        Self { value, shape }
    }

    pub(crate) const fn shape(&self) -> Shape {
        self.shape
    }

    /// The schema for versions that take any JSON.
    pub(crate) fn any(&self) -> Value {
        if self.shape.is_wrapped(true) {
            wrap(self.value.clone())
        } else {
            self.value.clone()
        }
    }

    /// The schema for versions that take objects only.
    pub(crate) fn object(&self) -> Value {
        if self.shape.is_wrapped(false) {
            wrap(self.value.clone())
        } else {
            self.value.clone()
        }
    }

    /// What results are checked against.
    ///
    /// # Errors
    /// What is wrong with the schema.
    pub(crate) fn check(&self, required: bool) -> Result<OutputCheck, Vec<SchemaError>> {
        let always = required || cfg!(debug_assertions) || guarantee(&self.value).gap.is_some();
        Ok(OutputCheck {
            contract: compile(&self.value)?,
            always,
            required,
        })
    }
}

/// A union of objects is an object as well, which clients look for at the root.
fn unite_objects(schema: &mut Value) {
    let Value::Object(members) = schema else {
        return;
    };
    if members.contains_key("type") {
        return;
    }
    let choices = ["oneOf", "anyOf"]
        .iter()
        .find_map(|key| members.get(*key))
        .and_then(Value::as_array);
    let all = choices.is_some_and(|list| {
        list.iter()
            .all(|choice| choice.get("type").is_some_and(|kind| kind == "object"))
    });
    if all {
        members.insert("type".into(), "object".into());
    }
}

fn wrap(mut schema: Value) -> Value {
    let definitions = schema
        .as_object_mut()
        .and_then(|members| members.remove("$defs"));
    let mut wrapped = object(
        vec![("result".into(), schema)],
        vec!["result".into()],
        false,
    );
    if let Some(definitions) = definitions {
        wrapped["$defs"] = definitions;
    }
    wrapped
}

/// Checks that results are what their tool published.
#[derive(Debug)]
pub(crate) struct OutputCheck {
    contract: Contract,
    /// The type doesn't guarantee its schema, or this is no release build.
    always: bool,
    /// A success without a structured value breaks the contract.
    required: bool,
}

impl OutputCheck {
    /// Checks a success: its structured value, if there is one, and whether a `null` is in it, which may
    /// stand for a float that JSON can't hold.
    ///
    /// # Errors
    /// A failure that tells the log what was wrong.
    pub(super) fn success(&self, value: Option<(&str, bool)>) -> Result<(), Failure> {
        let Some((json, nulls)) = value else {
            return if self.required {
                Err(Failure::hidden(
                    "the result has no structured value, but the tool declares an output",
                ))
            } else {
                Ok(())
            };
        };
        if !self.always && !nulls {
            return Ok(());
        }
        let problems = match Tree::parse(json) {
            Ok(tree) => explain(&self.contract, &tree, &Budget::for_bytes(json.len())),
            Err(at) => {
                return Err(Failure::hidden(format!(
                    "the result is no JSON at byte {at}"
                )));
            }
        };
        if problems.is_empty() {
            return Ok(());
        }
        let problems = message(&problems).replace("\narguments:", "\nresult:");
        Err(Failure::hidden(format!(
            "the result breaks the tool's output schema{problems}"
        )))
    }
}
