use std::borrow::Cow;

use crate::{
    json,
    scan::{Fault, Scanner},
    write,
};

/// A JSON value as it was written: numbers keep their digits, objects their order and doubled keys.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree<'a> {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its text.
    Number(Cow<'a, str>),
    /// A text, its escapes undone.
    String(Cow<'a, str>),
    /// A list.
    Array(Vec<Tree<'a>>),
    /// An object.
    Object(Vec<(Cow<'a, str>, Tree<'a>)>),
}

impl<'a> Tree<'a> {
    /// Reads a whole text.
    ///
    /// # Errors
    /// When it isn't JSON, is nested deeper than [`MAX_DEPTH`](crate::MAX_DEPTH), or holds half of a
    /// surrogate pair: the byte at which that shows.
    pub fn parse(text: &'a str) -> Result<Self, usize> {
        Self::parse_within(text, crate::MAX_DEPTH)
    }

    /// Reads a whole text that is nested no deeper than so many levels.
    ///
    /// # Errors
    /// As [`parse`](Tree::parse).
    pub fn parse_within(text: &'a str, max_depth: usize) -> Result<Self, usize> {
        let mut scanner = Scanner::new(text, max_depth);
        let at = |fault, scanner: &Scanner<'_>| match fault {
            Fault::Syntax(at) => at,
            Fault::TooDeep => scanner.position(),
        };
        let tree = Self::read(&mut scanner).map_err(|fault| at(fault, &scanner))?;
        if scanner.at_end() {
            Ok(tree)
        } else {
            Err(scanner.position())
        }
    }

    fn read(scanner: &mut Scanner<'a>) -> Result<Self, Fault> {
        if scanner.at_object() {
            return Self::read_object(scanner);
        }
        if scanner.at_array() {
            return Self::read_array(scanner);
        }
        let start = scanner.position();
        let token = scanner.skip()?;
        Ok(match token.as_bytes().first() {
            Some(b'n') => Self::Null,
            Some(b't') => Self::Bool(true),
            Some(b'f') => Self::Bool(false),
            Some(b'"') => Self::String(json::string(token).ok_or(Fault::Syntax(start))?),
            _ => Self::Number(token.into()),
        })
    }

    fn read_object(scanner: &mut Scanner<'a>) -> Result<Self, Fault> {
        let mut members = Vec::new();
        let mut object = scanner.object()?;
        while let Some(key) = object.next_key(scanner)? {
            members.push((key, Self::read(scanner)?));
        }
        Ok(Self::Object(members))
    }

    fn read_array(scanner: &mut Scanner<'a>) -> Result<Self, Fault> {
        let mut items = Vec::new();
        let mut array = scanner.array()?;
        while array.next_item(scanner)? {
            items.push(Self::read(scanner)?);
        }
        Ok(Self::Array(items))
    }

    /// Writes the value without white space.
    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Bool(value) => out.extend_from_slice(if *value { b"true" } else { b"false" }),
            Self::Number(text) => out.extend_from_slice(text.as_bytes()),
            Self::String(text) => write::value(out, text.as_ref()),
            Self::Array(items) => {
                out.push(b'[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(b',');
                    }
                    item.write(out);
                }
                out.push(b']');
            }
            Self::Object(members) => {
                out.push(b'{');
                for (key, value) in members {
                    write::member(out, key);
                    value.write(out);
                }
                out.push(b'}');
            }
        }
    }

    /// The value without white space, as text.
    pub fn to_text(&self) -> String {
        let mut out = Vec::new();
        self.write(&mut out);
        // everything written is a part of a text, or was escaped into one
        String::from_utf8(out).unwrap_or_default()
    }

    /// The same value, holding on to nothing.
    pub fn into_owned(self) -> Tree<'static> {
        match self {
            Self::Null => Tree::Null,
            Self::Bool(value) => Tree::Bool(value),
            Self::Number(text) => Tree::Number(text.into_owned().into()),
            Self::String(text) => Tree::String(text.into_owned().into()),
            Self::Array(items) => Tree::Array(items.into_iter().map(Tree::into_owned).collect()),
            Self::Object(members) => Tree::Object(
                members
                    .into_iter()
                    .map(|(key, value)| (Cow::Owned(key.into_owned()), value.into_owned()))
                    .collect(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn what_was_written_is_kept() {
        let text = r#"{"b":[1.0,1e400,-0,12345678901234567890123],"a":null,"a":"\u00e9\n","c":{}}"#;
        let kept = r#"{"b":[1.0,1e400,-0,12345678901234567890123],"a":null,"a":"é\n","c":{}}"#;
        assert_eq!(
            Tree::parse(text).map(|tree| tree.to_text()).as_deref(),
            Ok(kept)
        );
        assert_eq!(
            Tree::parse(&format!(" {text} ")),
            Tree::parse(kept).map(Tree::into_owned)
        );
    }

    #[test]
    fn what_is_no_value_is_refused() {
        for text in ["", "{", "[1,]", "1 2", r#""\ud800""#, "nul"] {
            assert!(Tree::parse(text).is_err(), "{text}");
        }
        assert!(Tree::parse(&"[".repeat(200)).is_err());
    }
}
