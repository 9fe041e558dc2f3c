//! The terminal of who runs the inspector.

use std::io::{Write, stderr};

/// Writes a line to standard error; one that is gone must not end what goes on.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}
