//! What goes to standard output.

use std::io::{self, ErrorKind, Write};

/// Prints lines; who has stopped reading, as `head` does, is no mistake.
///
/// # Errors
/// When standard output can't be written.
pub(crate) fn say(text: &str) -> io::Result<()> {
    print(format!("{}\n", text.trim_end_matches('\n')))
}

/// Prints a text, or bytes, as they are.
///
/// # Errors
/// As for [`say`].
pub(crate) fn print(output: impl AsRef<[u8]>) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout
        .write_all(output.as_ref())
        .and_then(|()| stdout.flush())
    {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
