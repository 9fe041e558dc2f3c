//! What servers tell each other of a change, as a text.

use std::{
    fmt,
    hash::{BuildHasher, Hasher, RandomState},
};

use super::{Change, Listed};

/// What each message begins with.
const KIND: &str = "ferramenta/1";

/// Who has sent a message, so that nobody hears their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin(u64);

impl Origin {
    /// Another one than anybody has.
    pub(super) fn new() -> Self {
        Self(RandomState::new().build_hasher().finish())
    }
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub(super) origin: Origin,
    /// What has changed; everything, if it isn't said.
    pub(super) change: Option<Change>,
}

impl Message {
    pub(super) const fn everything(origin: Origin) -> Self {
        Self {
            origin,
            change: None,
        }
    }

    /// Reads a message, if it is one.
    pub(super) fn read(text: &str) -> Option<Self> {
        let rest = text.strip_prefix(KIND)?.strip_prefix(' ')?;
        let (origin, what) = rest.split_once(' ')?;
        let origin = Origin(u64::from_str_radix(origin, 16).ok()?);
        let change = match what.split_once(' ') {
            None if what == "everything" => None,
            None => Some(Change::List(Listed::read(what)?)),
            Some(("resource", uri)) => Some(Change::Resource(uri.into())),
            Some(_) => return None,
        };
        Some(Self { origin, change })
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{KIND} {:016x} ", self.origin.0)?;
        match &self.change {
            None => f.write_str("everything"),
            Some(Change::List(listed)) => f.write_str(listed.many()),
            Some(Change::Resource(uri)) => write!(f, "resource {uri}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_read_back() {
        let origin = Origin::new();
        for change in [
            None,
            Some(Change::List(Listed::Tools)),
            Some(Change::List(Listed::Prompts)),
            Some(Change::List(Listed::Resources)),
            Some(Change::Resource("a://b c".into())),
        ] {
            let message = Message { origin, change };
            assert_eq!(Message::read(&message.to_string()), Some(message));
        }
        for text in [
            "",
            "tools",
            "ferramenta/2 00 tools",
            "ferramenta/1 xyz tools",
            "ferramenta/1 00 shelves",
            "ferramenta/1 00",
        ] {
            assert_eq!(Message::read(text), None, "{text}");
        }
    }
}
