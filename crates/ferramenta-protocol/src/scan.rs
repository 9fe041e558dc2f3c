//! A scanner that finds where JSON values begin and end, and refuses what isn't JSON, without
//! building anything.

use std::borrow::Cow;

use crate::plain::plain_length;

/// Deepest nesting that can be scanned, and so the largest limit that can be set.
pub const MAX_DEPTH: usize = 128;

/// Why a text was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Not JSON, from about this byte on.
    Syntax(usize),
    /// Nested deeper than the limit.
    TooDeep,
}

/// A position in a text, and the containers that are open there.
pub(crate) struct Scanner<'a> {
    text: &'a str,
    position: usize,
    /// One bit per open container, the innermost lowest: 1 = object, 0 = array.
    open: u128,
    depth: usize,
    max_depth: usize,
}

/// A string's token, and whether escapes are in it.
struct Text<'a> {
    token: &'a str,
    escaped: bool,
}

/// The members of an object that is being read.
pub(crate) struct Members {
    first: bool,
}

impl<'a> Scanner<'a> {
    pub(crate) fn new(text: &'a str, max_depth: usize) -> Self {
        Self {
            text,
            position: 0,
            open: 0,
            depth: 0,
            max_depth: max_depth.min(MAX_DEPTH),
        }
    }

    pub(crate) const fn position(&self) -> usize {
        self.position
    }

    pub(crate) fn since(&self, start: usize) -> &'a str {
        &self.text[start..self.position]
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.text[self.position..]
    }

    pub(crate) fn at_object(&mut self) -> bool {
        self.whitespace();
        self.peek() == Some(b'{')
    }

    pub(crate) fn at_array(&mut self) -> bool {
        self.whitespace();
        self.peek() == Some(b'[')
    }

    pub(crate) fn at_end(&mut self) -> bool {
        self.whitespace();
        self.position == self.text.len()
    }

    /// Enters the object that starts here.
    pub(crate) fn object(&mut self) -> Result<Members, Fault> {
        self.whitespace();
        self.expect(b'{')?;
        self.enter(true)?;
        Ok(Members { first: true })
    }

    /// Enters the array that starts here.
    pub(crate) fn array(&mut self) -> Result<Members, Fault> {
        self.whitespace();
        self.expect(b'[')?;
        self.enter(false)?;
        Ok(Members { first: true })
    }

    /// Passes one whole value and gives its text.
    pub(crate) fn skip(&mut self) -> Result<&'a str, Fault> {
        self.whitespace();
        let start = self.position;
        let base = self.depth;
        loop {
            let opened = self.opening_or_scalar()?;
            if !opened && self.close_finished(base)? {
                return Ok(&self.text[start..self.position]);
            }
        }
    }

    /// Passes a scalar, an empty container, or the opening of a container up to its first value;
    /// true in the last case.
    fn opening_or_scalar(&mut self) -> Result<bool, Fault> {
        self.whitespace();
        match self.peek() {
            Some(b'{') => {
                self.position += 1;
                self.enter(true)?;
                self.whitespace();
                if self.take(b'}') {
                    self.leave();
                    return Ok(false);
                }
                self.key()?;
                Ok(true)
            }
            Some(b'[') => {
                self.position += 1;
                self.enter(false)?;
                self.whitespace();
                if self.take(b']') {
                    self.leave();
                    return Ok(false);
                }
                Ok(true)
            }
            Some(b'"') => self.string().map(|_| false),
            Some(b'-' | b'0'..=b'9') => self.number().map(|()| false),
            Some(b't') => self.word("true").map(|()| false),
            Some(b'f') => self.word("false").map(|()| false),
            Some(b'n') => self.word("null").map(|()| false),
            _ => Err(self.fault()),
        }
    }

    /// After a value: closes the containers that end here; true when `base` is reached, false when
    /// another value follows.
    fn close_finished(&mut self, base: usize) -> Result<bool, Fault> {
        while self.depth > base {
            self.whitespace();
            let in_object = self.open & 1 == 1;
            match self.peek() {
                Some(b',') => {
                    self.position += 1;
                    if in_object {
                        self.whitespace();
                        self.key()?;
                    }
                    return Ok(false);
                }
                Some(b'}') if in_object => self.position += 1,
                Some(b']') if !in_object => self.position += 1,
                _ => return Err(self.fault()),
            }
            self.leave();
        }
        Ok(true)
    }

    fn key(&mut self) -> Result<Text<'a>, Fault> {
        let key = self.string()?;
        self.whitespace();
        self.expect(b':')?;
        Ok(key)
    }

    /// Passes a string.
    fn string(&mut self) -> Result<Text<'a>, Fault> {
        let start = self.position;
        self.expect(b'"')?;
        let mut escaped = false;
        loop {
            self.plain_text();
            match self.peek() {
                Some(b'"') => {
                    self.position += 1;
                    return Ok(Text {
                        token: &self.text[start..self.position],
                        escaped,
                    });
                }
                Some(b'\\') => {
                    self.position += 1;
                    escaped = true;
                    self.escape()?;
                }
                _ => return Err(self.fault()),
            }
        }
    }

    /// Goes to the next quote, escape or control character.
    fn plain_text(&mut self) {
        let rest = &self.text.as_bytes()[self.position..];
        self.position += plain_length(rest);
    }

    fn escape(&mut self) -> Result<(), Fault> {
        let letter = self.peek().ok_or_else(|| self.fault())?;
        self.position += 1;
        match letter {
            b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't' => Ok(()),
            b'u' => {
                let digits = self.text.as_bytes().get(self.position..self.position + 4);
                if digits.is_some_and(|four| four.iter().all(u8::is_ascii_hexdigit)) {
                    self.position += 4;
                    Ok(())
                } else {
                    Err(self.fault())
                }
            }
            _ => Err(self.fault()),
        }
    }

    fn number(&mut self) -> Result<(), Fault> {
        self.take(b'-');
        if !self.take(b'0') {
            self.digits()?;
        }
        if self.take(b'.') {
            self.digits()?;
        }
        if self.take(b'e') || self.take(b'E') {
            let _ = self.take(b'+') || self.take(b'-');
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.position;
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.position += 1;
        }
        if self.position > start {
            Ok(())
        } else {
            Err(self.fault())
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Fault> {
        if self.rest().as_bytes().starts_with(word.as_bytes()) {
            self.position += word.len();
            Ok(())
        } else {
            Err(self.fault())
        }
    }

    fn whitespace(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.position += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.position).copied()
    }

    fn take(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.position += usize::from(found);
        found
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.take(byte) {
            Ok(())
        } else {
            Err(self.fault())
        }
    }

    fn enter(&mut self, object: bool) -> Result<(), Fault> {
        if self.depth == self.max_depth {
            return Err(Fault::TooDeep);
        }
        self.depth += 1;
        self.open = (self.open << 1) | u128::from(object);
        Ok(())
    }

    fn leave(&mut self) {
        self.depth -= 1;
        self.open >>= 1;
    }

    const fn fault(&self) -> Fault {
        Fault::Syntax(self.position)
    }
}

