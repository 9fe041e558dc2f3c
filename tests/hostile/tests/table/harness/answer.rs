use std::collections::HashMap;

use serde_json::{Value, value::RawValue};

/// An answer as it is expected.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The JSON token of the id; `None` where the member must be left out.
    id: Option<&'static str>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// An error of the protocol: its code, and how its message begins.
    Error(i64, &'static str),
    /// A result that is an error of the tool: how its text begins.
    ToolError(&'static str),
    /// A tool's result: its text.
    Text(&'static str),
    /// Any result.
    Result,
}

/// An error of the protocol, with an id.
pub(crate) const fn error(id: &'static str, code: i64, message: &'static str) -> Answer {
    Answer {
        id: Some(id),
        content: Content::Error(code, message),
    }
}

/// An error of the protocol without an id.
pub(crate) const fn nameless(code: i64, message: &'static str) -> Answer {
    Answer {
        id: None,
        content: Content::Error(code, message),
    }
}

/// A result that tells the model of an error.
pub(crate) const fn tool_error(id: &'static str, text: &'static str) -> Answer {
    Answer {
        id: Some(id),
        content: Content::ToolError(text),
    }
}

/// A tool's result.
pub(crate) const fn text(id: &'static str, text: &'static str) -> Answer {
    Answer {
        id: Some(id),
        content: Content::Text(text),
    }
}

/// Any result.
pub(crate) const fn result(id: &'static str) -> Answer {
    Answer {
        id: Some(id),
        content: Content::Result,
    }
}

/// The messages of one line: itself, or the elements of a batch.
pub(crate) fn answers(line: &[u8]) -> Vec<Vec<u8>> {
    if line.first() != Some(&b'[') {
        return vec![line.to_vec()];
    }
    let elements: Vec<&RawValue> = serde_json::from_slice(line).expect("a batch is JSON");
    elements
        .into_iter()
        .map(|element| element.get().as_bytes().to_vec())
        .collect()
}

/// Compares messages with what is expected, in any order, and each with the schema of its version.
#[track_caller]
pub(crate) fn check(version: &str, method: &str, expected: &[Answer], mut messages: Vec<Vec<u8>>) {
    for answer in expected {
        let found = messages
            .iter()
            .position(|message| id(message).as_deref() == answer.id);
        let Some(index) = found else {
            panic!(
                "no answer is {answer:?} among {:?}",
                messages.iter().map(|m| lossy(m)).collect::<Vec<_>>()
            );
        };
        let message = messages.remove(index);
        spec_check::assert_answer(version, method, &message);
        answer.compare(&message);
    }
    let rest: Vec<String> = messages.iter().map(|message| lossy(message)).collect();
    assert!(rest.is_empty(), "more answers than expected: {rest:?}");
}

impl Answer {
    #[track_caller]
    fn compare(&self, message: &[u8]) {
        let value: Value = serde_json::from_slice(message).expect("an answer is JSON");
        let shown = lossy(message);
        let begins = |pointer: &str, text: &str| {
            let found = value.pointer(pointer).and_then(Value::as_str);
            assert!(
                found.is_some_and(|found| found.starts_with(text)),
                "expected {self:?}: {shown}"
            );
        };
        let failed = value.pointer("/result/isError") == Some(&Value::Bool(true));
        match self.content {
            Content::Error(code, text) => {
                assert_eq!(value.pointer("/error/code"), Some(&code.into()), "{shown}");
                begins("/error/message", text);
            }
            Content::ToolError(text) => {
                assert!(failed, "expected {self:?}: {shown}");
                begins("/result/content/0/text", text);
            }
            Content::Text(text) => {
                assert!(!failed, "expected {self:?}: {shown}");
                assert_eq!(
                    value.pointer("/result/content/0/text"),
                    Some(&text.into()),
                    "{shown}"
                );
            }
            Content::Result => assert!(!failed && value.get("result").is_some(), "{shown}"),
        }
    }
}

/// The id as it stands there, byte for byte.
fn id(message: &[u8]) -> Option<String> {
    let members: HashMap<String, &RawValue> = serde_json::from_slice(message)
        .unwrap_or_else(|_| panic!("an answer is an object: {}", lossy(message)));
    members.get("id").map(|raw| raw.get().to_owned())
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]).into_owned()
}
