//! What can still be found in a message that was refused, so that its sender gets an answer.

use std::borrow::Cow;

use crate::{Id, json, scan::Scanner};

/// What a refused message says about itself.
#[derive(Default)]
pub(crate) struct Found<'a> {
    pub(crate) id: Option<Id<'a>>,
    /// More than one id: none of them can be trusted.
    pub(crate) ambiguous_id: bool,
    pub(crate) has_id: bool,
    pub(crate) has_method: bool,
}

/// Looks for `id` and `method` among the outermost members, whatever the rest looks like.
pub(crate) fn salvage(bytes: &[u8]) -> Found<'_> {
    let mut found = Found::default();
    let mut depth = 0_usize;
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        position += 1;
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.saturating_sub(1),
            b'"' => {
                let start = position;
                let key = &bytes[start..end_of_string(bytes, start)];
                position += key.len() + 1;
                if depth == 1 && is_key(bytes, position) {
                    found.member(&unescaped(&bytes[start - 1..position]), &bytes[position..]);
                }
            }
            _ => {}
        }
    }
    found
}

impl<'a> Found<'a> {
    /// Takes a key, and the bytes behind it.
    fn member(&mut self, key: &str, rest: &'a [u8]) {
        match key {
            "id" if self.has_id => self.ambiguous_id = true,
            "id" => {
                self.has_id = true;
                self.id = std::str::from_utf8(value_after(rest))
                    .ok()
                    .filter(|token| is_json(token))
                    .and_then(Id::from_token);
            }
            "method" => self.has_method = true,
            _ => {}
        }
    }
}

/// What is found in a broken message may itself be what is broken, and must not be repeated then.
fn is_json(token: &str) -> bool {
    let mut scanner = Scanner::new(token, 1);
    scanner.skip().is_ok() && scanner.at_end()
}

/// The text of a string token, which a key may have been written in another way than `id`; empty where it has none.
fn unescaped(token: &[u8]) -> Cow<'_, str> {
    let text = std::str::from_utf8(token).ok().and_then(json::string);
    text.unwrap_or_default()
}

fn end_of_string(bytes: &[u8], start: usize) -> usize {
    let mut position = start;
    while let Some(&byte) = bytes.get(position) {
        match byte {
            b'"' => return position,
            b'\\' => position += 2,
            _ => position += 1,
        }
    }
    bytes.len()
}

fn is_key(bytes: &[u8], position: usize) -> bool {
    let rest = bytes.get(position..).unwrap_or_default();
    rest.trim_ascii_start().first() == Some(&b':')
}

/// The scalar token behind the colon that these bytes begin with.
fn value_after(bytes: &[u8]) -> &[u8] {
    let rest = bytes.trim_ascii_start();
    let value = rest[1..].trim_ascii_start();
    let end = match value.first() {
        Some(b'"') => (end_of_string(value, 1) + 1).min(value.len()),
        _ => value
            .iter()
            .position(|byte| matches!(byte, b',' | b'}' | b']') || byte.is_ascii_whitespace())
            .unwrap_or(value.len()),
    };
    let token = &value[..end];
    // a string that ends with the message is cut short: its id isn't known
    if token.first() == Some(&b'"') && (token.len() < 2 || token.last() != Some(&b'"')) {
        return &[];
    }
    token
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::salvage;
    use crate::Id;

    #[test]
    fn finds_ids_in_broken_messages() {
        for (text, id) in [
            (r#"{"id":1,"method":"#, Some("1")),
            (
                r#"{"params":{"id":2},"id": "a\"b" ,"x":tru"#,
                Some(r#""a\"b""#),
            ),
            (r#"{"params":{"id":2}}"#, None),
            (r#"{"id":"cut"#, None),
            (r#"{"id":{"a":1}}"#, None),
            (r#"["id":1]"#, Some("1")),
            (r#"{"id":01}"#, None),
            (r#"{"id":"a\x"}"#, None),
            ("{\"id\":\"a\tb\"}", None),
            (r#"{"id""#, None),
            (r#"{"id":"#, None),
        ] {
            assert_eq!(salvage(text.as_bytes()).id.map(Id::token), id, "{text}");
        }
    }

    #[test]
    fn keys_are_known_however_they_are_written() {
        let found = salvage(br#"{"\u0069d":1,"m\u0065thod":"m","x":"#);
        assert_eq!(found.id.map(Id::token), Some("1"));
        assert!(found.has_method);
        assert!(salvage(br#"{"id":1,"\u0069d":2}"#).ambiguous_id);
    }

    #[test]
    fn many_keys_cost_what_their_bytes_cost() {
        let keys = r#"{"a":x"#.to_owned() + &r#""a":x"#.repeat(200_000) + r#""id":7}"#;
        assert_eq!(salvage(keys.as_bytes()).id.map(Id::token), Some("7"));
        let ids = r#"{"id":x"#.to_owned() + &r#""id":x"#.repeat(200_000);
        assert!(salvage(ids.as_bytes()).ambiguous_id);
    }

    proptest! {
        #[test]
        fn never_panics(bytes in prop::collection::vec(prop::sample::select(b"{}[]\":\\,id1 method\xff".to_vec()), 0..60)) {
            salvage(&bytes);
        }
    }
}
