//! What is done before the first call and after the last.

mod support;

use std::{
    future::{Ready, poll_fn},
    io::{self, Write},
    sync::{Arc, Mutex},
    task::Poll,
};

use ferramenta::{Error, Failure, Inject, Server, ToolDef};
use http::Request;
use serde_json::json;
use support::client;
use tokio::{net::TcpListener, sync::Semaphore};
use tower_service::Service;

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
    let client = client(server(&log));
    assert!(log.all().is_empty());
    client.tool("call", json!({})).await.assert_ok();
    client.tool("call", json!({})).await.assert_ok();
    assert_eq!(log.all(), ["start first", "start second", "call", "call"]);
}

/// Serves until so much is in the log.
async fn serve_until(server: Server, log: &Log, length: usize) {
    let service = server.into_service().expect("no mistakes");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let shutdown = async {
        while log.all().len() < length {
            tokio::task::yield_now().await;
        }
    };
    service.serve(listener, shutdown).await;
}

#[tokio::test]
async fn stopping_a_listener_stops_the_server_in_reverse_order() {
    let log = Log::default();
    serve_until(server(&log), &log, 2).await;
    assert_eq!(
        log.all(),
        ["start first", "start second", "stop second", "stop first"]
    );
}

#[tokio::test]
async fn what_was_never_started_is_not_stopped() {
    let log = Log::default();
    serve_until(server(&log), &log, 0).await;
    assert!(log.all().is_empty());
}

#[tokio::test]
async fn a_step_that_panics_at_once_keeps_no_other_from_stopping() {
    let log = Log::default();
    let server =
        server(&log).on_stop(|()| -> Ready<Result<(), Failure>> { panic!("before its future") });
    serve_until(server, &log, 2).await;
    assert_eq!(log.all()[2..], ["stop second", "stop first"]);
}

#[tokio::test(start_paused = true)]
async fn a_step_of_stopping_that_never_ends_is_given_up() {
    let (log, written) = (Log::default(), Written::default());
    let writer = written.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone());
    let _guard = tracing::subscriber::set_default(subscriber.finish());
    let server = server(&log).on_stop(|()| std::future::pending());
    serve_until(server, &log, 2).await;
    assert_eq!(log.all()[2..], ["stop second", "stop first"]);
    let text = written.text();
    assert!(text.contains("was given up"), "{text}");
    assert!(
        text.contains("a_step_of_stopping_that_never_ends"),
        "{text}"
    );
}

/// A server that is mounted starts with its first request; whoever sent it may hang up.
#[tokio::test]
async fn steps_that_are_under_way_outlive_the_request_that_began_them() {
    let log = Log::default();
    let gate = Arc::new(Semaphore::new(0));
    let (begun, passed) = (log.clone(), Arc::clone(&gate));
    let server = server(&log).on_start(move |()| {
        begun.add("start slowly");
        let passed = Arc::clone(&passed);
        async move {
            let permit = passed.acquire().await.expect("open");
            permit.forget();
            Ok(())
        }
    });
    let mut service = server.into_service().expect("no mistakes");
    let mut first = Box::pin(service.call(call()));
    while log.all().len() < 3 {
        let poll = poll_fn(|task| Poll::Ready(first.as_mut().poll(task))).await;
        assert!(poll.is_pending());
        tokio::task::yield_now().await;
    }
    drop(first);
    gate.add_permits(1);
    let Ok(response) = service.call(call()).await;
    assert_eq!(response.status(), 200);
    assert_eq!(
        log.all(),
        ["start first", "start second", "start slowly", "call"]
    );
}

fn call() -> Request<String> {
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "call" }
    });
    Request::post("/")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2025-11-25")
        .body(body.to_string())
        .expect("a request")
}

/// What was logged.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().expect("no panic")).into_owned()
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn a_step_that_fails_keeps_the_server_from_starting() {
    let log = Log::default();
    let broken = || server(&log).on_start(|()| async { Err(Failure::hidden("no database")) });
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let error = broken()
        .serve_http(listener)
        .await
        .expect_err("it can't start");
    assert!(
        matches!(&error, Error::Start(problem) if problem.contains("no database")),
        "{error}"
    );
    assert_eq!(
        log.all(),
        ["start first", "start second", "stop second", "stop first"]
    );
    let answer = client(broken()).tool("call", json!({})).await;
    answer.assert_protocol_error(-32603, "The server could not start");
}
