//! Frames in, frames out; nothing here knows what a tool is.

pub(crate) mod http;
pub(crate) mod stdio;
