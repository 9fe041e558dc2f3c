//! Every single figure, a JSON object a line, for whoever wants to count again.

use std::fs::OpenOptions;
use std::io::Write;

use serde_json::Value;

use crate::Result;
use crate::options::Options;

/// Adds lines to the file that `--raw` names; nothing without it.
pub(crate) fn write(options: &Options, lines: impl IntoIterator<Item = Value>) -> Result<()> {
    let Some(path) = &options.raw else {
        return Ok(());
    };
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    for line in lines {
        writeln!(file, "{line}")?;
    }
    Ok(())
}
