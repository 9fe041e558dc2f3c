//! The application as a whole: over HTTP, on standard input and output, and without a network.

mod support;

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use ferramenta::{App, BearerTokens, HttpOptions, Identity, Server, TestClient};
use greet::{demo, tools};
use serde_json::{Value, json};
use support::{
    MODERN, client_of,
    http::{Endpoint, listen},
};

#[tokio::test]
async fn a_server_tells_its_name_and_version() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        let info = if version == MODERN {
            let answer = client.tool("greet", json!({ "name": "Ada" })).await;
            answer.result()["_meta"]["io.modelcontextprotocol/serverInfo"].clone()
        } else {
            let opening = json!({
                "protocolVersion": version,
                "capabilities": {},
                "clientInfo": { "name": "test", "version": "0" },
            });
            let client = TestClient::new(demo()).legacy(version);
            let message =
                json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": opening });
            let answer = client
                .message(message.to_string())
                .await
                .expect("an answer");
            spec_check::assert_answer(version, "initialize", answer.as_bytes());
            let answer: Value = serde_json::from_str(&answer).expect("JSON");
            answer["result"]["serverInfo"].clone()
        };
        assert_eq!(
            (&info["name"], &info["version"]),
            (&json!("Demo"), &json!("1.0.0"))
        );
    }
}

#[tokio::test]
async fn old_and_new_clients_get_the_same_greeting() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        let answer = client.tool("greet", json!({ "name": "Ada" })).await;
        answer.assert_ok().assert_text_contains("Hello, Ada!");
    }
}

