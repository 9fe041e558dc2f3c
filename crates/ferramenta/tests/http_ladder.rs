//! The rungs that a request over HTTP climbs, in their order.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::sync::LazyLock;

use ferramenta::{HttpOptions, ParamSpec, Server, ToolDef};
use support::{META, Request, Running, initialize, server};

static SERVER: LazyLock<Running> = LazyLock::new(|| Running::start(with_header_tool()));

fn with_header_tool() -> Server {
    let region = ToolDef::new("region").inline_handler(
        (ParamSpec::new("region").header("Region"),),
        |(region,): (Option<String>,)| region.unwrap_or_default(),
    );
    server().tool_value(region)
}

fn echo() -> Request {
    Request::call("echo", "\"text\":\"hi\"")
}

#[track_caller]
fn refused(request: &Request, expected: (u16, i64)) {
    let response = SERVER.send(request);
    assert_eq!(response.error(), expected, "{response:?}");
    assert_eq!(response.header("content-type"), Some("application/json"));
}

#[test]
fn a_good_call_is_answered_in_one_piece() {
    let response = SERVER.send(&echo());
    assert_eq!((response.status, response.text().as_str()), (200, "hi"));
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert!(response.header("content-length").is_some());
    assert_eq!(response.header("vary"), None);
}

#[test]
fn the_path_is_exact_or_has_one_slash_more() {
    assert_eq!(SERVER.send(&echo().at("POST /mcp/")).status, 200);
    assert_eq!(SERVER.send(&echo().at("POST /mcp?x=1")).status, 200);
    for path in ["/", "/mcp//", "/MCP", "/mcp/x"] {
        let response = SERVER.send(&echo().at(&format!("POST {path}")));
        assert_eq!(response.error(), (404, -32600));
        assert!(
            response.body.contains("the endpoint is /mcp"),
            "{response:?}"
        );
    }
}

#[test]
fn signs_of_life_come_before_the_host_check() {
    for path in ["/healthz", "/readyz"] {
        let response = SERVER.send(
            &Request::post("")
                .with("Host", "evil.example")
                .at(&format!("GET {path}")),
        );
        assert_eq!((response.status, response.body.as_str()), (200, "ok\n"));
    }
}

#[test]
fn foreign_hosts_are_refused() {
    for host in ["localhost:1234", "127.0.0.1", "[::1]:80"] {
        assert_eq!(SERVER.send(&echo().with("Host", host)).status, 200);
    }
    refused(&echo().with("Host", "evil.example"), (421, -32600));
    refused(&echo().without("Host"), (421, -32600));
    refused(&echo().header("Host", "evil.example"), (421, -32600));
    refused(&echo().at("POST http://evil.example/mcp"), (421, -32600));
    let response = SERVER.send(&echo().with("Host", "evil.example"));
    assert!(response.body.contains("--host NAME"), "{response:?}");
    assert_eq!(response.json().get("id"), None);
}

#[test]
fn named_hosts_are_answered_to() {
    let named = Running::start_with(server(), HttpOptions::default().host("mcp.example.com"));
    assert_eq!(
        named
            .send(&echo().with("Host", "mcp.example.com:8443"))
            .status,
        200
    );
    assert_eq!(named.send(&echo().with("Host", "example.com")).status, 421);
    let any = Running::start_with(server(), HttpOptions::default().any_host());
    assert_eq!(any.send(&echo().with("Host", "example.com")).status, 200);
}

#[test]
fn foreign_origins_are_refused() {
    assert_eq!(
        SERVER
            .send(&echo().header("Origin", "http://localhost"))
            .status,
        200
    );
    for origin in [
        "http://evil.example",
        "null",
        "https://localhost",
        "http://localhost:81",
        "",
    ] {
        refused(&echo().header("Origin", origin), (403, -32600));
    }
    let response = SERVER.send(&echo().header("Origin", "null"));
    assert!(response.body.contains("--origin URL"), "{response:?}");
}

#[test]
fn only_post_is_a_method_here() {
    for method in ["GET", "DELETE", "PUT", "OPTIONS"] {
        let response = SERVER.send(&echo().body("").at(&format!("{method} /mcp")));
        assert_eq!(response.status, 405, "{method}");
        assert_eq!(response.header("allow"), Some("POST"));
    }
}

