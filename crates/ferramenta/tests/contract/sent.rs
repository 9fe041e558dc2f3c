//! Values as they are written, also those that no decoder takes.

use std::fmt::Write as _;

/// A JSON value as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent {
    /// A token: `null`, a number, `"\ud800"`.
    Token(String),
    Text(String),
    List(Vec<Sent>),
    Object(Vec<(String, Sent)>),
}

impl Sent {
    pub fn token(token: impl Into<String>) -> Self {
        Self::Token(token.into())
    }

    pub fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Token(token) => out.push_str(token),
            Self::Text(text) => out.push_str(&quoted(text)),
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    item.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    let _ = write!(out, "{}{}:", if index > 0 { "," } else { "" }, quoted(key));
                    value.write(out);
                }
                out.push('}');
            }
        }
    }

    /// Whether the value holds what JSON Schema says nothing about: a key twice, half of a surrogate pair, or
    /// a number that is no float.
    pub fn is_beyond_schemas(&self) -> bool {
        match self {
            Self::Token(token) => {
                token.contains(r"\ud800")
                    || token
                        .parse::<f64>()
                        .is_ok_and(|number| number.is_infinite())
            }
            // it may be mended to what it holds
            Self::Text(text) => text.contains("1e400"),
            Self::List(items) => items.iter().any(Self::is_beyond_schemas),
            Self::Object(members) => {
                let twice = |index: usize| {
                    members[..index]
                        .iter()
                        .any(|(key, _)| *key == members[index].0)
                };
                (0..members.len()).any(twice)
                    || members.iter().any(|(_, value)| value.is_beyond_schemas())
            }
        }
    }

    /// Whether a number is inside that a float can't hold to the last digit.
    pub fn is_rounded(&self) -> bool {
        match self {
            Self::Token(token) => token
                .parse::<f64>()
                .is_ok_and(|number| number.abs() >= 9e15 || token.len() > 16),
            // it may be mended to a number
            Self::Text(text) => {
                let wide = text.len() > 15 || text.contains(['e', 'E']);
                wide && text.bytes().any(|byte| byte.is_ascii_digit())
            }
            Self::List(items) => items.iter().any(Self::is_rounded),
            Self::Object(members) => members.iter().any(|(_, value)| value.is_rounded()),
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}
