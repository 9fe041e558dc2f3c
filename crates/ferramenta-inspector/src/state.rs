//! What the page shows above everything else: the target, its build, the connection.

use serde::Serialize;
use serde_json::Value;

/// The answer of `GET /api/state`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct State {
    pub(crate) session: String,
    pub(crate) target: Shown,
    pub(crate) build: Build,
    pub(crate) connection: Connection,
}

/// What is inspected.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Shown {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) command: Option<Vec<String>>,
    pub(crate) url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Project,
    Command,
    Url,
    Server,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Build {
    pub(crate) status: BuildStatus,
    pub(crate) output: String,
    pub(crate) seconds: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BuildStatus {
    #[default]
    None,
    Building,
    Ok,
    Failed,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Connection {
    pub(crate) status: Status,
    pub(crate) reason: Option<String>,
    pub(crate) asked: Era,
    pub(crate) era: Option<Era>,
    pub(crate) protocol_version: Option<String>,
    pub(crate) server_info: Option<Value>,
    pub(crate) instructions: Option<String>,
    pub(crate) capabilities: Option<Value>,
    pub(crate) headers: Vec<String>,
    pub(crate) bearer: bool,
    pub(crate) number: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    #[default]
    Connecting,
    Connected,
    Failed,
    Closed,
}

/// Which protocol is spoken: the one with a request's facts in its `_meta`, or the one with `initialize`.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Era {
    /// The modern one, and the legacy one where the server doesn't know it.
    #[default]
    Auto,
    /// Without sessions, from 2026-07-28 on.
    Modern,
    /// With `initialize`, up to 2025-11-25.
    Legacy,
}

impl Connection {
    /// Forgets what the last server said of itself.
    pub(crate) fn not_connected(&mut self, status: Status, reason: Option<String>) {
        self.status = status;
        self.reason = reason;
        self.era = None;
        self.protocol_version = None;
        self.server_info = None;
        self.instructions = None;
        self.capabilities = None;
    }
}
