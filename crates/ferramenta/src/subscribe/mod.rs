//! What clients are told when something changes: a bus, and those who listen to it.

mod bus;
mod connect;
mod filter;
mod lists;
mod message;
mod notices;
mod outgoing;
mod shared;

pub(crate) use self::{
    bus::{Listeners, Mark, Subscriber},
    connect::connect,
    filter::{Change, Changing, Filter, Wanted},
    lists::{Listed, Lists},
    shared::ErasedBus,
};
pub use self::{
    notices::Notices,
    shared::{Bus, Heard},
};
