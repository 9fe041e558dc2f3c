//! What clients keep for the server, and can neither read nor change.
//!
//! Sealing is authenticated encryption under the server's keys. What was sealed for one purpose opens for
//! no other.

#[cfg(not(feature = "sealing"))]
mod absent;
#[cfg(feature = "sealing")]
mod keys;
#[cfg(feature = "sealing")]
mod read;

#[cfg(not(feature = "sealing"))]
pub(crate) use self::absent::{StateKeys, settled};
#[cfg(feature = "sealing")]
pub(crate) use self::keys::settled;
#[cfg(feature = "sealing")]
pub use self::{keys::StateKeys, read::InvalidStateKeys};
