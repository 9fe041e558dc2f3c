//! Keys as text.

use std::fmt;

use base64::{
    Engine, alphabet,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};

/// With or without padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);
/// Most keys at once: each is tried on what doesn't open.
const MOST: usize = 16;

/// Why a text holds no keys. It never repeats what the text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidStateKeys(Problem);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    /// The key at this place, counted from one, isn't base64.
    NotBase64(usize),
    /// The key at this place has so many bytes.
    Length(usize, usize),
    TooMany(usize),
}

/// The first key, and those behind it.
pub(super) fn keys(text: &str) -> Result<([u8; 32], Vec<[u8; 32]>), InvalidStateKeys> {
    let count = text.split(',').count();
    if count > MOST {
        return Err(InvalidStateKeys(Problem::TooMany(count)));
    }
    let mut keys = text.split(',').zip(1..).map(|(text, place)| {
        let text = text.trim().replace('-', "+").replace('_', "/");
        let bytes = BASE64.decode(text);
        let bytes = bytes.map_err(|_| InvalidStateKeys(Problem::NotBase64(place)))?;
        let key = <[u8; 32]>::try_from(bytes);
        key.map_err(|bytes| InvalidStateKeys(Problem::Length(place, bytes.len())))
    });
    let nothing = InvalidStateKeys(Problem::Length(1, 0));
    let first = keys.next().ok_or(nothing)??;
    Ok((first, keys.collect::<Result<_, _>>()?))
}

impl fmt::Display for InvalidStateKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Problem::NotBase64(place) => write!(f, "key {place} isn't base64"),
            Problem::Length(place, length) => {
                write!(f, "key {place} has {length} bytes, and a key has 32")
            }
            Problem::TooMany(count) => write!(f, "there are {count} keys, at most {MOST}"),
        }
    }
}

impl std::error::Error for InvalidStateKeys {}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        keys(text).unwrap_err().to_string()
    }

    #[test]
    fn keys_are_base64_of_any_kind() {
        let standard = "+/".repeat(21) + "8=";
        let expected = keys(&standard).unwrap();
        assert_eq!(expected.1, [] as [[u8; 32]; 0]);
        for other in [
            standard.replace('=', ""),
            standard.replace('+', "-").replace('/', "_"),
            format!(" {standard} "),
        ] {
            assert_eq!(keys(&other).as_ref(), Ok(&expected));
        }
        let (first, others) = keys(&format!("{standard}, {}=", "A".repeat(43))).unwrap();
        assert_eq!((first, others), (expected.0, vec![[0; 32]]));
    }

    #[test]
    fn what_is_wrong_is_told_and_nothing_else() {
        assert_eq!(problem("s3cret!"), "key 1 isn't base64");
        assert_eq!(problem("AAAA"), "key 1 has 3 bytes, and a key has 32");
        let key = "A".repeat(43);
        assert_eq!(
            problem(&format!("{key},")),
            "key 2 has 0 bytes, and a key has 32"
        );
        assert_eq!(
            problem(&[key.as_str(); 17].join(",")),
            "there are 17 keys, at most 16"
        );
    }
}
