//! Signs of life of calls that report no progress.

#[path = "support/http.rs"]
mod support;

use std::{sync::Arc, time::Duration};

use ferramenta::{Limits, ParamSpec, Progress, Server, TestClient, TestResult, ToolDef};
use serde_json::{Value, json};
use support::{Request, Running, VERSIONS, client, client_of};
use tokio::{
    sync::Notify,
    time::{Instant, sleep},
};

fn sleeper() -> ToolDef {
    ToolDef::new("sleep").handler((ParamSpec::new("ms"),), |(ms,): (u64,)| {
        sleep(Duration::from_millis(ms))
    })
}

fn server() -> Server {
    Server::new("t").tool_value(sleeper())
}

/// Calls a tool with a token for progress.
async fn call(client: &TestClient, tool: &str, arguments: Value) -> TestResult {
    let params =
        json!({ "name": tool, "arguments": arguments, "_meta": { "progressToken": "beat" } });
    client.request("tools/call", params).await
}

/// What was reported, each of which is a message of the version.
#[track_caller]
fn reported(client: &TestClient) -> Vec<Value> {
    let sent = client.notifications().into_iter();
    sent.map(|mut message| {
        spec_check::assert_sent_by_server(client.version(), message.to_string().as_bytes());
        assert_eq!(message["method"], "notifications/progress");
        message["params"].take()
    })
    .collect()
}

fn beats(count: u32) -> Vec<Value> {
    (1..=count)
        .map(|beat| json!({ "progressToken": "beat", "progress": f64::from(beat) / 1000.0 }))
        .collect()
}

#[tokio::test(start_paused = true)]
async fn a_silent_call_beats_every_ten_seconds() {
    for version in VERSIONS {
        let client = client_of(version, server());
        call(&client, "sleep", json!({ "ms": 35_000 }))
            .await
            .assert_ok();
        assert_eq!(reported(&client), beats(3), "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_is_told_who_did_not_ask() {
    let client = client(server());
    client
        .tool("sleep", json!({ "ms": 35_000 }))
        .await
        .assert_ok();
    assert!(reported(&client).is_empty());
}

#[tokio::test(start_paused = true)]
async fn a_quick_call_is_over_before_the_first_beat() {
    let client = client(server());
    call(&client, "sleep", json!({ "ms": 9_999 }))
        .await
        .assert_ok();
    sleep(Duration::from_secs(60)).await;
    assert!(reported(&client).is_empty());
}

#[tokio::test(start_paused = true)]
async fn the_interval_is_a_limit_and_the_time_limit_ends_it() {
    let limits = Limits::default()
        .heartbeat(Duration::from_secs(1))
        .call(Duration::from_millis(5_500));
    let client = client(server().limits(limits));
    let begun = Instant::now();
    let ended = call(&client, "sleep", json!({ "ms": 60_000 })).await;
    ended.assert_error("timed out after 5500 ms");
    assert_eq!(begun.elapsed(), Duration::from_millis(5_500));
    assert_eq!(reported(&client), beats(5));
    sleep(Duration::from_secs(60)).await;
    assert!(reported(&client).is_empty());
    let never = Limits::default().heartbeat(Duration::MAX);
    let client = self::client(server().limits(never));
    call(&client, "sleep", json!({ "ms": 59_000 }))
        .await
        .assert_ok();
    assert!(reported(&client).is_empty());
}

#[tokio::test(start_paused = true)]
async fn it_stops_as_soon_as_the_handler_reports() {
    let tool = ToolDef::new("work").handler(
        (ParamSpec::new("progress"),),
        |(progress,): (Progress,)| async move {
            sleep(Duration::from_secs(25)).await;
            progress.report_of(0.25, 1);
            sleep(Duration::from_secs(30)).await;
            progress.report_of(1, 1);
        },
    );
    let client = client(Server::new("t").tool_value(tool));
    call(&client, "work", json!({})).await.assert_ok();
    let mut expected = beats(2);
    expected.push(json!({ "progressToken": "beat", "progress": 0.25, "total": 1 }));
    expected.push(json!({ "progressToken": "beat", "progress": 1, "total": 1 }));
    assert_eq!(reported(&client), expected);
}

#[tokio::test(start_paused = true)]
async fn a_report_that_says_nothing_new_stops_it_as_well() {
    let tool = ToolDef::new("work").handler(
        (ParamSpec::new("progress"),),
        |(progress,): (Progress,)| async move {
            sleep(Duration::from_secs(15)).await;
            progress.report(0);
            sleep(Duration::from_secs(30)).await;
        },
    );
    let client = client(Server::new("t").tool_value(tool));
    call(&client, "work", json!({})).await.assert_ok();
    assert_eq!(reported(&client), beats(1));
}

#[test]
fn over_http_a_beat_opens_the_stream() {
    let heard = Arc::new(Notify::new());
    let release = Arc::clone(&heard);
    let tool = ToolDef::new("wait").handler((), move |()| {
        let heard = Arc::clone(&heard);
        async move { heard.notified().await }
    });
    let limits = Limits::default().heartbeat(Duration::from_millis(20));
    let server = Running::start(Server::new("t").tool_value(tool).limits(limits));
    let request = Request::call("wait", "");
    let body = request
        .body
        .replace("\"_meta\":{", "\"_meta\":{\"progressToken\":\"beat\",");
    let request = request.body(body);
    let mut client = server.connect();
    client.write(request.head() + &request.body);
    assert_eq!(
        client.receive_head().header("content-type"),
        Some("text/event-stream")
    );
    let first = std::iter::from_fn(|| client.chunk()).find(|chunk| chunk.contains("data: "));
    let first = first.expect("a beat");
    assert!(first.contains(r#"{"progressToken":"beat","progress":0.001}"#));
    release.notify_one();
    let rest: String = std::iter::from_fn(|| client.chunk()).collect();
    assert!(rest.contains(r#""result":{"#), "{rest}");
}

#[test]
fn an_interval_of_nothing_is_a_mistake() {
    let errors = server()
        .limits(Limits::default().heartbeat(Duration::ZERO))
        .build()
        .expect_err("a mistake");
    assert!(
        errors.to_string().contains("`Limits::heartbeat` is zero"),
        "{errors}"
    );
}
