//! Arguments that an HTTP header repeats (specification 2026-07-28: *Streamable HTTP, Custom Headers
//! from Tool Parameters*).

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ferramenta_protocol::Tree;

use super::check::Decimal;

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
        let arguments = Tree::parse(arguments).unwrap_or(Tree::Null);
        self.0.iter().find_map(|(name, argument)| {
            let sent = member(&arguments, argument);
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

/// An argument that is sent and isn't `null`.
fn member<'t>(arguments: &'t Tree<'_>, name: &str) -> Option<&'t Tree<'t>> {
    let Tree::Object(members) = arguments else {
        return None;
    };
    let mut named = members.iter().rev().filter(|(key, _)| key == name);
    let (_, value) = named.next()?;
    (*value != Tree::Null).then_some(value)
}

/// Whether a header's text stands for this value; numbers are compared as numbers, by all their digits.
fn says(value: &Tree<'_>, text: &str) -> bool {
    match value {
        Tree::String(own) => own == text,
        Tree::Bool(own) => text == if *own { "true" } else { "false" },
        Tree::Number(own) => is_number(text) && Decimal::parse(own) == Decimal::parse(text),
        _ => false,
    }
}

/// Whether a text is a number as JSON writes it, and nothing more.
fn is_number(text: &str) -> bool {
    text.ends_with(|c: char| c.is_ascii_digit())
        && text.starts_with(|c: char| c == '-' || c.is_ascii_digit())
        && matches!(Tree::parse(text), Ok(Tree::Number(_)))
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
    use ferramenta_protocol::Tree;

    use super::{decode, says};

    #[test]
    fn numbers_are_compared_by_all_their_digits() {
        for (value, header, same) in [
            ("9007199254740993", "9007199254740993", true),
            ("9007199254740993", "9007199254740992", false),
            ("5", "5.0", true),
            ("5.0", "5", true),
            ("5", "50e-1", true),
            ("-5", "-5", true),
            ("5", "+5", false),
            ("5", " 5", false),
            ("5", "5 ", false),
            ("5", "05", false),
            ("5", "5.", false),
            ("0", "", false),
            ("0", "-", false),
            ("0", ".0", false),
            ("1e400", "inf", false),
            ("1e400", "1e400", true),
            ("0", "nan", false),
            ("5", "\"5\"", false),
            ("\"5\"", "5", true),
            ("\"5\"", "5.0", false),
            ("true", "true", true),
            ("true", "True", false),
            ("[]", "[]", false),
        ] {
            let tree = Tree::parse(value).expect("JSON");
            assert_eq!(says(&tree, header), same, "{value} {header}");
        }
    }

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
