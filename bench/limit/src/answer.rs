//! From the bytes of a request to the bytes of its answer, for both transports.

use http::{HeaderMap, HeaderValue, StatusCode};
use serde_json::value::RawValue;

use crate::catalog::{Catalog, Tool};
use crate::message::{Arguments, Params, Request, Summary};
use crate::writer;

const VERSION: &str = "2026-07-28";

/// Why a request is refused, as HTTP and as JSON-RPC tell it.
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) code: i32,
    pub(crate) message: &'static str,
    pub(crate) requested_version: Option<String>,
}

impl Refusal {
    fn new(status: StatusCode, code: i32, message: &'static str) -> Self {
        Self {
            status,
            code,
            message,
            requested_version: None,
        }
    }

    fn bad_request(code: i32, message: &'static str) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    fn invalid_params(message: &'static str) -> Self {
        Self::new(StatusCode::OK, -32602, message)
    }

    fn unsupported_version(requested: &str) -> Self {
        let refusal = Self::bad_request(-32022, "Unsupported protocol version");
        Self {
            requested_version: Some(requested.to_owned()),
            ..refusal
        }
    }
}

/// Answers one message into `out` and returns the HTTP status; a notification leaves `out` alone.
///
/// Without headers, as on stdio, the comparison with them is left out.
pub(crate) fn answer(
    catalog: &Catalog,
    body: &[u8],
    headers: Option<&HeaderMap>,
    out: &mut Vec<u8>,
) -> StatusCode {
    let request = match serde_json::from_slice::<Request<'_>>(body) {
        Ok(request) if request.is_valid() => request,
        Ok(_) => return refuse(out, None, &Refusal::bad_request(-32600, "Invalid request")),
        Err(error) => return refuse(out, None, &unreadable(&error)),
    };
    match handle(catalog, &request, headers, out) {
        Ok(status) => status,
        Err(refusal) => refuse(out, request.id, &refusal),
    }
}

fn refuse(out: &mut Vec<u8>, id: Option<&RawValue>, refusal: &Refusal) -> StatusCode {
    writer::error(out, id, refusal);
    refusal.status
}

fn unreadable(error: &serde_json::Error) -> Refusal {
    match error.classify() {
        serde_json::error::Category::Data => Refusal::bad_request(-32600, "Invalid request"),
        _ => Refusal::bad_request(-32700, "Parse error"),
    }
}

fn handle(
    catalog: &Catalog,
    request: &Request<'_>,
    headers: Option<&HeaderMap>,
    out: &mut Vec<u8>,
) -> Result<StatusCode, Refusal> {
    let Ok(params) = request.params() else {
        return Err(Refusal::invalid_params("Invalid params"));
    };
    if let Some(headers) = headers {
        check_headers(request, &params, headers)?;
    }
    let Some(id) = request.id else {
        return Ok(StatusCode::ACCEPTED);
    };
    check_meta(&params)?;
    match request.method.as_ref() {
        "tools/call" => call(catalog, &params, id, out)?,
        "tools/list" => writer::result(out, id, &catalog.list),
        "server/discover" => writer::result(out, id, &catalog.discover),
        _ => {
            return Err(Refusal::new(
                StatusCode::NOT_FOUND,
                -32601,
                "Method not found",
            ));
        }
    }
    Ok(StatusCode::OK)
}

fn check_headers(
    request: &Request<'_>,
    params: &Params<'_>,
    headers: &HeaderMap,
) -> Result<(), Refusal> {
    if params.version().is_some() {
        check_header(headers, "mcp-protocol-version", params.version())?;
    }
    check_header(headers, "mcp-method", Some(&request.method))?;
    if request.method == "tools/call" {
        check_header(headers, "mcp-name", params.name())?;
    }
    Ok(())
}