#[tokio::test]
async fn a_test_goes_through_the_bytes_of_the_wire() {
    let (tell, told) = std::sync::mpsc::channel();
    let client = TestClient::new(demo()).observe(move |exchange| {
        let (request, answer) = (exchange.request.to_owned(), exchange.answer.to_owned());
        tell.send((request, answer)).expect("the test listens");
    });
    client
        .tool("greet", json!({ "name": "Ada" }))
        .await
        .assert_ok();
    let (request, answer) = told.recv().expect("an exchange");
    let request: Value = serde_json::from_str(&request).expect("JSON");
    assert_eq!(request["method"], "tools/call");
    assert_eq!(request["params"]["arguments"], json!({ "name": "Ada" }));
    assert!(
        answer.contains(r#""structuredContent":"Hello, Ada!""#),
        "{answer}"
    );
    spec_check::assert_answer(MODERN, "tools/call", answer.as_bytes());
}

#[tokio::test]
async fn a_server_is_built_once_and_serves_many() {
    let built = demo().build().expect("no mistakes");
    let clients = [(); 3].map(|()| TestClient::of(&built));
    for client in &clients {
        let line = json!({ "message": "I was here." });
        client.tool("sign-guest-book", line).await.assert_ok();
    }
    clients[0]
        .tool("guest-count", json!({}))
        .await
        .assert_text("3");
    // another one of the same making has services of its own
    let other = TestClient::new(demo());
    other.tool("guest-count", json!({})).await.assert_text("0");
}

/// Serves an application, and gives where it is.
async fn serve(app: App) -> std::net::SocketAddr {
    let (listener, address) = listen().await;
    let service = app.into_service(&HttpOptions::default());
    let service = service.expect("no mistakes");
    tokio::spawn(service.serve(listener, std::future::pending()));
    address
}

#[tokio::test]
async fn the_application_is_on_the_web_at_its_path() {
    let demo = Endpoint::new(serve(greet::app()).await, "/mcp/demo");
    let greeting = demo.call("greet", json!({ "name": "Ada" })).await;
    assert_eq!(greeting.status, 200);
    assert_eq!(*greeting.structured(), json!("Hello, Ada!"));
    let greeting = demo.legacy_call("greet", json!({ "name": "Ada" })).await;
    assert_eq!(*greeting.structured(), json!({ "result": "Hello, Ada!" }));
}

#[tokio::test]
async fn servers_of_one_application_have_paths_and_tools_of_their_own() {
    let sums = Server::new("Sums").tool::<tools::SummaryTool>();
    let address = serve(App::new().web("/mcp/demo", demo()).web("/mcp/sums", sums)).await;
    let sums = Endpoint::new(address, "/mcp/sums");
    let sum = sums.call("summarize", json!({ "values": [1, 2] })).await;
    assert_eq!(*sum.structured(), json!({ "count": 2, "total": 3.0 }));
    let greeting = sums.call("greet", json!({ "name": "Ada" })).await;
    assert_eq!(greeting.error(), "Unknown tool: greet");
    let nowhere = Endpoint::new(address, "/mcp");
    assert_eq!(nowhere.list().await.status, 404);
}

#[tokio::test]
async fn a_token_of_http_tells_who_calls() {
    let tokens = BearerTokens::new().token("s3cret", Identity::new("ada"));
    let server = demo().authenticate(tokens.or_anonymous());
    let (listener, address) = listen().await;
    tokio::spawn(server.serve_http(listener));
    let nobody = Endpoint::new(address, "/mcp");
    let message = || json!({ "message": "psst" });
    for answer in [
        nobody.call("private-message", message()).await,
        nobody.legacy_call("private-message", message()).await,
    ] {
        assert_eq!(answer.error(), "Unknown tool: private-message");
    }
    assert!(
        !nobody
            .list()
            .await
            .body
            .to_string()
            .contains("private-message")
    );
    let denied = nobody.call("who-am-i", json!({})).await;
    assert_eq!(
        (denied.status, denied.error()),
        (401, "Access denied: who-am-i")
    );

    let ada = nobody.token("s3cret");
    assert_eq!(ada.call("private-message", message()).await.text(), "psst");
    assert_eq!(
        ada.legacy_call("private-message", message()).await.text(),
        "psst"
    );
    assert!(
        ada.list()
            .await
            .body
            .to_string()
            .contains("private-message")
    );
    let stranger = nobody
        .token("guessed")
        .call("greet", json!({ "name": "x" }))
        .await;
    assert_eq!(stranger.status, 401);
}

/// Calls one tool after the other over the pipes of the program, and gives the answers.
fn over_pipes(arguments: &[&str], calls: &[(&str, Value)]) -> Vec<Value> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_greet"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut input = program.stdin.take().expect("a pipe");
    for (id, (tool, arguments)) in calls.iter().enumerate() {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
        let message =
            json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
        writeln!(input, "{message}").expect("the program reads");
    }
    drop(input);
    let output = program.wait_with_output().expect("the program ends");
    assert!(output.status.success(), "{:?}", output.status);
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    let mut answers: Vec<Value> = output
        .lines()
        .map(|line| {
            spec_check::assert_answer(MODERN, "tools/call", line.as_bytes());
            serde_json::from_str(line).expect("JSON")
        })
        .collect();
    answers.sort_by_key(|answer| answer["id"].as_u64());
    answers
}

#[test]
fn the_program_serves_standard_input_and_output() {
    for arguments in [&[][..], &["stdio", "demo"]] {
        let answers = over_pipes(
            arguments,
            &[
                ("greet", json!({ "name": "Ada" })),
                ("describe-request", json!({})),
                ("greet", json!({})),
                ("nowhere", json!({})),
            ],
        );
        assert_eq!(answers.len(), 4);
        assert_eq!(answers[0]["result"]["structuredContent"], "Hello, Ada!");
        assert_eq!(
            answers[1]["result"]["structuredContent"]["transport"],
            "stdio"
        );
        assert_eq!(answers[2]["result"]["isError"], true);
        assert_eq!(answers[3]["error"]["message"], "Unknown tool: nowhere");
    }
}

#[test]
fn whoever_starts_the_program_is_known_to_it() {
    let answers = over_pipes(
        &[],
        &[
            ("who-am-i", json!({})),
            ("private-message", json!({ "message": "psst" })),
        ],
    );
    assert_eq!(answers[0]["result"]["content"][0]["text"], "the local user");
    assert_eq!(answers[1]["result"]["content"][0]["text"], "psst");
}

#[test]
fn the_check_prints_the_greeting_and_nothing_else() {
    let checked = Command::new(env!("CARGO_BIN_EXE_check_greet"))
        .output()
        .expect("the program runs");
    assert!(checked.status.success());
    assert_eq!(checked.stdout, b"Hello, Ada!\n");
    assert!(checked.stderr.is_empty());
}
