use std::{fmt, sync::Arc};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chacha20poly1305::{
    XChaCha20Poly1305, XNonce,
    aead::{Aead, Generate, KeyInit, Payload},
};

use super::read::keys;
use crate::{BuildError, BuildErrorCode, InvalidStateKeys, Place};

/// Where keys come from that nobody has declared.
const VARIABLE: &str = "FERRAMENTA_STATE_KEYS";
/// How the sealed bytes are laid out: this byte, the nonce, the rest.
const LAYOUT: u8 = 1;
const NONCE: usize = 24;

/// The keys under which a server seals what clients keep for it: the first seals, all of them open.
///
/// Servers that have the same keys understand what one of them has sealed, and so does a server after a
/// restart. Without keys of its own, and without any in the environment variable `FERRAMENTA_STATE_KEYS`, a
/// server makes one up when it is built, which ends with it.
///
/// ```
/// use ferramenta::{Server, StateKeys};
///
/// # fn main() -> Result<(), ferramenta::InvalidStateKeys> {
/// // 32 bytes in base64, as `openssl rand -base64 32` makes them; more follow behind commas
/// let keys: StateKeys = "Jbz4oVdUmhdQ3kmCnIXK2TCmnXtdPFHw5TXzCOmXNqY=".parse()?;
/// let server = Server::new("Books").state_keys(keys);
/// # assert!(server.build().is_ok());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct StateKeys {
    keys: Arc<[XChaCha20Poly1305]>,
    /// Nobody has given them: they end with the process.
    made_up: bool,
}

impl StateKeys {
    /// Keys of these bytes, which have to be random.
    pub fn new(first: [u8; 32], others: impl IntoIterator<Item = [u8; 32]>) -> Self {
        let all = std::iter::once(first).chain(others);
        Self {
            keys: all.map(|key| XChaCha20Poly1305::new(&key.into())).collect(),
            made_up: false,
        }
    }

    /// One key that nobody else has.
    ///
    /// # Panics
    /// When the system has no random bytes to give.
    pub fn random() -> Self {
        Self::new(Generate::generate(), [])
    }

    pub(crate) const fn are_made_up(&self) -> bool {
        self.made_up
    }

    /// Bytes that nobody can guess; `None` when the system has none to give.
    pub(crate) fn random_bytes() -> Option<[u8; 16]> {
        Generate::try_generate().ok()
    }

    /// Seals bytes into letters, digits, `-` and `_`; `None` when the system has no random bytes to give.
    pub(crate) fn seal(&self, purpose: &str, bytes: &[u8]) -> Option<String> {
        // so long a nonce may be drawn at random, by any number of servers
        let nonce = XNonce::try_generate().ok()?;
        let payload = Payload {
            msg: bytes,
            aad: &bound(purpose),
        };
        let sealed = self.keys.first()?.encrypt(&nonce, payload).ok()?;
        let mut out = Vec::with_capacity(1 + NONCE + sealed.len());
        out.push(LAYOUT);
        out.extend_from_slice(&nonce);
        out.extend_from_slice(&sealed);
        Some(URL_SAFE_NO_PAD.encode(out))
    }

    /// What was sealed for this purpose under one of the keys.
    pub(crate) fn open(&self, purpose: &str, text: &str) -> Option<Vec<u8>> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let rest = bytes.strip_prefix(&[LAYOUT])?;
        let (nonce, sealed) = rest.split_first_chunk::<NONCE>()?;
        let (nonce, aad) = (XNonce::from(*nonce), bound(purpose));
        self.keys.iter().find_map(|key| {
            let payload = Payload {
                msg: sealed,
                aad: &aad,
            };
            key.decrypt(&nonce, payload).ok()
        })
    }
}

/// What is authenticated besides the sealed bytes.
fn bound(purpose: &str) -> Vec<u8> {
    [&[LAYOUT], purpose.as_bytes()].concat()
}

/// The keys of a server: those declared, or those of the environment, or one of its own.
pub(crate) fn settled(
    declared: Option<StateKeys>,
    place: Place,
    errors: &mut Vec<BuildError>,
) -> Option<StateKeys> {
    if declared.is_some() {
        return declared;
    }
    let text = std::env::var_os(VARIABLE).unwrap_or_default();
    match from_environment(text.to_str().unwrap_or("?")) {
        Ok(keys) => Some(keys),
        Err(problem) => {
            errors.push(BuildError::new(
                BuildErrorCode::InvalidStateKeys,
                place,
                format!("{VARIABLE}: {problem}"),
                "make a key with `openssl rand -base64 32`; several are separated by commas, and the first one seals",
            ));
            None
        }
    }
}

fn from_environment(text: &str) -> Result<StateKeys, InvalidStateKeys> {
    if text.trim().is_empty() {
        Ok(StateKeys {
            made_up: true,
            ..StateKeys::random()
        })
    } else {
        text.parse()
    }
}

impl std::str::FromStr for StateKeys {
    type Err = InvalidStateKeys;

    /// Reads keys of 32 bytes in base64, separated by commas.
    fn from_str(text: &str) -> Result<Self, InvalidStateKeys> {
        let (first, others) = keys(text)?;
        Ok(Self::new(first, others))
    }
}

/// Shows how many there are.
impl fmt::Debug for StateKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StateKeys")
            .field("count", &self.keys.len())
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_opens_for_its_purpose_alone() {
        let keys = StateKeys::random();
        let sealed = keys.seal("one", b"secret").unwrap();
        assert_eq!(keys.open("one", &sealed).as_deref(), Some(&b"secret"[..]));
        assert_eq!(keys.open("other", &sealed), None);
        assert_eq!(StateKeys::random().open("one", &sealed), None);
        assert_ne!(keys.seal("one", b"secret").unwrap(), sealed);
        let empty = keys.seal("", b"").unwrap();
        assert_eq!(keys.open("", &empty), Some(Vec::new()));
    }

    #[test]
    fn the_first_seals_and_all_open() {
        let (old, new) = ([1; 32], [2; 32]);
        let sealed = StateKeys::new(old, []).seal("it", b"a").unwrap();
        let both = StateKeys::new(new, [old]);
        assert!(both.open("it", &sealed).is_some());
        let sealed = both.seal("it", b"a").unwrap();
        assert!(StateKeys::new(new, []).open("it", &sealed).is_some());
        assert!(StateKeys::new(old, []).open("it", &sealed).is_none());
    }

    #[test]
    fn no_byte_of_it_can_be_changed() {
        let keys = StateKeys::new([7; 32], []);
        let sealed = keys.seal("it", b"four").unwrap();
        assert!(
            sealed
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
        );
        for place in 0..sealed.len() {
            let mut bytes = sealed.clone().into_bytes();
            bytes[place] = if bytes[place] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(bytes).unwrap();
            assert_eq!(keys.open("it", &changed), None, "{place}");
            assert_eq!(keys.open("it", &sealed[..place]), None, "{place}");
        }
        assert_eq!(keys.open("it", &format!("{sealed}A")), None);
        assert_eq!(keys.open("it", "\u{e9} ="), None);
    }

    #[test]
    fn nothing_of_a_key_is_shown() {
        let keys = StateKeys::new([0xab; 32], [[0xcd; 32]]);
        assert_eq!(format!("{keys:?}"), "StateKeys { count: 2, .. }");
    }

    #[test]
    fn an_environment_without_keys_has_a_key_made_up() {
        assert!(from_environment(" ").is_ok_and(|keys| keys.are_made_up()));
        assert!(from_environment("?").is_err());
    }
}
