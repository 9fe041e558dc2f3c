//! Arguments that an HTTP header repeats (specification 2026-07-28: *Streamable HTTP, Custom Headers
//! from Tool Parameters*).

use serde_json::Value;

/// Looks up a request header by its lower-case name: `Err` when it is there more than once or isn't text.
pub(crate) trait HeaderSource {
    fn header(&self, name: &str) -> Result<Option<&str>, ()>;
}

/// The headers that a tool asks for: lower-case header name, and argument.
#[derive(Clone, Debug, Default)]
pub(crate) struct Headers(Vec<(String, &'static str)>);

impl Headers {
    pub(crate) fn push(&mut self, suffix: &str, argument: &'static str) {
        self.0.push((header_name(suffix), argument));
    }

    pub(crate) fn is_taken(&self, suffix: &str) -> bool {
        let name = header_name(suffix);
        self.0.iter().any(|(known, _)| *known == name)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The first header that doesn't say what the arguments say.
    pub(crate) fn mismatch(&self, arguments: &str, source: &dyn HeaderSource) -> Option<String> {
        let arguments: Value = serde_json::from_str(arguments).unwrap_or(Value::Null);
        self.0.iter().find_map(|(name, argument)| {
            let sent = arguments.get(*argument).filter(|value| !value.is_null());
            let header = source
                .header(name)
                .and_then(|text| text.map(decode).transpose());
            match (sent, header) {
                (None, Ok(None)) => None,
                (_, Err(())) => Some(format!("Header mismatch: {name} can't be read")),
                (Some(_), Ok(None)) => Some(format!(
                    "Header mismatch: {name} is missing, but `{argument}` is sent"
                )),
                (None, Ok(Some(_))) => Some(format!(
                    "Header mismatch: {name} is sent, but `{argument}` is not"
                )),
                (Some(value), Ok(Some(text))) => (!says(value, &text))
                    .then(|| format!("Header mismatch: {name} differs from `{argument}`")),
            }
        })
    }
}

fn header_name(suffix: &str) -> String {
    format!("mcp-param-{}", suffix.to_ascii_lowercase())
}

/// Whether a header's text stands for this value; numbers are compared as numbers.
fn says(value: &Value, text: &str) -> bool {
    match value {
        Value::String(own) => own == text,
        Value::Bool(own) => text == if *own { "true" } else { "false" },
        Value::Number(own) => text
            .parse::<f64>()
            .is_ok_and(|number| own.as_f64() == Some(number)),
        _ => false,
    }
}

/// Undoes the `=?base64?…?=` form in which headers carry what they can't carry plainly.
pub(crate) fn decode(text: &str) -> Result<String, ()> {
    let Some(encoded) = text
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="))
    else {
        return Ok(text.to_owned());
    };
    base64(encoded)
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .ok_or(())
}

/// Standard base64 with its padding; anything else is `None`.
fn base64(text: &str) -> Option<Vec<u8>> {
    let bytes = text.as_bytes();
    if !bytes.len().is_multiple_of(4) {
        return None;
    }
    let padding = bytes.iter().rev().take_while(|byte| **byte == b'=').count();
    if padding > 2 {
        return None;
    }
    let digits = &bytes[..bytes.len() - padding];
    let mut out = Vec::with_capacity(bytes.len() / 4 * 3);
    for chunk in digits.chunks(4) {
        let mut bits = 0_u32;
        for &byte in chunk {
            bits = (bits << 6) | digit(byte)?;
        }
        bits <<= 6 * (4 - chunk.len());
        let [_, first, second, third] = bits.to_be_bytes();
        let decoded = [first, second, third];
        let (kept, rest) = decoded.split_at(chunk.len() - 1);
        if rest.iter().any(|byte| *byte != 0) {
            return None;
        }
        out.extend_from_slice(kept);
    }
    Some(out)
}

fn digit(byte: u8) -> Option<u32> {
    let value = match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn the_sentinel_is_decoded_and_everything_else_is_literal() {
        for (text, value) in [
            ("plain", Ok("plain")),
            ("SGVsbG8=", Ok("SGVsbG8=")),
            ("=?base64?SGVsbG8=", Ok("=?base64?SGVsbG8=")),
            ("=?base64?SGVsbG8=?=", Ok("Hello")),
            ("=?base64?SGVsbA==?=", Ok("Hell")),
            ("=?base64?SGVs?=", Ok("Hel")),
            ("=?base64??=", Ok("")),
            ("=?base64?SGVsbG8?=", Err(())),
            ("=?base64?SGVs!G8=?=", Err(())),
            ("=?base64?SGVsbG9=?=", Err(())),
            ("=?base64?====?=", Err(())),
            ("=?base64?/w==?=", Err(())),
        ] {
            assert_eq!(
                decode(text).as_deref(),
                value.as_ref().map(|v| *v).map_err(|()| &()),
                "{text}"
            );
        }
    }
}
