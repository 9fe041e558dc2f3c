//! Nothing of its own: the tests are those of `ferramenta`, under other features of `serde_json`.
//!
//! ```sh
//! cd tests/serde-features
//! cargo test                                     # none
//! cargo test --features arbitrary_precision      # or float_roundtrip, preserve_order, unbounded_depth
//! cargo test --all-features
//! ```
