//! What a change of the contract means for those who rely on it.

mod beside;
mod change;
mod components;
mod covers;
mod names;
mod reason;
mod root;
mod samples;
mod schema;

pub use self::change::{Change, Class, Witness};
pub(crate) use self::{components::changes, reason::member, schema::below};
