//! A strict reader of JSON that leaves the grammar to `serde_json`, and keeps what that forgets: doubled keys, the
//! order of members, and every digit.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// The members of an object, their values as they were written.
#[derive(Debug)]
pub struct Members<'a>(pub Vec<(String, &'a str)>);

impl<'a> Members<'a> {
    /// The members of a text that is one object; nothing for another value, no JSON, or a key that is no text.
    pub fn of(text: &'a str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// All values under a key.
    pub fn all<'m>(&'m self, key: &'m str) -> impl Iterator<Item = &'a str> + 'm {
        let named = self.0.iter().filter(move |(name, _)| name == key);
        named.map(|(_, value)| *value)
    }

    /// The value under a key that stands there once.
    pub fn one(&self, key: &str) -> Option<&'a str> {
        let mut values = self.all(key);
        values.next().filter(|_| values.next().is_none())
    }

    /// Whether a key stands there more than once.
    pub fn doubles(&self, key: &str) -> bool {
        self.all(key).nth(1).is_some()
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Collect)
    }
}

struct Collect;

impl<'de> Visitor<'de> for Collect {
    type Value = Members<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
        let mut members = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, &RawValue>()? {
            members.push((key, value.get()));
        }
        Ok(Members(members))
    }
}

/// The items of a list, as they were written; nothing for another value, or no JSON.
pub fn items(text: &str) -> Option<Vec<&str>> {
    let items: Vec<&RawValue> = serde_json::from_str(text).ok()?;
    Some(items.into_iter().map(RawValue::get).collect())
}

/// The one value that a text is, without the space around it; nothing for no JSON.
pub fn value(text: &str) -> Option<&str> {
    let value: &RawValue = serde_json::from_str(text).ok()?;
    Some(value.get())
}

/// The text of a token that is a string; nothing for another token, or half a surrogate pair.
pub fn string(token: &str) -> Option<String> {
    serde_json::from_str(token).ok()
}

/// How deep the containers of a JSON text are nested.
pub fn depth(json: &str) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    let (mut quoted, mut escaped) = (false, false);
    for byte in json.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' | b'[' if !quoted => {
                open += 1;
                deepest = deepest.max(open);
            }
            b'}' | b']' if !quoted => open -= 1,
            _ => {}
        }
    }
    deepest
}

/// Whether a token can be the id of a request: a string of at most 256 bytes between its quotes, or an integer in its one
/// spelling.
pub fn is_id(token: &str) -> bool {
    if token.starts_with('"') {
        return token.len() <= 258 && string(token).is_some();
    }
    let digits = token.strip_prefix('-').unwrap_or(token);
    token.len() <= 258 && token != "-0" && digits.bytes().all(|byte| byte.is_ascii_digit())
}
