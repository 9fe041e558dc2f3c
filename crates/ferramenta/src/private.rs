//! What the macros' code needs; not part of the public interface.

use std::fmt::Display;

pub use schemars;
pub use serde;

pub use crate::contract::{Bound, Constrained, Constraint, Kind, Measured, Param, Params, Ranged, Textual, check, marker};
use crate::IntoOutput;

/// A private keyword in which `#[schema]` types keep the order of their fields.
pub const ORDER: &str = crate::contract::schema::ORDER;

/// Checks that the parameters of a handler go together. `#[tool]` calls it in a constant, so that a
/// mistake is an error of the compiler.
pub const fn check_params<P: Params<M>, M>() {
    let (mut whole, mut single, mut index) = (0, 0, 0);
    while index < P::KINDS.len() {
        match P::KINDS[index] {
            Kind::Whole => whole += 1,
            Kind::Argument => single += 1,
            Kind::Injected => {}
        }
        index += 1;
    }
    assert!(whole < 2, "`Args<T>` is the whole argument object, so there can be only one: join the two types into one struct");
    assert!(
        whole == 0 || single == 0,
        "`Args<T>` is the whole argument object, so no plain argument can stand beside it: move it into the struct"
    );
}

/// Asserts that a type can be a parameter; the error stands at the type.
pub const fn assert_param<T: Param<M>, M>() {}

/// Asserts that a type can be a result; the error stands at the type.
pub const fn assert_output<T: IntoOutput>() {}

/// Asserts that a handler's future can move between threads; the error stands at the function.
pub const fn assert_send<T: Future + Send>(future: T) -> T {
    future
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
pub const fn assert_by_reference<T: ByReference + ?Sized>() {}

/// Turns what a check said into an error of the decoder.
pub fn custom<E: serde::de::Error>(message: impl Display) -> E {
    E::custom(message)
}
