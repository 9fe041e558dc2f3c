use std::fmt;

use crate::json;

/// A request id exactly as the client wrote it: the token of an integer or of a string.
///
/// Kept as text, so that it is echoed byte for byte and never passes through a number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Id<'a>(&'a str);

/// Longest id that is echoed, in bytes; the quotes of a string don't count.
const MAX_LENGTH: usize = 256;

impl<'a> Id<'a> {
    /// Takes the JSON token of an id; `None` for anything but an integer or a string of at most 256 bytes.
    ///
    /// `1.0`, `1e3` and `-0` are no integers here: two spellings of one id would be two requests.
    pub fn from_token(token: &'a str) -> Option<Self> {
        let fits = token.len() <= MAX_LENGTH + "\"\"".len();
        (fits && (is_string(token) || is_integer(token))).then_some(Self(token))
    }

    /// The token, ready to be written into an answer.
    pub const fn token(self) -> &'a str {
        self.0
    }
}

impl fmt::Display for Id<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Half a character, such as `\ud800`, is well-formed but no text: most clients couldn't read it back.
fn is_string(token: &str) -> bool {
    token.len() >= 2
        && token.starts_with('"')
        && (!token.contains('\\') || json::string(token).is_some())
}

fn is_integer(token: &str) -> bool {
    let digits = token.strip_prefix('-').unwrap_or(token);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    plain && token != "-0"
}

#[cfg(test)]
mod tests {
    use super::Id;

    #[test]
    fn integers_and_strings_are_ids() {
        for token in [
            "0",
            "7",
            "-3",
            "9007199254740993",
            "\"\"",
            "\"a b\"",
            "\"\\u00e9\"",
        ] {
            assert_eq!(Id::from_token(token).map(Id::token), Some(token));
        }
    }

    #[test]
    fn everything_else_is_not() {
        let long = format!("\"{}\"", "x".repeat(257));
        for token in [
            "null",
            "true",
            "1.0",
            "1e3",
            "-0",
            "-",
            "{}",
            "[1]",
            "",
            "\"\\ud800\"",
            &long,
        ] {
            assert_eq!(Id::from_token(token), None, "{token}");
        }
    }
}
