//! The service inside other servers, and for pages in browsers.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::Router;
use ferramenta::{App, HttpOptions, HttpService, ParamSpec, Server, ToolDef};
use support::{Request, Response, Running, server};

const PAGE: &str = "https://app.example.com";

fn mounted(app: impl FnOnce(HttpService) -> Router + Send + 'static) -> Running {
    let service = server().into_service().expect("no mistakes");
    let app = app(service);
    Running::start_as(move |listener, stop| async move {
        let served = axum::serve(listener, app).with_graceful_shutdown(async {
            let _ = stop.await;
        });
        served.await.unwrap();
    })
}

fn echo() -> Request {
    Request::call("echo", "\"text\":\"hi\"")
}

#[test]
fn a_router_mounts_the_service() {
    for server in [
        mounted(|mcp| Router::new().nest_service("/some/where", mcp)),
        mounted(|mcp| Router::new().route_service("/some/where", mcp)),
    ] {
        assert_eq!(server.send(&echo().at("POST /some/where")).text(), "hi");
        assert_eq!(server.send(&echo().at("POST /elsewhere")).status, 404);
        let evil = server.send(&echo().at("POST /some/where").with("Host", "evil.example"));
        assert_eq!(evil.error(), (421, -32600));
        let only = server.send(
            &echo()
                .at("POST /some/where")
                .with("Accept", "text/event-stream"),
        );
        assert!(only.body.contains("data: {"), "{only:?}");
    }
}

/// Lets the router stop while a client listens.
fn stops(service: HttpService, app: Router, listening: &Request, stopped: &AtomicBool) {
    let ending = service.clone();
    let mut server = Running::start_as(move |listener, stop| async move {
        let served = axum::serve(listener, app).with_graceful_shutdown(async move {
            let _ = stop.await;
            ending.begin_shutdown();
        });
        served.await.unwrap();
        service.shutdown().await;
        service.shutdown().await;
    });
    let mut client = server.connect();
    client.write(listening.head() + &listening.body);
    assert_eq!(client.receive_head().status, 200);
    assert!(client.chunk().is_some());
    assert!(!stopped.load(Ordering::SeqCst));
    server.stop();
    while client.chunk().is_some() {}
    server.wait();
    assert!(stopped.load(Ordering::SeqCst), "steps of stopping were run");
}

fn dynamic(stopped: &Arc<AtomicBool>) -> Server {
    let stopped = Arc::clone(stopped);
    server().dynamic_tools().on_stop(move |(): ()| {
        let before = stopped.swap(true, Ordering::SeqCst);
        assert!(!before, "it stops once");
        async { Ok(()) }
    })
}

fn listening() -> Request {
    Request::modern(
        "subscriptions/listen",
        "\"notifications\":{\"toolsListChanged\":true}",
    )
}

#[test]
fn streams_end_when_the_application_says_that_it_stops() {
    let stopped = Arc::default();
    let service = dynamic(&stopped).into_service().unwrap();
    let app = Router::new().nest_service("/mcp", service.clone());
    stops(service, app, &listening(), &stopped);
}

#[cfg(feature = "sealing")]
#[test]
fn streams_of_sessions_end_as_well() {
    let stopped = Arc::default();
    let built = dynamic(&stopped).build().unwrap();
    let service = HttpService::new(built.clone(), HttpOptions::default());
    let opening = Running::start_as({
        let service = service.clone();
        move |listener, stop| async move {
            let served = axum::serve(listener, Router::new().fallback_service(service));
            served
                .with_graceful_shutdown(async {
                    let _ = stop.await;
                })
                .await
                .unwrap();
        }
    });
    let opened = opening.send(&Request::post(support::initialize().to_string()));
    let id = opened.header("Mcp-Session-Id").unwrap().to_owned();
    drop(opening);
    let listening = Request::post("")
        .at("GET /mcp")
        .without("Content-Type")
        .with("Accept", "text/event-stream")
        .header("Mcp-Session-Id", &id);
    let app = Router::new().fallback_service(service.clone());
    stops(service, app, &listening, &stopped);
}

