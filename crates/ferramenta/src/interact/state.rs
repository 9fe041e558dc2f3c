//! What a client keeps for a request that is still to be answered.

use std::collections::BTreeMap;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Asking;

/// What was answered and done so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct State {
    /// Until when it is good, in seconds since 1970.
    until: u64,
    /// What clients have answered, by the keys of the questions.
    pub(super) answers: BTreeMap<String, Value>,
    /// What came of effects, by their keys.
    pub(super) done: BTreeMap<String, Value>,
    /// How often a question was asked again.
    pub(super) again: BTreeMap<String, u8>,
}

impl State {
    /// Writes the state for a client, which keeps it for this purpose.
    ///
    /// Without the feature `sealing` it holds nothing but what the client has said itself, and isn't sealed.
    pub(super) fn write(&mut self, asking: &Asking, purpose: &str) -> Option<String> {
        self.until = now().saturating_add(asking.patience.as_secs());
        let bytes = serde_json::to_vec(self).ok()?;
        match &asking.keys {
            Some(keys) => keys.seal(purpose, &bytes),
            None => Some(URL_SAFE_NO_PAD.encode(bytes)),
        }
    }

    /// Reads a state that was written for this purpose, and is still good.
    pub(super) fn read(asking: &Asking, purpose: &str, text: &str) -> Option<Self> {
        let bytes = match &asking.keys {
            Some(keys) => keys.open(purpose, text)?,
            None => URL_SAFE_NO_PAD.decode(text).ok()?,
        };
        let state: Self = serde_json::from_slice(&bytes).ok()?;
        // of another server's clock it may be a little ahead
        (state.until >= now()).then_some(state)
    }
}

/// Seconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since: Duration| since.as_secs())
}
