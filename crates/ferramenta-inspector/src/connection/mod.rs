//! The connection to the server: opened, watched, opened again.

mod client;
pub(crate) mod open;
mod reason;
pub(crate) mod supervisor;

use std::sync::Arc;

use rmcp::{RoleClient, service::Peer};
use tokio::sync::Notify;

pub(crate) use self::{open::Route, reason::failure};
use crate::{state::Era, subscription::Subscriptions, wire::tap::Tap};

/// A connection that is open; requests go over it.
#[derive(Debug)]
pub(crate) struct Link {
    pub(crate) peer: Peer<RoleClient>,
    pub(crate) tap: Arc<Tap>,
    pub(crate) era: Era,
    pub(crate) subscriptions: tokio::sync::Mutex<Subscriptions>,
    /// Set off by who finds that the server can't be reached any longer.
    pub(crate) lost: Notify,
}
