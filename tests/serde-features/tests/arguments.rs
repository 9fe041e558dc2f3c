//! What clients may send as arguments, and what they read when it is wrong.

#[path = "../../../crates/ferramenta/tests/arguments.rs"]
mod arguments;
