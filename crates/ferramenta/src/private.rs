//! What the macros' code needs; not part of the public interface.

use std::fmt::Display;

use serde_json::{Map, Value};

pub use schemars;
pub use serde;
pub use serde_json;

pub use crate::contract::{
    Described,
    Bound, Constrained, Constraint, Kind, Measured, Param, Params, Ranged, Textual, check, marker,
};
use crate::{IntoOutput, ToolDef};

/// A private keyword in which `#[schema]` types keep the order of their fields.
pub const ORDER: &str = crate::contract::schema::ORDER;

/// Checks that the parameters of a handler go together, while the program is compiled.
pub const fn check_params(kinds: &[Kind]) {
    let (mut whole, mut single, mut index) = (0, 0, 0);
    while index < kinds.len() {
        match kinds[index] {
            Kind::Whole => whole += 1,
            Kind::Argument => single += 1,
            Kind::Injected => {}
        }
        index += 1;
    }
    assert!(
        whole < 2,
        "`Args<T>` is the whole argument object, so there can be only one: join the two types into one struct"
    );
    assert!(
        whole == 0 || single == 0,
        "`Args<T>` is the whole argument object, so no plain argument can stand beside it: move it into the struct"
    );
}

/// Asserts that a type can be a parameter; the error stands at the type.
pub const fn assert_param<T: Param<M>, M>() -> Kind {
    T::KIND
}

/// A type that a handler may take by reference.
#[diagnostic::on_unimplemented(
    message = "a tool can't take `&{Self}`: its arguments are made for the call",
    label = "takes a reference",
    note = "take the value itself: `String` for `&str`, `Vec<T>` for `&[T]`, `T` for `&T`",
    note = "only `&Context` may be taken by reference"
)]
pub trait ByReference {}

impl ByReference for crate::Context {}

/// Asserts that a type may be taken by reference; the error stands at the type.
pub const fn assert_by_reference<T: ByReference + ?Sized>() -> Kind {
    Kind::Injected
}

/// Asserts that a type can be a result; the error stands at the type.
pub const fn assert_output<T: IntoOutput>() {}

/// Asserts that a handler's future can move between threads; the error stands at the function.
pub fn assert_send<T: Future + Send>(future: T) -> impl Future<Output = T::Output> + Send {
    future
}

/// Lets a handler through whose assertions hold.
///
/// Where one of them fails, `CHECKED` is unknown, and so is everything that [`Register`] asks for: the
/// compiler reports a mistake once, at its place.
#[derive(Debug)]
pub struct Gate<const CHECKED: bool>;

/// Sets the handler of a tool.
pub trait Register<P, M, R> {
    /// A `ParamSpec` for each parameter.
    type Specs;

    /// Sets the handler of an `async fn`.
    fn handler<F, T>(tool: ToolDef, specs: Self::Specs, handler: F) -> ToolDef
    where
        F: Fn(P) -> T + Send + Sync + 'static,
        T: Future<Output = R> + Send + 'static;

    /// Sets the handler of an `fn`.
    fn blocking_handler<F: Fn(P) -> R + Send + Sync + 'static>(
        tool: ToolDef,
        specs: Self::Specs,
        handler: F,
    ) -> ToolDef;

    /// Sets the handler of an `fn` that is known to be quick.
    fn inline_handler<F: Fn(P) -> R + Send + Sync + 'static>(
        tool: ToolDef,
        specs: Self::Specs,
        handler: F,
    ) -> ToolDef;
}

impl<P: Params<M>, M: 'static, R: IntoOutput + 'static> Register<P, M, R> for Gate<true> {
    type Specs = P::Specs;

    fn handler<F, T>(tool: ToolDef, specs: P::Specs, handler: F) -> ToolDef
    where
        F: Fn(P) -> T + Send + Sync + 'static,
        T: Future<Output = R> + Send + 'static,
    {
        tool.handler(specs, handler)
    }

    fn blocking_handler<F: Fn(P) -> R + Send + Sync + 'static>(
        tool: ToolDef,
        specs: P::Specs,
        handler: F,
    ) -> ToolDef {
        tool.blocking_handler(specs, handler)
    }

    fn inline_handler<F: Fn(P) -> R + Send + Sync + 'static>(
        tool: ToolDef,
        specs: P::Specs,
        handler: F,
    ) -> ToolDef {
        tool.inline_handler(specs, handler)
    }
}

/// Turns what a check said into an error of the decoder.
pub fn custom<E: serde::de::Error>(message: impl Display) -> E {
    E::custom(message)
}

/// A type that a field of a `#[schema]` type can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a `#[schema]` type",
    label = "has no schema",
    note = "put `#[ferramenta::schema]` on it, or derive `Serialize`, `Deserialize` and `JsonSchema`"
)]
pub trait Field {}

#[diagnostic::do_not_recommend]
impl<T: serde::Serialize + serde::de::DeserializeOwned + schemars::JsonSchema> Field for T {}

/// Asserts that a type can be in a `#[schema]` type; the error stands at the type.
pub const fn assert_field<T: Field>() {}

/// Where the functions of a `#[schema]` type note the place of a field, until [`order_fields`] collects it.
const PLACE: &str = "x-ferramenta-place";

/// Writes the place and the rules of a `#[schema]` type's field into its schema.
pub fn describe_field(schema: &mut schemars::Schema, place: Option<usize>, rules: &[Constraint]) {
    let members = schema.ensure_object();
    if !rules.is_empty() {
        apply_beside_null(members, rules);
    }
    if let Some(place) = place {
        members.insert(PLACE.into(), place.into());
    }
}

/// Applies rules to a schema that may also allow `null`, which no rule is about.
fn apply_beside_null(members: &mut Map<String, Value>, rules: &[Constraint]) {
    let kinds = members.get("type").cloned();
    let other = match &kinds {
        Some(Value::Array(kinds)) if kinds.iter().any(|kind| kind == "null") => {
            kinds.iter().find(|kind| *kind != "null")
        }
        _ => None,
    };
    if let Some(other) = other {
        members.insert("type".into(), other.clone());
    }
    rules.iter().for_each(|rule| rule.apply(members));
    if let (Some(_), Some(kinds)) = (other, &kinds) {
        members.insert("type".into(), kinds.clone());
        if let Some(Value::Array(values)) = members.get_mut("enum") {
            values.push(Value::Null);
        }
    }
}

/// Keeps the order of a `#[schema]` type's fields, of each of its variants as well.
pub fn order_fields(schema: &mut schemars::Schema) {
    if let Some(members) = schema.as_object_mut() {
        order_members(members);
        if let Some(Value::Array(variants)) = members.get_mut("oneOf") {
            variants
                .iter_mut()
                .filter_map(Value::as_object_mut)
                .for_each(order_members);
        }
    }
}

fn order_members(members: &mut Map<String, Value>) {
    let Some(Value::Object(properties)) = members.get_mut("properties") else {
        return;
    };
    let mut order: Vec<(Option<u64>, String)> = properties
        .iter_mut()
        .map(|(name, property)| {
            let place = property
                .as_object_mut()
                .and_then(|property| property.remove(PLACE));
            (place.and_then(|place| place.as_u64()), name.clone())
        })
        .collect();
    order.sort();
    let mut names: Vec<Value> = order.into_iter().map(|(_, name)| name.into()).collect();
    // a variant that holds a struct has the struct's own order already, and the tag besides
    if let Some(Value::Array(inner)) = members.get(ORDER) {
        names.retain(|name| !inner.contains(name));
        names.extend_from_slice(inner);
    }
    members.insert(ORDER.into(), names.into());
}
