//! How long clients may keep an answer (specification 2026-07-28: *Caching*).

use std::time::Duration;

use ferramenta_protocol::{Version, write};

/// How long clients may keep an answer, and for whom: for everybody, or for the caller alone.
///
/// Clients of 2026-07-28 are told, in `ttlMs` and `cacheScope`; older versions have no words for it.
///
/// ```
/// use std::time::Duration;
/// use ferramenta::{Cache, ResourceDef, Server};
///
/// let hours = ResourceDef::new("shop://hours")
///     .cache(Cache::public(Duration::from_secs(3_600)))
///     .handler((), |()| async { "9 to 5" });
/// let server = Server::new("Shop").cache(Cache::public(Duration::from_secs(600))).resource_value(hours);
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cache {
    time_to_live: Duration,
    scope: Scope,
}

/// Who may be given an answer that was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    Public,
    Private,
}

impl Cache {
    /// Anybody may be given it, also by a gateway that many callers share.
    pub const fn public(time_to_live: Duration) -> Self {
        Self {
            time_to_live,
            scope: Scope::Public,
        }
    }

    /// The caller alone may be given it.
    pub const fn private(time_to_live: Duration) -> Self {
        Self {
            time_to_live,
            scope: Scope::Private,
        }
    }

    pub(crate) const fn is_public(self) -> bool {
        matches!(self.scope, Scope::Public)
    }

    /// The same, for the caller alone where callers are told different things.
    pub(crate) const fn narrowed(self, differs: bool) -> Self {
        if differs {
            Self::private(self.time_to_live)
        } else {
            self
        }
    }

    /// Writes the members that tell it, for versions that have them.
    pub(crate) fn write(self, out: &mut Vec<u8>, version: Version) {
        if !version.features().self_describing_results {
            return;
        }
        let milliseconds = u64::try_from(self.time_to_live.as_millis()).unwrap_or(u64::MAX);
        write::value_member(out, "ttlMs", &milliseconds.min(LONGEST));
        let scope = match self.scope {
            Scope::Public => "public",
            Scope::Private => "private",
        };
        write::value_member(out, "cacheScope", scope);
    }
}

/// The largest number that all clients read as it is, in milliseconds.
const LONGEST: u64 = (1 << 53) - 1;
