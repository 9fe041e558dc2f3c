//! Characters and escapes of URIs (RFC 3986 §2).

use super::VariableKind;

const HEX: &[u8; 16] = b"0123456789ABCDEF";

/// Characters that are the same whether escaped or not.
const fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

/// Characters that may divide a URI, and mean something else when escaped.
const fn is_reserved(byte: u8) -> bool {
    matches!(
        byte,
        b':' | b'/'
            | b'?'
            | b'#'
            | b'['
            | b']'
            | b'@'
            | b'!'
            | b'$'
            | b'&'
            | b'\''
            | b'('
            | b')'
            | b'*'
            | b'+'
            | b','
            | b';'
            | b'='
    )
}

pub(super) fn push_escape(text: &mut String, byte: u8) {
    text.push('%');
    for digit in [byte >> 4, byte & 15] {
        text.push(char::from(HEX[usize::from(digit)]));
    }
}

/// The byte that an escape at the beginning of the text stands for.
fn escaped(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else {
        return None;
    };
    let digit = |byte: u8| char::from(byte).to_digit(16);
    u8::try_from(digit(*high)? * 16 + digit(*low)?).ok()
}

/// The one spelling of a text in which all comparisons happen: ASCII, with upper-case escapes, and none for unreserved
/// characters (RFC 3986 §6.2.2); the error is the byte that doesn't belong into a URI.
pub(super) fn normalise(text: &str) -> Result<String, usize> {
    let bytes = text.as_bytes();
    let mut normal = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (byte, width) = match byte {
            b'%' => (escaped(&bytes[at..]).ok_or(at)?, 3),
            _ if is_unreserved(byte) || is_reserved(byte) || !byte.is_ascii() => (byte, 1),
            _ => return Err(at),
        };
        if is_unreserved(byte) || (width == 1 && is_reserved(byte)) {
            normal.push(char::from(byte));
        } else {
            push_escape(&mut normal, byte);
        }
        at += width;
    }
    Ok(normal)
}

/// A normalised text with its letters in lower case, and its escapes as they were.
pub(super) fn fold_case(text: &str) -> String {
    let mut folded = text.to_ascii_lowercase().into_bytes();
    let escapes: Vec<usize> = text.match_indices('%').map(|(at, _)| at).collect();
    for at in escapes {
        folded[at..(at + 3).min(text.len())].make_ascii_uppercase();
    }
    String::from_utf8(folded).unwrap_or_default()
}

/// Decodes a normalised text, once; nothing when an escape was cut or the bytes are no UTF-8.
pub(super) fn decode(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%' {
            decoded.push(escaped(&bytes[at..])?);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    String::from_utf8(decoded).ok()
}

/// Appends a value as its variable's operator writes it (RFC 6570 §3.2.1).
pub(super) fn encode(value: &str, kind: VariableKind, uri: &mut String) {
    for byte in value.bytes() {
        let plain = is_unreserved(byte)
            || match kind {
                // a `?` or `#` would end the path
                VariableKind::Path => is_reserved(byte) && !matches!(byte, b'?' | b'#'),
                VariableKind::Fragment => is_reserved(byte),
                _ => false,
            };
        if plain {
            uri.push(char::from(byte));
        } else {
            push_escape(uri, byte);
        }
    }
}

/// The last place where a literal stands in a normalised text, other than within an escape.
pub(super) fn rfind(text: &str, literal: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let in_escape = |at: usize| {
        (1..=2).any(|back| {
            at.checked_sub(back)
                .is_some_and(|before| bytes[before] == b'%')
        })
    };
    let mut end = text.len();
    loop {
        let at = text[..end].rfind(literal)?;
        if !in_escape(at) {
            return Some(at);
        }
        end = (at + literal.len()).saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::{decode, fold_case, normalise, rfind};

    #[test]
    fn one_spelling() {
        for (text, normal) in [
            ("a%7Eb%2fc", Ok("a~b%2Fc")),
            ("é", Ok("%C3%A9")),
            ("%c3%a9", Ok("%C3%A9")),
            ("%2541", Ok("%2541")),
            ("a b", Err(1)),
            ("ab%4", Err(2)),
            ("%+1", Err(0)),
            ("a\\b", Err(1)),
            ("{x}", Err(0)),
        ] {
            assert_eq!(
                normalise(text).as_deref(),
                normal.as_ref().copied(),
                "{text}"
            );
        }
    }

    #[test]
    fn escapes_keep_their_case() {
        assert_eq!(fold_case("AbC%2F%C3x"), "abc%2F%C3x");
    }

    #[test]
    fn decodes_once() {
        assert_eq!(decode("%2541").as_deref(), Some("%41"));
        assert_eq!(decode("%FF"), None);
        assert_eq!(decode("%2"), None);
    }

    #[test]
    fn literals_are_not_found_within_escapes() {
        assert_eq!(rfind("a2b%2Fc", "2"), Some(1));
        assert_eq!(rfind("%2F", "F"), None);
        assert_eq!(rfind("a%2F%2F", "%2F"), Some(4));
    }
}
