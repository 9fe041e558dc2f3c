//! What a server answered, and what can be asserted of it.

use ferramenta_protocol::Version;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::response::Shape;

/// What a server answered, and what can be asserted of it. Every assertion fails with the whole exchange.
#[derive(Clone, Debug)]
#[must_use = "assert something of it"]
pub struct TestResult {
    pub(super) version: Version,
    pub(super) wrapping: Wrapping,
    pub(super) request: String,
    pub(super) answer: Value,
}

/// Whether a structured value is sent as `{"result": …}`.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wrapping {
    Never,
    Always,
    /// Where the value isn't an object: no schema is published, and the version knows objects only.
    ForOthers,
}

impl Wrapping {
    /// By the published schema, if there is one.
    pub(super) fn of(shape: Option<Shape>, version: Version) -> Self {
        let any = version.features().any_structured_content;
        match shape {
            Some(shape) if shape.is_wrapped(any) => Self::Always,
            None if !any => Self::ForOthers,
            Some(_) | None => Self::Never,
        }
    }

    /// What is inside of what was sent.
    fn inside(self, sent: &Value) -> &Value {
        let members = sent.as_object().filter(|members| members.len() == 1);
        let inner = members.and_then(|members| members.get("result"));
        let inner = inner.filter(|inner| match self {
            Self::Never => false,
            Self::Always => true,
            Self::ForOthers => !inner.is_object(),
        });
        inner.unwrap_or(sent)
    }
}

impl TestResult {
    /// The whole answer.
    pub fn message(&self) -> &Value {
        &self.answer
    }

    /// The answer's `result`, null for an error.
    pub fn result(&self) -> &Value {
        &self.answer["result"]
    }

    /// All text blocks of the result, joined by line ends.
    pub fn text(&self) -> String {
        let blocks = self.result()["content"].as_array().into_iter().flatten();
        blocks
            .filter_map(|block| block["text"].as_str())
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The value that the handler returned, read from the structured value: without the `{"result": …}` around
    /// it where the tool's published output schema has that.
    ///
    /// # Panics
    /// When the answer isn't a success with such a value; the versions before 2025-06-18 have none.
    #[track_caller]
    pub fn value<T: DeserializeOwned>(&self) -> T {
        self.assert_ok();
        let Some(sent) = self.result().get("structuredContent") else {
            self.fail(&self.lacks_structure());
        };
        match T::deserialize(self.wrapping.inside(sent)) {
            Ok(value) => value,
            Err(error) => self.fail(&format!(
                "a `{}` was expected: {error}",
                std::any::type_name::<T>()
            )),
        }
    }

    fn lacks_structure(&self) -> String {
        let version = self.version;
        if version.features().structured_content {
            "a structured value was expected".to_owned()
        } else {
            format!("a structured value was expected, and {version} has none: read the text")
        }
    }

    /// The result's structured value as it was sent, null without one.
    pub fn structured(&self) -> &Value {
        &self.result()["structuredContent"]
    }

    /// Fails unless the answer is a result without `isError`.
    #[track_caller]
    pub fn assert_ok(&self) -> &Self {
        self.check(self.result().is_object(), "a result was expected");
        self.check(
            self.result()["isError"] != json!(true),
            "a success was expected",
        );
        self
    }

    /// Fails unless the answer is a result with `isError` and this text.
    #[track_caller]
    pub fn assert_error(&self, text: &str) -> &Self {
        self.check(
            self.result()["isError"] == json!(true),
            "a result with `isError` was expected",
        );
        self.assert_text(text)
    }

    /// Fails unless the answer is an error of the protocol with this code and message.
    #[track_caller]
    pub fn assert_protocol_error(&self, code: i32, message: &str) -> &Self {
        let error = &self.answer["error"];
        let same = error["code"] == json!(code) && error["message"] == json!(message);
        self.check(same, &format!("the error {code} `{message}` was expected"));
        self
    }

    /// Fails unless the result's text is this one.
    #[track_caller]
    pub fn assert_text(&self, expected: &str) -> &Self {
        self.check(
            self.text() == expected,
            &format!("this text was expected:\n{expected}"),
        );
        self
    }

    /// Fails unless the result's text holds this one.
    #[track_caller]
    pub fn assert_text_contains(&self, part: &str) -> &Self {
        self.check(
            self.text().contains(part),
            &format!("a text that holds `{part}` was expected"),
        );
        self
    }

    /// Fails unless the result's structured value is this one.
    #[track_caller]
    #[expect(clippy::needless_pass_by_value, reason = "`json!` makes values")]
    pub fn assert_structured(&self, expected: Value) -> &Self {
        self.check(
            *self.structured() == expected,
            &format!("this structured value was expected: {expected}"),
        );
        self
    }

    #[track_caller]
    fn check(&self, holds: bool, expectation: &str) {
        if !holds {
            self.fail(expectation);
        }
    }

    #[track_caller]
    fn fail(&self, expectation: &str) -> ! {
        let (request, answer) = (&self.request, &self.answer);
        panic!("{expectation}\n  sent:     {request}\n  answered: {answer:#}");
    }
}