impl Members {
    /// The next key of an object, its escapes undone; `None` behind the closing brace. The value
    /// that follows has to be passed before the next call.
    pub(crate) fn next_key<'a>(
        &mut self,
        scanner: &mut Scanner<'a>,
    ) -> Result<Option<Cow<'a, str>>, Fault> {
        if !self.advance(scanner, b'}')? {
            return Ok(None);
        }
        let at = scanner.fault();
        let Text { token, escaped } = scanner.key()?;
        if !escaped {
            return Ok(Some(Cow::Borrowed(&token[1..token.len() - 1])));
        }
        crate::json::string(token).map(Some).ok_or(at)
    }

    /// Whether another item of an array follows; it has to be passed before the next call.
    pub(crate) fn next_item(&mut self, scanner: &mut Scanner<'_>) -> Result<bool, Fault> {
        self.advance(scanner, b']')
    }

    fn advance(&mut self, scanner: &mut Scanner<'_>, close: u8) -> Result<bool, Fault> {
        scanner.whitespace();
        if scanner.peek() == Some(close) {
            scanner.position += 1;
            scanner.leave();
            return Ok(false);
        }
        if !std::mem::take(&mut self.first) {
            scanner.expect(b',')?;
            scanner.whitespace();
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{Fault, MAX_DEPTH, Scanner};

    fn whole(text: &str) -> Result<(), Fault> {
        let mut scanner = Scanner::new(text, MAX_DEPTH);
        scanner.skip()?;
        if scanner.at_end() {
            Ok(())
        } else {
            Err(scanner.fault())
        }
    }

    fn same_as_serde(text: &str) {
        let serde = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        assert_eq!(whole(text).is_ok(), serde, "{text:?}");
    }

    #[test]
    fn accepts_and_refuses_what_serde_json_does() {
        for text in [
            "null",
            "true",
            "false",
            "0",
            "-0",
            "01",
            "1.",
            ".5",
            "1e",
            "1e+5",
            "-",
            "1.5E-3",
            "\"\"",
            "\"a",
            "\"\\u12g4\"",
            "\"\\u1234\"",
            "\"\\x\"",
            "\"\u{1}\"",
            "[]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "[1,2]",
            "{}",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{\"a\":1 \"b\":2}",
            "{a:1}",
            "{\"a\":[{}]}",
            "[}",
            "{]",
            "",
            " [ 1 , { \"a\" : [ ] } ] ",
            "nul",
            "[1]]",
            "NaN",
        ] {
            same_as_serde(text);
        }
    }

    #[test]
    fn depth_is_counted_not_recursed() {
        let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
        assert_eq!(whole(&deep(MAX_DEPTH)), Ok(()));
        assert_eq!(whole(&deep(MAX_DEPTH + 1)), Err(Fault::TooDeep));
        assert_eq!(whole(&deep(100_000)), Err(Fault::TooDeep));
    }

    proptest! {
        #[test]
        fn agrees_with_serde_json_on_json_like_text(text in "[\\[\\]{}:,\"\\\\eE+\\-.0-9a-z \n]{0,40}") {
            // serde_json also refuses what a number type can't hold; the grammar is compared alone
            let serde = serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok();
            prop_assert_eq!(whole(text.trim_matches([' ', '\n'])).is_ok(), serde, "{:?}", text);
        }

        #[test]
        fn accepts_all_json(value in json_value()) {
            prop_assert_eq!(whole(&value.to_string()), Ok(()));
        }
    }

    fn json_value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<f64>().prop_map(Into::into),
            ".*".prop_map(Into::into),
        ];
        leaf.prop_recursive(6, 64, 6, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
                prop::collection::btree_map(".*", inner, 0..6)
                    .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
            ]
        })
    }
}
