//! The hostile table: what a client must not send, what it gets for that, and that the server goes on.

mod harness;

mod arguments;
mod http_eras;
mod http_ladder;
mod http_lifetime;
mod stdio_envelope;
mod stdio_eras;
mod stdio_lifetime;
