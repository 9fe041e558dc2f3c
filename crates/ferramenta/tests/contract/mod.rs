//! The types that tools take, what may be sent for them, and whether what was published is what is kept.
#![allow(unreachable_pub, reason = "each test file is a crate of its own")]
#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod call;
pub mod form;
pub mod inputs;
pub mod judge;
pub mod models;
pub mod near;
pub mod other_crates;
pub mod outputs;
pub mod page;
pub mod pools;
pub mod schemas;
pub mod sent;
