//! Arguments that an HTTP header repeats (specification 2026-07-28: *Streamable HTTP, Custom Headers
//! from Tool Parameters*).

use base64::{Engine as _, engine::general_purpose::STANDARD};
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
    let bytes = STANDARD.decode(encoded).map_err(drop)?;
    String::from_utf8(bytes).map_err(drop)
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
