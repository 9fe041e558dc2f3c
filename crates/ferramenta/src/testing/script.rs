//! What a test client answers when it is asked.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use serde_json::{Value, json};

use crate::interact::plain;

/// Most rounds of questions for one request.
pub(super) const ROUNDS: usize = 16;

/// What a user does with a question.
#[derive(Clone, Debug)]
pub(super) enum Scripted {
    Answer(Value),
    Decline,
    Cancel,
}

/// What is done with each question, and which came.
#[derive(Debug, Default)]
pub(super) struct Script {
    by_key: HashMap<String, Scripted>,
    asked: Mutex<Vec<Value>>,
}

impl Script {
    pub(super) fn set(&mut self, key: &str, scripted: Scripted) {
        self.by_key.insert(plain(key), scripted);
    }

    /// The capabilities that a client declares which has answers.
    pub(super) fn capabilities(&self, declared: &Value) -> Value {
        let mut capabilities = declared.clone();
        if !self.by_key.is_empty() && capabilities.get("elicitation").is_none() {
            capabilities["elicitation"] = json!({ "form": {}, "url": {} });
        }
        capabilities
    }

    /// What is answered to a request for the user's input; none where the script doesn't say.
    pub(super) fn reply(&self, key: &str, request: &Value) -> Option<Value> {
        let scripted = self.by_key.get(&plain(key))?;
        Some(match (scripted, request["method"].as_str()) {
            (Scripted::Answer(_), Some("elicitation/create"))
                if request["params"]["mode"] == "url" =>
            {
                json!({ "action": "accept" })
            }
            (Scripted::Answer(content), Some("elicitation/create")) => {
                json!({ "action": "accept", "content": content })
            }
            (Scripted::Answer(result), _) => result.clone(),
            (Scripted::Decline, _) => json!({ "action": "decline" }),
            (Scripted::Cancel, _) => json!({ "action": "cancel" }),
        })
    }

    /// What is answered to all that a result asks for; none where the script doesn't say.
    pub(super) fn replies(&self, result: &Value) -> Option<Value> {
        let requests = result["inputRequests"].as_object()?;
        let each = requests.iter();
        let replies = each.map(|(key, request)| Some((key.clone(), self.reply(key, request)?)));
        replies.collect::<Option<_>>().map(Value::Object)
    }

    /// Takes note of what the server asks.
    pub(super) fn note(&self, request: &Value) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.push(request.clone());
    }

    pub(super) fn take_asked(&self) -> Vec<Value> {
        std::mem::take(&mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
