//! What a change of the contract means for those who rely on it.

mod change;
mod components;
mod covers;
mod reason;
mod samples;
mod schema;

pub use self::change::{Change, Class, Witness};
pub(crate) use self::components::changes;
