//! What is done before the first call and after the last.

use std::sync::{Arc, Mutex};

use ferramenta::{Error, Failure, Inject, Server, TestClient, ToolDef};
use serde_json::json;
use tokio::net::TcpListener;

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<&'static str>>>);

impl Log {
    fn add(&self, what: &'static str) {
        self.0.lock().expect("no panic").push(what);
    }

    fn all(&self) -> Vec<&'static str> {
        self.0.lock().expect("no panic").clone()
    }
}

fn server(log: &Log) -> Server {
    let called = log.clone();
    let steps = |what: &'static str| {
        move |(log,): (Inject<Log>,)| async move {
            log.add(what);
            Ok(())
        }
    };
    Server::new("t")
        .service(log.clone())
        .on_start(steps("start first"))
        .on_start(steps("start second"))
        .on_stop(steps("stop first"))
        .on_stop(|()| async { Err(Failure::hidden("no reason to stop here")) })
        .on_stop(steps("stop second"))
        .tool_value(ToolDef::new("call").handler((), move |()| {
            called.add("call");
            async {}
        }))
}

#[tokio::test]
async fn steps_run_around_all_calls() {
    let log = Log::default();
    let client = TestClient::new(server(&log));
    assert!(log.all().is_empty());
    client.tool("call", json!({})).await.assert_ok();
    client.tool("call", json!({})).await.assert_ok();
    assert_eq!(log.all(), ["start first", "start second", "call", "call"]);
}

#[tokio::test]
async fn stopping_a_listener_stops_the_server_in_reverse_order() {
    let log = Log::default();
    let service = server(&log).into_service().expect("no mistakes");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    service.serve(listener, std::future::ready(())).await;
    assert_eq!(log.all(), ["stop second", "stop first"]);
}

#[tokio::test]
async fn a_step_that_fails_keeps_the_server_from_starting() {
    let broken = || {
        let log = Log::default();
        server(&log).on_start(|()| async { Err(Failure::hidden("no database")) })
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let error = broken().serve_http(listener).await.expect_err("it can't start");
    assert!(matches!(&error, Error::Start(problem) if problem.contains("no database")), "{error}");
    let answer = TestClient::new(broken()).tool("call", json!({})).await;
    answer.assert_protocol_error(-32603, "The server could not start");
}
