//! Messages between here and the server, each recorded as it was.

pub(crate) mod group;
#[cfg(feature = "http")]
pub(crate) mod http;
mod output;
pub(crate) mod pipe;
pub(crate) mod process;
pub(crate) mod tap;