#[test]
fn the_content_is_plain_json() {
    for kind in ["application/json; charset=utf-8", "Application/JSON"] {
        assert_eq!(SERVER.send(&echo().with("Content-Type", kind)).status, 200);
    }
    refused(&echo().without("Content-Type"), (415, -32600));
    refused(&echo().with("Content-Type", "text/plain"), (415, -32600));
    refused(
        &echo().with("Content-Type", "application/json; charset=latin1"),
        (415, -32600),
    );
    refused(&echo().header("Content-Encoding", "gzip"), (415, -32600));
    assert_eq!(
        SERVER
            .send(&echo().header("Content-Encoding", "identity"))
            .status,
        200
    );
}

#[test]
fn accept_chooses_the_kind_of_answer() {
    for json in ["*/*", "application/*", "application/json"] {
        let response = SERVER.send(&echo().with("Accept", json));
        assert_eq!(response.header("content-type"), Some("application/json"));
    }
    assert_eq!(SERVER.send(&echo().without("Accept")).status, 200);
    refused(&echo().with("Accept", "text/html"), (406, -32600));
    refused(
        &echo().with("Accept", "application/json;q=0, */*"),
        (406, -32600),
    );
}

#[test]
fn what_is_no_message_is_told_so() {
    for (body, code) in [
        ("", -32700),
        ("{", -32700),
        ("[1", -32700),
        ("{} {}", -32600),
        ("[]", -32600),
        (r#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"result":{}}"#, -32600),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":[]}"#,
            -32600,
        ),
        (
            r#"{"jsonrpc":"2.0","method":"notifications/x","params":{"#,
            -32700,
        ),
    ] {
        refused(
            &Request::post(body).header("MCP-Protocol-Version", "2026-07-28"),
            (400, code),
        );
    }
    refused(
        &echo().body(echo().body.replace("2026-07-28", "\u{1}")),
        (400, -32700),
    );
}

#[test]
fn the_version_is_said_twice_and_alike() {
    let version = "MCP-Protocol-Version";
    refused(&echo().without(version), (400, -32020));
    refused(&echo().with(version, "2025-11-25"), (400, -32020));
    refused(&echo().with(version, "2099-01-01"), (400, -32020));
    refused(&echo().header(version, "2026-07-28"), (400, -32020));
    let unknown = echo()
        .with(version, "v999")
        .body(echo().body.replace("2026-07-28", "v999"));
    let response = SERVER.send(&unknown);
    assert_eq!(response.error(), (400, -32022));
    let error = &response.json()["error"];
    assert_eq!(
        (&error["data"]["supported"][0], &error["data"]["requested"]),
        (&"2026-07-28".into(), &"v999".into())
    );
    refused(
        &Request::legacy("ping", "{}").with(version, "2030-01-01"),
        (400, -32022),
    );
    assert_eq!(
        SERVER.send(&echo().with(version, " 2026-07-28 ")).status,
        200
    );
}

#[test]
fn the_method_and_the_name_are_repeated_exactly() {
    refused(&echo().without("Mcp-Method"), (400, -32020));
    refused(&echo().with("Mcp-Method", "TOOLS/CALL"), (400, -32020));
    refused(&echo().header("Mcp-Method", "tools/call"), (400, -32020));
    refused(&echo().without("Mcp-Name"), (400, -32020));
    refused(&echo().with("Mcp-Name", "Echo"), (400, -32020));
    refused(&echo().with("Mcp-Name", "=?base64?ZWNobw?="), (400, -32020));
    assert_eq!(
        SERVER
            .send(&echo().with("mcp-name", "=?base64?ZWNobw==?="))
            .text(),
        "hi"
    );
    assert_eq!(
        SERVER
            .send(&echo().with("Mcp-Method", "  tools/call "))
            .text(),
        "hi"
    );
    assert_eq!(SERVER.send(&Request::modern("tools/list", "")).status, 200);
}

#[test]
fn modern_requests_describe_themselves() {
    let lacks = |key: &str| {
        let body = echo()
            .body
            .replace(&format!("\"io.modelcontextprotocol/{key}\""), "\"x\"");
        let response = SERVER.send(&echo().body(body));
        assert_eq!(response.error(), (400, -32602));
        assert!(response.body.contains(key), "{response:?}");
        assert_eq!(response.json()["id"], 1);
    };
    lacks("protocolVersion");
    lacks("clientCapabilities");
}

