//! Writes messages into byte buffers: one line of JSON each.

use serde::Serialize;

use crate::{ErrorCode, Id};

/// Opens a successful answer: everything up to the members of `result`.
pub fn begin_result(out: &mut Vec<u8>, id: Id<'_>) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.token().as_bytes());
    out.extend_from_slice(br#","result":{"#);
}

/// Writes an error answer; `data` is raw JSON. Without an id the member is left out.
pub fn error(
    out: &mut Vec<u8>,
    id: Option<Id<'_>>,
    code: ErrorCode,
    message: &str,
    data: Option<&str>,
) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","#);
    if let Some(id) = id {
        out.extend_from_slice(br#""id":"#);
        out.extend_from_slice(id.token().as_bytes());
        out.push(b',');
    }
    out.extend_from_slice(br#""error":{"code":"#);
    value(out, &code.code());
    out.extend_from_slice(br#","message":"#);
    value(out, message);
    if let Some(data) = data {
        out.extend_from_slice(br#","data":"#);
        out.extend_from_slice(data.as_bytes());
    }
    out.extend_from_slice(b"}}");
}

/// Writes a request of the server's, with a text as its id; `params` is raw JSON.
pub fn request(out: &mut Vec<u8>, id: &str, method: &str, params: &[u8]) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    value(out, id);
    out.extend_from_slice(br#","method":"#);
    value(out, method);
    out.extend_from_slice(br#","params":"#);
    out.extend_from_slice(params);
    out.push(b'}');
}

/// Writes a notification; `params` is raw JSON.
pub fn notification(out: &mut Vec<u8>, method: &str, params: &[u8]) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","method":"#);
    value(out, method);
    out.extend_from_slice(br#","params":"#);
    out.extend_from_slice(params);
    out.push(b'}');
}

/// Writes `,"key":` — or `"key":` behind an opening brace.
pub fn member(out: &mut Vec<u8>, key: &str) {
    if !matches!(out.last(), Some(b'{')) {
        out.push(b',');
    }
    value(out, key);
    out.push(b':');
}

/// Writes a member whose value is JSON already.
pub fn raw_member(out: &mut Vec<u8>, key: &str, json: &[u8]) {
    member(out, key);
    out.extend_from_slice(json);
}

/// Writes a member.
pub fn value_member<T: Serialize + ?Sized>(out: &mut Vec<u8>, key: &str, json: &T) {
    member(out, key);
    value(out, json);
}

/// Writes a member where there is a value.
pub fn optional_member<T: Serialize>(out: &mut Vec<u8>, key: &str, json: Option<&T>) {
    if let Some(json) = json {
        value_member(out, key, json);
    }
}

/// Writes a value that can't fail to serialize: strings, numbers, and the types of this crate.
pub fn value<T: Serialize + ?Sized>(out: &mut Vec<u8>, json: &T) {
    let done = serde_json::to_writer(out, json);
    debug_assert!(
        done.is_ok(),
        "only values that always serialize are written here"
    );
}
