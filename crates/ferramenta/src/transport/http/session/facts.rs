use bytes::Bytes;
use ferramenta_protocol::Version;

use super::Key;

/// What was negotiated when a session was opened.
pub(super) struct Facts {
    pub(super) key: Key,
    pub(super) version: Version,
    /// When it was opened, in seconds since 1970.
    pub(super) opened: u64,
    /// The client's, as raw JSON.
    pub(super) capabilities: Bytes,
}

impl Facts {
    /// As bytes: the key, the time, the version's name, the capabilities.
    pub(super) fn write(&self) -> Vec<u8> {
        let version = self.version.as_str().as_bytes();
        let opened = self.opened.to_be_bytes();
        [&self.key[..], &opened, version, &self.capabilities].concat()
    }

    pub(super) fn read(bytes: Vec<u8>) -> Option<Self> {
        let bytes = Bytes::from(bytes);
        let (key, rest) = bytes.split_first_chunk()?;
        let (opened, rest) = rest.split_first_chunk()?;
        let (version, capabilities) = rest.split_first_chunk::<10>()?;
        let version = std::str::from_utf8(version).ok()?;
        Some(Self {
            key: *key,
            version: Version::parse(version).filter(|version| !version.is_modern())?,
            opened: u64::from_be_bytes(*opened),
            capabilities: bytes.slice_ref(capabilities),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        for version in Version::ALL {
            let facts = Facts {
                key: [7; 16],
                version,
                opened: 1_800_000_000,
                capabilities: Bytes::from_static(b"{\"roots\":{}}"),
            };
            let bytes = facts.write();
            let read = Facts::read(bytes);
            assert_eq!(read.is_none(), version.is_modern());
            if let Some(read) = read {
                assert_eq!((read.key, read.opened), (facts.key, facts.opened));
                assert_eq!(read.version, version);
                assert_eq!(read.capabilities, facts.capabilities);
            }
        }
        assert!(Facts::read(Vec::new()).is_none());
    }
}