#[test]
fn all_servers_of_an_application_stop() {
    let stopped = [Arc::default(), Arc::default()];
    let [first, second] = stopped.each_ref().map(dynamic);
    let app = App::new().web("/first", first).web("/second", second);
    let service = app.into_service(&HttpOptions::default()).unwrap();
    let ending = service.clone();
    let mut server = Running::start_as(move |listener, stop| async move {
        let router = Router::new().fallback_service(service.clone());
        let served = axum::serve(listener, router).with_graceful_shutdown(async move {
            let _ = stop.await;
            ending.begin_shutdown();
        });
        served.await.unwrap();
        service.shutdown().await;
    });
    for path in ["POST /first", "POST /second"] {
        let mut client = server.connect();
        let listening = listening().at(path);
        client.write(listening.head() + &listening.body);
        assert_eq!(client.receive_head().status, 200);
    }
    server.stop();
    server.wait();
    assert!(stopped.iter().all(|stopped| stopped.load(Ordering::SeqCst)));
}

#[test]
fn the_path_can_be_chosen() {
    let server = Running::start_with(server(), HttpOptions::default().path("/books/mcp/"));
    assert_eq!(server.send(&echo().at("POST /books/mcp")).text(), "hi");
    let response = server.send(&echo());
    assert!(
        response.status == 404 && response.body.contains("/books/mcp"),
        "{response:?}"
    );
}

fn for_pages() -> Running {
    let region = ToolDef::new("region").inline_handler(
        (ParamSpec::new("region").header("Region"),),
        |(region,): (String,)| region,
    );
    Running::start_with(
        server().tool_value(region),
        HttpOptions::default().origin(PAGE),
    )
}

#[track_caller]
fn is_readable(response: &Response) {
    assert_eq!(response.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(response.header("vary"), Some("origin"));
}

#[test]
fn named_pages_may_ask_and_read() {
    let server = for_pages();
    let preflight = Request::post("")
        .at("OPTIONS /mcp")
        .header("Access-Control-Request-Method", "POST");
    let response = server.send(&preflight.clone().header("Origin", PAGE));
    assert_eq!((response.status, response.body.as_str()), (204, ""));
    is_readable(&response);
    let methods = if cfg!(feature = "sealing") {
        "GET, POST, DELETE"
    } else {
        "POST"
    };
    assert_eq!(
        response.header("access-control-allow-methods"),
        Some(methods)
    );
    let allowed = response.header("access-control-allow-headers").unwrap();
    let needed = [
        "content-type",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-param-region",
    ];
    assert!(
        needed.iter().all(|name| allowed.contains(name)),
        "{allowed}"
    );
    assert!(response.header("access-control-max-age").is_some());
    for request in [
        echo(),
        echo().without("Mcp-Name"),
        echo().with("Content-Type", "text/plain"),
    ] {
        let response = server.send(&request.header("Origin", PAGE));
        is_readable(&response);
        assert_eq!(
            response.header("access-control-expose-headers"),
            Some("Mcp-Session-Id, WWW-Authenticate")
        );
    }
    assert_eq!(
        server
            .send(&preflight.clone().header("Origin", "https://evil.example"))
            .error(),
        (403, -32600)
    );
    assert_eq!(
        server.send(&preflight).status,
        405,
        "whoever names no origin isn't a page"
    );
}

#[test]
fn others_are_served_as_before() {
    let response = for_pages().send(&echo());
    assert_eq!(
        (response.text().as_str(), response.header("vary")),
        ("hi", Some("origin"))
    );
    assert_eq!(response.header("access-control-allow-origin"), None);
}

#[test]
#[should_panic(expected = "`mcp` can't be the path of a server")]
fn a_path_that_no_request_has_is_refused() {
    let server = server().build().expect("no mistakes");
    let _ = HttpService::new(server, HttpOptions::default().path("mcp"));
}
