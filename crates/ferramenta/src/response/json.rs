//! JSON for results: what it can't hold is told, not replaced by `null`.

use std::io;

use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};

/// A value as JSON, and whether a `null` is in it.
///
/// A float that isn't finite is written as `null`, so only a value with one has to be looked at again.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<(Vec<u8>, bool)> {
    let mut out = Vec::with_capacity(128);
    let mut nulls = false;
    value.serialize(&mut serde_json::Serializer::with_formatter(
        &mut out,
        NoticeNull(&mut nulls),
    ))?;
    Ok((out, nulls))
}

struct NoticeNull<'a>(&'a mut bool);

impl Formatter for NoticeNull<'_> {
    fn write_null<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        *self.0 = true;
        CompactFormatter.write_null(writer)
    }
}
