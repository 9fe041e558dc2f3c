//! What the protocol itself has deprecated: asking the client's model, and for its roots.

use std::borrow::Cow;

use ferramenta_protocol::{PromptMessage, Role, Version, write};
use serde::Deserialize;
use serde_json::Value;

use super::{Question, Questions, offers::Need, question::Kind};
use crate::{Failure, IntoContent};

/// What the client's model is asked (specification: *Sampling*). It is deprecated from 2026-07-28 on: a server that
/// needs a model calls one itself.
#[derive(Clone, Debug)]
#[must_use = "no model is asked unless `Questions::sample` does"]
pub struct Sampling {
    messages: Vec<PromptMessage>,
    max_tokens: u32,
    system_prompt: Option<String>,
    temperature: Option<f64>,
    stop_sequences: Vec<String>,
}

impl Sampling {
    /// One message of the user's, to be answered with so many tokens at most.
    pub fn new(message: impl IntoContent, max_tokens: u32) -> Self {
        Self {
            messages: vec![PromptMessage::new(Role::User, message.into_content())],
            max_tokens,
            system_prompt: None,
            temperature: None,
            stop_sequences: Vec::new(),
        }
    }

    /// Adds a message of either side.
    pub fn message(mut self, role: Role, message: impl IntoContent) -> Self {
        self.messages
            .push(PromptMessage::new(role, message.into_content()));
        self
    }

    /// What the model is told before; the client may change it.
    pub fn system_prompt(mut self, text: impl Into<String>) -> Self {
        self.system_prompt = Some(text.into());
        self
    }

    /// How freely the model chooses.
    pub const fn temperature(mut self, temperature: f64) -> Self {
        self.temperature = Some(temperature);
        self
    }

    /// Adds a text behind which the model stops.
    pub fn stop_at(mut self, text: impl Into<String>) -> Self {
        self.stop_sequences.push(text.into());
        self
    }
}

/// What the client's model has answered.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Sampled {
    model: String,
    content: Value,
    stop_reason: Option<String>,
}

impl Sampled {
    /// The model that has answered.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Why it has stopped, where the client says so.
    pub fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.as_deref()
    }

    /// The content as it was sent: a block, or, from 2025-11-25 on, maybe a list of them.
    pub const fn content(&self) -> &Value {
        &self.content
    }

    /// All text blocks, joined by line ends.
    pub fn text(&self) -> String {
        let blocks = match &self.content {
            Value::Array(blocks) => blocks.as_slice(),
            block => std::slice::from_ref(block),
        };
        let texts = blocks.iter().filter_map(|block| block["text"].as_str());
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// A place that the client lets servers work in.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Root {
    /// Its URI, such as `file:///home/me/project`.
    pub uri: String,
    /// What it is called.
    pub name: Option<String>,
}

impl Question {
    /// A question to the client's model; see [`Questions::sample`](super::Questions::sample).
    pub fn sampling(key: impl Into<Cow<'static, str>>, sampling: Sampling) -> Question<Sampled> {
        Question::new(key, Need::Sampling, sampling)
    }

    /// A question for the client's roots; see [`Questions::roots`](super::Questions::roots).
    pub fn roots(key: impl Into<Cow<'static, str>>) -> Question<Vec<Root>> {
        Question::new(key, Need::Roots, ListRoots)
    }
}

impl Questions {
    /// Asks the client's model (specification: *Sampling*, deprecated from 2026-07-28 on).
    ///
    /// # Errors
    /// When the client can't be asked or doesn't answer.
    pub async fn sample(
        &self,
        key: impl Into<Cow<'static, str>>,
        sampling: Sampling,
    ) -> Result<Sampled, Failure> {
        self.put(Question::sampling(key, sampling)).await
    }

    /// Asks for the client's roots (specification: *Roots*, deprecated from 2026-07-28 on).
    ///
    /// # Errors
    /// When the client can't be asked or doesn't answer.
    pub async fn roots(&self, key: impl Into<Cow<'static, str>>) -> Result<Vec<Root>, Failure> {
        self.put(Question::roots(key)).await
    }

    /// Whether the client lets its model be asked.
    pub fn can_sample(&self) -> bool {
        self.can(Need::Sampling)
    }

    /// Whether the client tells its roots.
    pub fn can_list_roots(&self) -> bool {
        self.can(Need::Roots)
    }
}

impl Kind<Sampled> for Sampling {
    fn method(&self) -> &'static str {
        "sampling/createMessage"
    }

    fn params(&self, version: Version, _: Option<&str>) -> Result<Vec<u8>, Failure> {
        let mut out = b"{".to_vec();
        write::member(&mut out, "messages");
        PromptMessage::write_list(&self.messages, &mut out, version);
        write::value_member(&mut out, "maxTokens", &self.max_tokens);
        write::optional_member(&mut out, "systemPrompt", self.system_prompt.as_ref());
        let temperature = self
            .temperature
            .filter(|temperature| temperature.is_finite());
        write::optional_member(&mut out, "temperature", temperature.as_ref());
        if !self.stop_sequences.is_empty() {
            write::value_member(&mut out, "stopSequences", &self.stop_sequences);
        }
        out.push(b'}');
        Ok(out)
    }

    fn read(&self, answer: &Value) -> Result<Sampled, String> {
        let sampled = Sampled::deserialize(answer).ok();
        let sampled =
            sampled.filter(|sampled| sampled.content.is_object() || sampled.content.is_array());
        sampled.ok_or_else(|| "a message with `role`, `content` and `model` was expected".into())
    }
}

struct ListRoots;

#[derive(Deserialize)]
struct Listed {
    roots: Vec<Root>,
}

impl Kind<Vec<Root>> for ListRoots {
    fn method(&self) -> &'static str {
        "roots/list"
    }

    fn params(&self, _: Version, _: Option<&str>) -> Result<Vec<u8>, Failure> {
        Ok(b"{}".to_vec())
    }

    fn read(&self, answer: &Value) -> Result<Vec<Root>, String> {
        let listed = Listed::deserialize(answer).ok();
        let listed = listed.ok_or("an object with the list `roots` was expected")?;
        Ok(listed.roots)
    }
}
