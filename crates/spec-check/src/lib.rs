//! Checks what an MCP server sends against the protocol's own JSON Schema, in the version spoken.
//!
//! An answer is checked as the result of *its* method, not as "any message", and every object is closed: a member that
//! the version doesn't know is a problem, even where the published schema would let it pass.
//!
//! ```
//! let pong = br#"{"jsonrpc":"2.0","id":1,"result":{}}"#;
//! spec_check::assert_answer("2025-11-25", "ping", pong);
//! assert!(spec_check::answer("2026-07-28", "ping", pong).is_err());
//! ```

mod closing;
mod methods;
mod parse;
mod problems;
mod rules;
mod spec;
mod validators;

use serde_json::Value;

use crate::spec::Spec;
use crate::validators::Shape;

/// The protocol versions, oldest first.
pub const VERSIONS: [&str; 5] = [
    "2024-11-05",
    "2025-03-26",
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
];

/// Checks one answer to `method` (a result or an error) as `version` defines it.
///
/// An error without `id` is fine in every version: it answers a message whose id can't be read.
///
/// # Errors
///
/// Every problem found, each with the path where it is.
pub fn answer(version: &str, method: &str, message: &[u8]) -> Result<(), Vec<String>> {
    let (spec, message) = read(version, message)?;
    let problems = if message.get("error").is_some() {
        error_problems(spec, method, &message)
    } else {
        result_problems(spec, method, &message)
    };
    none_or(problems)
}

/// Checks one notification or request of the server as `version` defines it.
///
/// # Errors
///
/// Every problem found, each with the path where it is.
pub fn sent_by_server(version: &str, message: &[u8]) -> Result<(), Vec<String>> {
    let (spec, message) = read(version, message)?;
    let Some(method) = message.get("method").and_then(Value::as_str) else {
        return Err(vec!["at the top: no method".to_owned()]);
    };
    let request = message.get("id").is_some();
    let Some(definition) = methods::sent(spec, method, request) else {
        let kind = if request { "request" } else { "notification" };
        return Err(vec![format!(
            "a server sends no {kind} `{method}` in {version}"
        )]);
    };
    let shape = if request {
        Shape::Request
    } else {
        Shape::Notification
    };
    none_or(validators::problems(spec, shape, definition, &message))
}

/// Panics with every problem if [`answer`] finds one.
///
/// # Panics
///
/// If the message isn't a valid answer.
#[track_caller]
pub fn assert_answer(version: &str, method: &str, message: &[u8]) {
    if let Err(problems) = answer(version, method, message) {
        fail(
            &format!("not a valid answer to `{method}` in {version}"),
            &problems,
            message,
        );
    }
}

/// Panics with every problem if [`sent_by_server`] finds one.
///
/// # Panics
///
/// If the message isn't one that a server may send.
#[track_caller]
pub fn assert_sent_by_server(version: &str, message: &[u8]) {
    if let Err(problems) = sent_by_server(version, message) {
        fail(
            &format!("not a valid message of a server in {version}"),
            &problems,
            message,
        );
    }
}

#[track_caller]
fn fail(what: &str, problems: &[String], message: &[u8]) -> ! {
    let problems = problems.join("\n  - ");
    let message = String::from_utf8_lossy(message);
    panic!("{what}:\n  - {problems}\nmessage: {message}");
}

fn read(version: &str, message: &[u8]) -> Result<(&'static Spec, Value), Vec<String>> {
    let spec =
        Spec::of(version).ok_or_else(|| vec![format!("no such protocol version: {version}")])?;
    let message = parse::message(message)
        .map_err(|problem| vec![format!("unreadable message: {problem}")])?;
    Ok((spec, message))
}

fn error_problems(spec: &'static Spec, method: &str, message: &Value) -> Vec<String> {
    let code = message.pointer("/error/code").and_then(Value::as_i64);
    let definition = methods::error(spec, code);
    let mut problems = validators::problems(spec, Shape::Error, definition, message);
    problems.extend(code.and_then(|code| rules::code(spec, method, code)));
    problems
}

fn result_problems(spec: &'static Spec, method: &str, message: &Value) -> Vec<String> {
    let result = message.get("result").unwrap_or(&Value::Null);
    let Some(definition) = methods::result(spec, method, result) else {
        let version = spec.version;
        return vec![format!(
            "`{method}` doesn't exist in {version}, so only an error can answer it"
        )];
    };
    let mut problems = validators::problems(spec, Shape::Result, definition, message);
    problems.extend(rules::result_type(spec, definition, result));
    problems
}

fn none_or(problems: Vec<String>) -> Result<(), Vec<String>> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems)
    }
}