#[test]
fn unknown_methods_are_404_in_the_modern_era_alone() {
    refused(&Request::modern("unknown/method", ""), (404, -32601));
    refused(&Request::modern("ping", ""), (404, -32601));
    refused(&Request::modern("initialize", ""), (404, -32601));
    let bare = Request::post(initialize().to_string()).header("MCP-Protocol-Version", "2026-07-28");
    refused(&bare.header("Mcp-Method", "initialize"), (404, -32601));
    refused(&Request::legacy("unknown/method", "{}"), (200, -32601));
    assert_eq!(
        SERVER.send(&Request::legacy("ping", "{}")).json()["result"],
        serde_json::json!({})
    );
}

#[test]
fn unknown_tools_are_wrong_parameters() {
    refused(&Request::call("nothing", ""), (200, -32602));
}

#[test]
fn parameter_headers_agree_with_their_arguments() {
    let region = Request::call("region", "\"region\":\"eu\"");
    assert_eq!(
        SERVER
            .send(&region.clone().header("Mcp-Param-Region", "eu"))
            .text(),
        "eu"
    );
    assert_eq!(
        SERVER
            .send(&region.clone().header("mcp-param-region", "=?base64?ZXU=?="))
            .text(),
        "eu"
    );
    refused(&region, (400, -32020));
    refused(&region.header("Mcp-Param-Region", "us"), (400, -32020));
}

#[test]
fn bad_arguments_are_the_tools_own_error() {
    let response = SERVER.send(&Request::call("echo", "\"text\":7"));
    assert_eq!(
        (
            response.status,
            response.json()["result"]["isError"].as_bool()
        ),
        (200, Some(true))
    );
}

#[test]
fn notifications_are_accepted() {
    let cancelled =
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#;
    for version in ["2025-06-18", "2026-07-28"] {
        let response =
            SERVER.send(&Request::post(cancelled).header("MCP-Protocol-Version", version));
        assert_eq!((response.status, response.body.as_str()), (202, ""));
    }
    let modern = Request::post(cancelled).header("MCP-Protocol-Version", "2026-07-28");
    assert_eq!(
        SERVER
            .send(
                &modern
                    .clone()
                    .header("Mcp-Method", "notifications/cancelled")
            )
            .status,
        202
    );
    refused(&modern.header("Mcp-Method", "tools/call"), (400, -32020));
}

#[test]
fn legacy_responses_are_accepted() {
    let response = SERVER.send(&Request::post(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#));
    assert_eq!(response.status, 202);
}

#[test]
fn legacy_clients_shake_hands_and_go_on_without_a_session() {
    let response = SERVER.send(&Request::post(initialize().to_string()));
    assert_eq!(response.json()["result"]["protocolVersion"], "2025-11-25");
    let call = Request::legacy("tools/call", r#"{"name":"echo","arguments":{"text":"hi"}}"#);
    assert_eq!(SERVER.send(&call).text(), "hi");
    let response = SERVER.send(&call.without("MCP-Protocol-Version"));
    assert_eq!(response.text(), "hi");
    assert_eq!(
        response.json()["result"].get("structuredContent"),
        None,
        "2025-03-26 has none"
    );
}

#[test]
fn batches_are_of_2025_03_26() {
    let ping = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let call = r#"{"jsonrpc":"2.0","id":"c","method":"tools/call","params":{"name":"echo","arguments":{"text":"hi"}}}"#;
    let note = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    let both = Request::post(format!("[{ping},{call},{note}]"));
    for request in [
        both.clone(),
        both.clone().header("MCP-Protocol-Version", "2025-03-26"),
    ] {
        let answers = SERVER.send(&request).json();
        assert_eq!(answers.as_array().map(Vec::len), Some(2));
        assert_eq!(
            (&answers[0]["id"], &answers[1]["id"]),
            (&1.into(), &"c".into())
        );
    }
    refused(
        &both.header("MCP-Protocol-Version", "2025-06-18"),
        (400, -32600),
    );
    refused(&Request::post("[]"), (400, -32600));
    refused(
        &Request::post(format!("[{}]", vec![ping; 51].join(","))),
        (400, -32600),
    );
    assert_eq!(SERVER.send(&Request::post(format!("[{note}]"))).status, 202);
    let modern = ping.replace(
        "\"ping\"",
        &format!("\"tools/list\",\"params\":{{\"_meta\":{{{META}}}}}"),
    );
    let answers = SERVER
        .send(&Request::post(format!(
            "[{ping},{modern},{}]",
            initialize()
        )))
        .json();
    assert_eq!(
        (&answers[1]["error"]["code"], &answers[2]["error"]["code"]),
        (&(-32600).into(), &(-32600).into())
    );
}
