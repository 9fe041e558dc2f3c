use std::fmt;

use super::Name;

/// The id of an event: its stream, and its number in it, as `32 hex digits-number`.
pub(super) struct EventId {
    pub(super) stream: Name,
    pub(super) number: u64,
}

impl EventId {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (stream, number) = text.split_once('-')?;
        let is_plain = |text: &str, test: fn(&u8) -> bool| text.as_bytes().iter().all(test);
        let is_read = stream.len() == 32
            && is_plain(stream, u8::is_ascii_hexdigit)
            && is_plain(number, u8::is_ascii_digit);
        is_read.then_some(())?;
        Some(Self {
            stream: u128::from_str_radix(stream, 16).ok()?.to_be_bytes(),
            number: number.parse().ok()?,
        })
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stream = u128::from_be_bytes(self.stream);
        write!(f, "{stream:032x}-{}", self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_read_back_and_nothing_else_does() {
        let id = EventId {
            stream: [0x0a; 16],
            number: 7,
        };
        let text = id.to_string();
        let read = EventId::parse(&text).unwrap();
        assert_eq!((read.stream, read.number), (id.stream, id.number));
        let odd = [
            "".to_owned(),
            "-".to_owned(),
            text[1..].to_owned(),
            format!("+{}", &text[1..]),
            format!("{text}9999999999999999999999"),
            text.replace('-', "-+"),
            text.replace('-', ""),
            format!("{text}-"),
        ];
        for text in odd {
            assert!(EventId::parse(&text).is_none(), "{text}");
        }
    }
}
