//! JSON for results: what it can't hold is told, not replaced by `null`.

use std::io;

use ferramenta_protocol::json;
use serde::Serialize;
use serde_json::{
    Serializer,
    ser::{CompactFormatter, Formatter},
};

use super::bounded::Bounded;

/// A value as JSON, and whether a `null` is in it.
///
/// A float that isn't finite is written as `null`, so only a value with one has to be looked at again.
pub(super) fn write<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<(Vec<u8>, bool)> {
    let mut out = Vec::with_capacity(128);
    let nulls = serialize(value, &mut out)?;
    Ok((out, nulls))
}

/// The same for a value that may have so many bytes; nothing for one that has more, which is written no further.
pub(crate) fn write_within<T: Serialize + ?Sized>(
    value: &T,
    most: usize,
) -> serde_json::Result<Option<(Vec<u8>, bool)>> {
    let mut out = Vec::with_capacity(128);
    let mut bounded = Bounded::new(&mut out, most);
    let written = serialize(value, &mut bounded);
    // whatever has become of the error on its way through the value
    if bounded.is_full {
        return Ok(None);
    }
    Ok(Some((out, written?)))
}

fn serialize<T: Serialize + ?Sized>(value: &T, out: impl io::Write) -> serde_json::Result<bool> {
    let mut nulls = false;
    value.serialize(&mut Serializer::with_formatter(out, NoticeNull(&mut nulls)))?;
    Ok(nulls)
}

/// Writes a text as JSON; false for one that has more bytes than have room, which is written no further.
pub(super) fn text_within(out: &mut Vec<u8>, text: &str, room: usize) -> bool {
    // what is too long as it is needn't be looked through for what has to be escaped
    if text.len() + 2 > room {
        return false;
    }
    if !json::is_plain(text) {
        return serde_json::to_writer(Bounded::new(out, room), text).is_ok();
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
    true
}

struct NoticeNull<'a>(&'a mut bool);

impl Formatter for NoticeNull<'_> {
    fn write_null<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        *self.0 = true;
        CompactFormatter.write_null(writer)
    }
}