/// Compares a header with what the body says; what the body lacks is left to the later checks.
fn check_header(
    headers: &HeaderMap,
    name: &'static str,
    expected: Option<&str>,
) -> Result<(), Refusal> {
    let sent = headers.get(name).map(HeaderValue::as_bytes);
    match (sent, expected.map(str::as_bytes)) {
        (Some(_), None) => Ok(()),
        (Some(sent), Some(expected)) if sent == expected => Ok(()),
        _ => Err(Refusal::bad_request(
            -32020,
            "A header does not match the body",
        )),
    }
}

fn check_meta(params: &Params<'_>) -> Result<(), Refusal> {
    match params.version() {
        Some(VERSION) if params.has_capabilities() => Ok(()),
        Some(VERSION) => Err(Refusal::bad_request(
            -32602,
            "_meta lacks io.modelcontextprotocol/clientCapabilities",
        )),
        Some(other) => Err(Refusal::unsupported_version(other)),
        None => Err(Refusal::bad_request(
            -32602,
            "_meta lacks io.modelcontextprotocol/protocolVersion",
        )),
    }
}

fn call(
    catalog: &Catalog,
    params: &Params<'_>,
    id: &RawValue,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    let Some(tool) = params.name().and_then(|name| catalog.tool(name)) else {
        return Err(Refusal::invalid_params("Unknown tool"));
    };
    let answered = params
        .arguments
        .as_ref()
        .and_then(|arguments| run(tool, arguments, id, out));
    answered.ok_or_else(|| Refusal::invalid_params("Invalid arguments"))
}

/// Runs a tool; `None` when it doesn't take these arguments.
fn run(tool: Tool, arguments: &Arguments<'_>, id: &RawValue, out: &mut Vec<u8>) -> Option<()> {
    let Arguments {
        message,
        values,
        order,
        key,
        limit,
        verbose,
    } = arguments;
    match (tool, message, values, order, key, limit, verbose) {
        (Tool::Echo, Some(message), None, None, None, None, None) => {
            writer::text_result(out, id, &message.0);
        }
        (Tool::Summarize, None, Some(values), None, None, None, None) => {
            writer::structured_result(out, id, &summarize(values));
        }
        (Tool::Ship, None, None, Some(order), None, None, None) if order.is_valid() => {
            writer::text_result(out, id, &order.ship());
        }
        (Tool::Filler, None, None, None, Some(key), Some(limit @ 1..=1000), Some(verbose)) => {
            writer::text_result(out, id, &format!("{} {limit} {verbose}", key.0));
        }
        _ => return None,
    }
    Some(())
}

