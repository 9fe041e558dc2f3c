//! What clients are told when something changes: a bus, and those who listen to it.

mod bus;
mod filter;
mod lists;
mod notices;

pub use self::notices::Notices;
pub(crate) use self::{
    bus::{Bus, Subscriber},
    filter::{Change, Changing, Filter, Wanted},
    lists::{Listed, Lists},
};
