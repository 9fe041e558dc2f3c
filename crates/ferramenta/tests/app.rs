//! Several servers in one application.

#[path = "support/http.rs"]
mod http;

use ferramenta::{App, BuildErrorCode, HttpOptions, HttpParts, ParamSpec, Server, ToolDef};
use http::{Request, Running};

fn server(name: &str, word: &'static str) -> Server {
    Server::new(name).tool_value(ToolDef::new("word").handler((), move |()| async move { word }))
}

fn app() -> App {
    App::new()
        .web("/mcp/one", server("One", "first"))
        .web("/mcp/two/", server("Two", "second"))
}

fn running() -> Running {
    let service = app()
        .into_service(&HttpOptions::default())
        .expect("no mistakes");
    Running::start_as(move |listener, stop| async move {
        service.serve(listener, async { drop(stop.await) }).await;
    })
}

#[test]
fn each_server_is_at_its_path() {
    let running = running();
    for (path, word) in [
        ("/mcp/one", "first"),
        ("/mcp/two", "second"),
        ("/mcp/two/", "second"),
    ] {
        let answer = running.send(&Request::call("word", "").at(&format!("POST {path}")));
        assert_eq!(answer.status, 200);
        assert!(answer.body.contains(word), "{}", answer.body);
    }
    let lost = running.send(&Request::call("word", "").at("POST /mcp"));
    assert_eq!(lost.status, 404);
    assert!(lost.body.contains("/mcp/one or /mcp/two"), "{}", lost.body);
    assert_eq!(
        running.send(&Request::post("").at("GET /readyz")).status,
        200
    );
}

#[test]
fn mistakes_of_all_servers_are_told_at_once() {
    let broken = || Server::new("Broken").tool_value(ToolDef::new("no handler"));
    let web_only =
        ToolDef::new("head").handler((ParamSpec::new("head"),), |(_,): (HttpParts,)| async {});
    let errors = App::new()
        .web("mcp", server("One", ""))
        .web("/same", server("Two", ""))
        .web("/same/", server("Three", ""))
        .web("/healthz", broken())
        .local("not a name", server("Four", ""))
        .local("web-only", Server::new("Five").tool_value(web_only))
        .into_service(&HttpOptions::default())
        .expect_err("mistakes");
    let codes: Vec<BuildErrorCode> = errors.errors().iter().map(|error| error.code).collect();
    for (code, times) in [
        (BuildErrorCode::InvalidEndpoint, 3),
        (BuildErrorCode::DuplicateEndpoint, 1),
        (BuildErrorCode::InvalidName, 1),
        (BuildErrorCode::MissingHandler, 1),
    ] {
        assert_eq!(
            codes.iter().filter(|found| **found == code).count(),
            times,
            "{code:?} in {errors}"
        );
    }
    assert!(errors.to_string().contains("tool `head`"), "{errors}");
}

#[test]
fn without_a_server_of_http_there_is_no_service() {
    let errors = App::new()
        .local("one", server("One", ""))
        .into_service(&HttpOptions::default())
        .expect_err("nothing to serve");
    let codes: Vec<BuildErrorCode> = errors.errors().iter().map(|error| error.code).collect();
    assert_eq!(codes, [BuildErrorCode::InvalidEndpoint]);
    let report = errors.to_string();
    assert!(report.contains("no server of HTTP"), "{report}");
    assert!(report.contains("tests/app.rs:"), "{report}");
}
