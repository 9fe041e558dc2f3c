//! What the targets in `fuzz_targets/` check, one module for each; `README.md` says how they are run.
//!
//! Every `check` takes any bytes and panics when a promise is broken. Inputs that say nothing to a target are passed over.

#![forbid(unsafe_code)]

pub mod arguments;
pub mod cursors;
pub mod dispatcher;
pub mod envelope;
pub mod events;
pub mod headers;
pub mod json;
pub mod reference;
pub mod request_state;
pub mod uri_template;
pub mod wire;
