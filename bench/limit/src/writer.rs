//! The bytes of the answers, written straight into the buffer that is sent.

use std::io::Write;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::answer::Refusal;
use crate::catalog::SERVER_META;

/// Room for the envelope around a cached result.
const ENVELOPE: usize = 320;

const INFALLIBLE: &str = "writing to memory cannot fail";

/// A result whose bytes are ready.
pub(crate) fn result(out: &mut Vec<u8>, id: &RawValue, result: &str) {
    out.reserve(ENVELOPE + result.len());
    open(out, id);
    out.extend_from_slice(result.as_bytes());
    out.push(b'}');
}

/// A tool's text, which is its structured content as well.
pub(crate) fn text_result(out: &mut Vec<u8>, id: &RawValue, text: &str) {
    open_content(out, id);
    let start = out.len();
    string(out, text);
    let end = out.len();
    out.extend_from_slice(br#"}],"structuredContent":{"result":"#);
    out.extend_from_within(start..end);
    out.push(b'}');
    close_content(out);
}

/// A tool's structured content, with its JSON as the text.
pub(crate) fn structured_result(out: &mut Vec<u8>, id: &RawValue, structured: &impl Serialize) {
    let text = serde_json::to_string(structured).expect(INFALLIBLE);
    open_content(out, id);
    string(out, &text);
    out.extend_from_slice(br#"}],"structuredContent":"#);
    out.extend_from_slice(text.as_bytes());
    close_content(out);
}

/// A JSON-RPC error; the id is left out when it could not be read.
pub(crate) fn error(out: &mut Vec<u8>, id: Option<&RawValue>, refusal: &Refusal) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","#);
    if let Some(id) = id {
        write!(out, r#""id":{id},"#).expect(INFALLIBLE);
    }
    let Refusal { code, message, .. } = refusal;
    write!(out, r#""error":{{"code":{code},"message":"{message}""#).expect(INFALLIBLE);
    if let Some(requested) = &refusal.requested_version {
        out.extend_from_slice(br#","data":{"supported":["2026-07-28"],"requested":"#);
        string(out, requested);
        out.push(b'}');
    }
    out.extend_from_slice(b"}}");
}

fn open(out: &mut Vec<u8>, id: &RawValue) {
    out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    out.extend_from_slice(id.get().as_bytes());
    out.extend_from_slice(br#","result":"#);
}

fn open_content(out: &mut Vec<u8>, id: &RawValue) {
    open(out, id);
    out.extend_from_slice(br#"{"content":[{"type":"text","text":"#);
}

fn close_content(out: &mut Vec<u8>) {
    out.extend_from_slice(br#","resultType":"complete","#);
    out.extend_from_slice(SERVER_META.as_bytes());
    out.extend_from_slice(b"}}");
}

fn string(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect(INFALLIBLE);
}
