//! Rules of the specification's prose that no schema states.

use serde_json::Value;

use crate::methods::{ASKS_BACK, INPUT_REQUIRED};
use crate::spec::Spec;

const RESOURCE_NOT_FOUND: i64 = -32002;

/// What is wrong with an error code in this version.
pub(crate) fn code(spec: &Spec, method: &str, code: i64) -> Option<String> {
    // From -32020 on, codes are the modern wire's to assign, and it assigned three. -32042, which only 2025-11-25 has, is
    // among the others: a server can do without it.
    let reserved = (-32099..=-32020).contains(&code);
    let fine = if spec.modern() {
        code != RESOURCE_NOT_FOUND && (!reserved || code >= -32022)
    } else {
        !reserved && (code != RESOURCE_NOT_FOUND || method.starts_with("resources/"))
    };
    let version = spec.version;
    (!fine).then(|| {
        format!("at /error/code: {code} is no code to answer `{method}` with in {version}")
    })
}

/// What is wrong with the kind of a modern result; a missing `resultType` is the schema's to report.
pub(crate) fn result_type(spec: &Spec, definition: &str, result: &Value) -> Option<String> {
    let kind = result["resultType"].as_str().filter(|_| spec.modern())?;
    if definition == INPUT_REQUIRED {
        let asks = result.get("inputRequests").is_some() || result.get("requestState").is_some();
        return (!asks).then(|| {
            format!("at /result: {ASKS_BACK} with neither inputRequests nor requestState")
        });
    }
    (kind != "complete")
        .then(|| format!("at /result/resultType: {kind:?} is no type of this result"))
}