fn summarize(values: &[f64]) -> Summary {
    let total = values.iter().fold(0.0, |sum, value| sum + value);
    Summary {
        count: values.len(),
        total,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const META: &str = concat!(
        r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
        r#""io.modelcontextprotocol/clientCapabilities":{}}"#,
    );

    const RESULT_TAIL: &str = concat!(
        r#""resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":"#,
        r#"{"name":"bench-server","version":"0.1.0"}}}}"#,
    );

    fn call(tool: &str, arguments: &str) -> String {
        let params = format!(r#"{{"name":"{tool}","arguments":{arguments},{META}}}"#);
        format!(r#"{{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{params}}}"#)
    }

    fn headers(version: &'static str, method: &'static str, name: &'static str) -> HeaderMap {
        let pairs = [
            ("mcp-protocol-version", version),
            ("mcp-method", method),
            ("mcp-name", name),
        ];
        let mut headers = HeaderMap::new();
        for (key, value) in pairs {
            headers.insert(key, HeaderValue::from_static(value));
        }
        headers
    }

    fn answered(body: &str, headers: Option<&HeaderMap>) -> (u16, String) {
        let mut out = Vec::new();
        let status = answer(&Catalog::new(4), body.as_bytes(), headers, &mut out);
        (status.as_u16(), String::from_utf8(out).expect("UTF-8"))
    }

    #[test]
    fn echo_writes_the_message_twice() {
        let content =
            r#"{"content":[{"type":"text","text":"a\"b"}],"structuredContent":{"result":"a\"b"},"#;
        let expected = format!(r#"{{"jsonrpc":"2.0","id":7,"result":{content}{RESULT_TAIL}"#);
        let body = call("echo", r#"{"message":"a\"b"}"#);
        assert_eq!(answered(&body, None), (200, expected));
    }

    #[test]
    fn a_filler_takes_what_its_schema_says() {
        let filler = |limit| {
            let arguments = format!(r#"{{"key":"k","limit":{limit},"verbose":true}}"#);
            answered(&call("filler_3", &arguments), None).1
        };
        assert!(filler(1000).contains(r#""text":"k 1000 true""#));
        assert!(filler(1001).contains(r#""code":-32602,"#));
    }

    #[test]
    fn an_order_is_held_within_its_bounds() {
        let ship = |quantity, priority| {
            let head = format!(
                r#"{{"customer":"Ada","quantity":{quantity},"discount":0.5,"express":true,"#
            );
            let address = r#""address":{"street":"1 Main Street","city":"London","zip":"N1"},"#;
            let tail = r#""lines":[{"sku":"A","count":1}],"labels":{"a":"b"},"note":null}"#;
            let order = format!(r#"{head}"priority":"{priority}",{address}{tail}"#);
            answered(&call("ship", &format!(r#"{{"order":{order}}}"#)), None).1
        };
        assert!(ship(12, "high").contains(r#""text":"12 boxes for Ada in London""#));
        assert!(ship(10_001, "high").contains(r#""code":-32602,"#));
        assert!(ship(12, "highest").contains(r#""code":-32602,"#));
    }

    #[test]
    fn summarize_writes_its_structure_and_its_text() {
        let text = r#"{"content":[{"type":"text","text":"{\"count\":3,\"total\":6.0}"}],"#;
        let structured = r#""structuredContent":{"count":3,"total":6.0},"#;
        let expected =
            format!(r#"{{"jsonrpc":"2.0","id":7,"result":{text}{structured}{RESULT_TAIL}"#);
        assert_eq!(
            answered(&call("summarize", r#"{"values":[1,2,3]}"#), None),
            (200, expected)
        );
    }

    #[test]
    fn headers_have_to_match_the_body() {
        let body = call("echo", r#"{"message":"hi"}"#);
        let matching = headers(VERSION, "tools/call", "echo");
        assert_eq!(answered(&body, Some(&matching)).0, 200);
        for wrong in [
            HeaderMap::new(),
            headers("2025-11-25", "tools/call", "echo"),
            headers(VERSION, "tools/list", "echo"),
            headers(VERSION, "tools/call", "summarize"),
        ] {
            let (status, out) = answered(&body, Some(&wrong));
            assert_eq!(status, 400);
            assert!(out.contains(r#""id":7,"error":{"code":-32020,"#), "{out}");
        }
    }

    #[test]
    fn refusals_have_the_protocols_codes() {
        let unknown_version = call("echo", "{}").replace(VERSION, "2099-01-01");
        let no_meta = r#"{"jsonrpc":"2.0","id":7,"method":"tools/list"}"#;
        for (body, status, code) in [
            ("{", 400, -32700),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"tools/list"}"#,
                400,
                -32600,
            ),
            (no_meta, 400, -32602),
            (&unknown_version, 400, -32022),
            (&call("echo", r#"{"message":1}"#), 200, -32602),
            (&call("nothing", "{}"), 200, -32602),
            (
                &call("echo", "{}").replace("tools/call", "nothing"),
                404,
                -32601,
            ),
        ] {
            let (actual, out) = answered(body, None);
            assert_eq!(actual, status, "{body}");
            assert!(out.contains(&format!(r#""code":{code},"#)), "{body}: {out}");
        }
    }

    #[test]
    fn notifications_bring_no_answer() {
        let body = r#"{"jsonrpc":"2.0","method":"notifications/cancelled"}"#;
        assert_eq!(answered(body, None), (202, String::new()));
    }
}
