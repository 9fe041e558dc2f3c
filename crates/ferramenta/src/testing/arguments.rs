//! The arguments of a call by type: in the handler's order, or as one object.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::{
    __private::{Presence, presence},
    Args, ToolDef,
    contract::Taken,
};

/// The arguments of a [call](crate::TestClient::call).
///
/// - A **tuple** has a value for each argument of the handler, in the handler's order. What comes from the server,
///   such as `Inject<T>` and `Context`, isn't counted. Optional arguments may be left out at the end, and `None`
///   leaves out one anywhere.
/// - [`Args(value)`](Args) is the whole argument object: for a handler that takes [`Args<T>`](Args), or for one
///   whose arguments are members of `value`.
/// - `json!({ .. })` is sent as it is, also where the tool has to refuse it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the arguments of a call",
    label = "neither a tuple nor the whole argument object",
    note = "write a tuple of values that implement `Serialize`, also for one: `(value,)`",
    note = "the whole argument object is `Args(value)` or `json!({{ .. }})`"
)]
pub trait CallArguments {
    /// What is sent, or why it can't be.
    #[doc(hidden)]
    fn given(self) -> Result<Given, String>;
}

/// Arguments as they were given.
#[derive(Debug)]
pub enum Given {
    /// Values in the handler's order; none where one is left out.
    InOrder(Vec<Option<Value>>),
    /// The whole object.
    Whole(Value),
}

impl CallArguments for Value {
    fn given(self) -> Result<Given, String> {
        Ok(Given::Whole(self))
    }
}

impl<T: Serialize> CallArguments for Args<T> {
    fn given(self) -> Result<Given, String> {
        match serde_json::to_value(self.0) {
            Ok(object @ Value::Object(_)) => Ok(Given::Whole(object)),
            Ok(other) => Err(format!("`Args(..)` is an object, and this one is {other}")),
            Err(error) => Err(format!("`Args(..)` can't be written as JSON: {error}")),
        }
    }
}

macro_rules! tuples {
    ($($T:ident $index:tt)*) => {
        impl<$($T: Serialize),*> CallArguments for ($($T,)*) {
            fn given(self) -> Result<Given, String> {
                Ok(Given::InOrder(vec![$(one($index, &self.$index)?),*]))
            }
        }
    };
}
tuples!();
tuples!(A 0);
tuples!(A 0 B 1);
tuples!(A 0 B 1 C 2);
tuples!(A 0 B 1 C 2 D 3);
tuples!(A 0 B 1 C 2 D 3 E 4);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10);
tuples!(A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 L 11);

fn one<T: Serialize>(index: usize, value: &T) -> Result<Option<Value>, String> {
    let unwritable = |why: &str| {
        let number = index + 1;
        format!("value {number} can't be written as JSON: {why}")
    };
    match presence(value) {
        Presence::Absent => Ok(None),
        Presence::NotFinite => Err(unwritable("it is not a finite number")),
        Presence::Present => serde_json::to_value(value)
            .map(Some)
            .map_err(|error| unwritable(&error.to_string())),
    }
}

/// The argument object that is sent to a tool.
///
/// # Errors
/// Why these can't be its arguments, in a sentence that names both.
pub(super) fn object(tool: &ToolDef, given: Result<Given, String>) -> Result<Value, String> {
    let sent = given.and_then(|given| match given {
        Given::Whole(object) => Ok(object),
        Given::InOrder(values) => named(&tool.takes(), values),
    });
    sent.map_err(|problem| format!("the arguments of `{}`: {problem}", tool.common.name))
}

fn named(takes: &[Taken], values: Vec<Option<Value>>) -> Result<Value, String> {
    if takes.iter().any(|taken| taken.whole) {
        return Err("its handler takes one object: pass `Args(value)` or `json!({ .. })` in place of a tuple".into());
    }
    let list = spelled(takes);
    if values.len() > takes.len() {
        let count = values.len();
        return Err(format!(
            "it takes {list}, and the tuple's length is {count}"
        ));
    }
    let mut values = values.into_iter();
    let mut object = Map::new();
    for taken in takes {
        let name = taken.name;
        match values.next().flatten() {
            Some(value) => drop(object.insert(name.to_owned(), value)),
            None if taken.optional => {}
            None => {
                return Err(format!(
                    "it takes {list}, and the tuple has no `{name}`; what it should refuse is sent as `json!({{ .. }})`"
                ));
            }
        }
    }
    Ok(object.into())
}

/// The names, with a `?` behind what is optional.
fn spelled(takes: &[Taken]) -> String {
    let names: Vec<_> = takes
        .iter()
        .map(|taken| format!("{}{}", taken.name, if taken.optional { "?" } else { "" }))
        .collect();
    format!("({})", names.join(", "))
}
