//! What `#[schema]` asserts of the types inside a type, so that a mistake stands at its place.

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};

use crate::contract::{Constrained, Measured, Ranged, Textual};

/// A type that a field of a `#[schema]` type can have, where `T` is what has to have a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a `#[schema]` type",
    label = "has no schema",
    note = "put `#[ferramenta::schema]` on `{T}`, or derive `Serialize`, `Deserialize` and `JsonSchema`"
)]
pub trait Field<T: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<F: Serialize + DeserializeOwned + JsonSchema, T: ?Sized> Field<T> for F {}

/// A type that a field of a `#[schema(input)]` type can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a `#[schema(input)]` type",
    label = "has no schema",
    note = "put `#[ferramenta::schema]` on `{T}`, or derive `Deserialize` and `JsonSchema`"
)]
pub trait InputField<T: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<F: DeserializeOwned + JsonSchema, T: ?Sized> InputField<T> for F {}

/// A type that a field of a `#[schema(output)]` type can have.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be in a `#[schema(output)]` type",
    label = "has no schema",
    note = "put `#[ferramenta::schema]` on `{T}`, or derive `Serialize` and `JsonSchema`"
)]
pub trait OutputField<T: ?Sized> {}

#[diagnostic::do_not_recommend]
impl<F: Serialize + JsonSchema, T: ?Sized> OutputField<T> for F {}

/// Asserts that a type can be in a `#[schema]` type; the error stands at the type.
pub const fn assert_field<F: Field<T>, T: ?Sized>() {}

/// The same for `#[schema(input)]`.
pub const fn assert_input_field<F: InputField<T>, T: ?Sized>() {}

/// The same for `#[schema(output)]`.
pub const fn assert_output_field<F: OutputField<T>, T: ?Sized>() {}

/// Asserts that `range(..)` can be about a type; the error stands at the type.
pub const fn assert_ranged<T: Ranged>() {}

/// The same for `length(..)`.
pub const fn assert_measured<T: Measured>() {}

/// The same for `pattern`.
pub const fn assert_textual<T: Textual>() {}

/// The same for `one_of(..)`.
pub const fn assert_constrained<T: Constrained>() {}

/// A struct whose members can stand beside a tag.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no members that could stand beside a tag",
    label = "not a `#[schema]` struct",
    note = "put `#[ferramenta::schema]` on a struct with named fields, or write the fields into the variant: `Name {{ .. }}`",
    note = "where the struct derives `Serialize` or `Deserialize` itself, let `#[ferramenta::schema]` write both"
)]
pub trait ObjectType {
    /// What the members are called.
    const NAMES: &'static [&'static str];
}

impl<T: ObjectType> ObjectType for Box<T> {
    const NAMES: &'static [&'static str] = T::NAMES;
}

/// Asserts that the members of a type can stand beside a tag; the error stands at the type.
pub const fn assert_object<T: ObjectType>(tag: &str) {
    let mut index = 0;
    while index < T::NAMES.len() {
        assert!(
            !same(T::NAMES[index], tag),
            "a member of the struct in this variant is called like the tag: choose another tag"
        );
        index += 1;
    }
}

const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut index = 0;
    while index < a.len() {
        if a[index] != b[index] {
            return false;
        }
        index += 1;
    }
    true
}
