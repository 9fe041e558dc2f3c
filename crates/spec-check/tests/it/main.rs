//! What each version lets pass and what it refuses.

mod answers;
mod content;
mod envelopes;
mod modern;
mod sent;

use serde_json::{Value, json};

const MODERN: &str = "2026-07-28";
const LEGACY: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// Checks a result.
fn check(version: &str, method: &str, result: &Value) -> Result<(), Vec<String>> {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "result": result });
    spec_check::answer(version, method, message.to_string().as_bytes())
}

/// Checks a result that may be seen with and without a change, from a first version on that knows what was changed.
fn known_since(first: &str, method: &str, result: impl Fn(&str) -> Value) {
    for version in spec_check::VERSIONS {
        let known = version >= first;
        let verdict = check(version, method, &result(version));
        assert_eq!(verdict.is_ok(), known, "{method} in {version}: {verdict:?}");
    }
}

#[track_caller]
fn accepted(version: &str, method: &str, result: &Value) {
    let verdict = check(version, method, result);
    assert!(
        verdict.is_ok(),
        "{method} in {version}: {verdict:#?}\n{result}"
    );
}

/// The result is refused with one problem that holds `reason`.
#[track_caller]
fn refused(version: &str, method: &str, result: &Value, reason: &str) {
    let problems =
        check(version, method, result).expect_err(&format!("{method} in {version}: {result}"));
    assert!(
        problems.iter().any(|problem| problem.contains(reason)),
        "{reason:?} is not in {problems:#?}"
    );
}

/// The members that a result of the kind `cached` needs in this version.
fn framed(version: &str, cached: bool, mut result: Value) -> Value {
    if version == MODERN {
        result["resultType"] = "complete".into();
        if cached {
            result["ttlMs"] = 0.into();
            result["cacheScope"] = "private".into();
        }
    }
    result
}

fn with(mut value: Value, pointer: &str, name: &str, member: Value) -> Value {
    value
        .pointer_mut(pointer)
        .expect("the pointer leads to an object")[name] = member;
    value
}
