//! The types of other crates are among those of the contract's tests.

#[path = "../../../crates/ferramenta/tests/types_hold.rs"]
mod types_hold;
