//! How often each caller may call: what counts, who shares, and what is read by whom there is too much of.

#![cfg(feature = "rate-limits")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::time::Duration;

use ferramenta::{
    BearerTokens, BuildErrorCode, BuiltServer, Context, Identity, Inject, ParamSpec, PromptDef,
    RateLimit, Server, TestClient, ToolDef, tool, toolset,
};
use serde_json::json;
use support::{Request, Running, client};

const ONE_PER_HOUR: &str = "Rate limit reached: at most 1 call per hour; try again in 3600 s";

fn tool_named(name: &str) -> ToolDef {
    ToolDef::new(name).handler((), |()| async { "done" })
}

/// Two tools with a limit each, and one without.
fn shop() -> Server {
    let limited = |name| tool_named(name).rate_limit(RateLimit::per_hour(1));
    Server::new("Shop")
        .tool_value(limited("search"))
        .tool_value(limited("order"))
        .tool_value(tool_named("open"))
}

fn called_by(server: &BuiltServer, name: &str) -> TestClient {
    TestClient::of(server).identity(Identity::new(name))
}

#[tokio::test(start_paused = true)]
async fn a_call_too_many_is_an_error_with_the_time_to_wait() {
    for version in spec_check::VERSIONS {
        let limit = RateLimit::per_minute(10);
        let server = Server::new("Shop").tool_value(tool_named("search").rate_limit(limit));
        let client = client(server);
        let client = match version {
            "2026-07-28" => client,
            legacy => client.legacy(legacy),
        };
        for _ in 0..10 {
            client.tool("search", json!({})).await.assert_ok();
        }
        tokio::time::advance(Duration::from_millis(2_100)).await;
        let told = "Rate limit reached: at most 10 calls per minute; try again in 4 s";
        client.tool("search", json!({})).await.assert_error(told);
        tokio::time::advance(Duration::from_millis(3_900)).await;
        client.tool("search", json!({})).await.assert_ok();
        let told = "Rate limit reached: at most 10 calls per minute; try again in 6 s";
        client.tool("search", json!({})).await.assert_error(told);
    }
}

#[tokio::test(start_paused = true)]
async fn neither_callers_nor_tools_share_a_limit_but_nobody_shares_with_nobody() {
    let server = shop().build().unwrap();
    for caller in ["ada", "bob"] {
        for tool in ["search", "order"] {
            let first = called_by(&server, caller).tool(tool, json!({})).await;
            first.assert_ok();
            let second = called_by(&server, caller).tool(tool, json!({})).await;
            second.assert_error(ONE_PER_HOUR);
        }
    }
    let nobody = || TestClient::of(&server);
    nobody().tool("search", json!({})).await.assert_ok();
    let second = nobody().tool("search", json!({})).await;
    second.assert_error(ONE_PER_HOUR);
    for _ in 0..100 {
        nobody().tool("open", json!({})).await.assert_ok();
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_of_the_server_is_for_all_its_tools_together() {
    let server = shop().rate_limit(RateLimit::per_minute(3)).build().unwrap();
    let ada = called_by(&server, "ada");
    ada.tool("search", json!({})).await.assert_ok();
    ada.tool("search", json!({}))
        .await
        .assert_error(ONE_PER_HOUR);
    ada.tool("open", json!({})).await.assert_ok();
    ada.tool("open", json!({})).await.assert_ok();
    let told = "Rate limit reached: at most 3 calls of this server per minute; try again in 20 s";
    ada.tool("open", json!({})).await.assert_error(told);
    ada.tool("order", json!({})).await.assert_error(told);
    assert_eq!(ada.list_tools().await.len(), 3, "lists aren't calls");
    let bob = called_by(&server, "bob");
    bob.tool("open", json!({})).await.assert_ok();
    tokio::time::advance(Duration::from_secs(20)).await;
    ada.tool("order", json!({})).await.assert_ok();
}

#[tokio::test(start_paused = true)]
async fn access_is_asked_first_and_arguments_last() {
    let named = |(cx,): (Context,)| async move { cx.identity().is_some() };
    let limited = |name| ToolDef::new(name).rate_limit(RateLimit::per_hour(1));
    let n = || (ParamSpec::new("n"),);
    let server = Server::new("Shop")
        .tool_value(limited("hidden").visible(named).handler((), |()| async {}))
        .tool_value(
            limited("denied")
                .authorize(named)
                .handler((), |()| async {}),
        )
        .tool_value(limited("count").handler(n(), |(n,): (u32,)| async move { n }));
    let server = server.build().unwrap();
    let nobody = TestClient::of(&server);
    for _ in 0..3 {
        let hidden = nobody.tool("hidden", json!({})).await;
        hidden.assert_protocol_error(-32602, "Unknown tool: hidden");
        let denied = nobody.tool("denied", json!({})).await;
        denied.assert_protocol_error(-32602, "Access denied: denied");
    }
    let wrong = nobody.tool("count", json!({ "n": "x" })).await;
    wrong.assert_error("Invalid tool arguments\nn: \"x\" is not an integer");
    for arguments in [json!({ "n": "x" }), json!({ "n": 1 }), json!([])] {
        let counted = nobody.tool("count", arguments).await;
        counted.assert_error(ONE_PER_HOUR);
    }
}

#[test]
fn over_http_it_is_a_result_for_each_token_and_one_for_those_without() {
    let tokens = BearerTokens::new()
        .token("ada", Identity::new("ada"))
        .token("adas other one", Identity::new("ada"))
        .token("bob", Identity::new("bob"));
    let server = Running::start(shop().authenticate(tokens.or_anonymous()));
    let call = |token: &str| {
        let request = Request::call("search", "");
        let response = server.send(&match token {
            "" => request,
            token => request.header("Authorization", &format!("Bearer {token}")),
        });
        assert_eq!(response.status, 200, "{}", response.body);
        let refused = response.body.contains("\"isError\":true");
        let told = "Rate limit reached: at most 1 call per hour; try again in 3";
        assert_eq!(response.body.contains(told), refused, "{}", response.body);
        !refused
    };
    assert_eq!(["ada", "bob", ""].map(call), [true; 3]);
    assert_eq!(["ada", "bob", "", "adas other one"].map(call), [false; 4]);
}

/// Search the catalog.
#[tool(rate_limit = RateLimit::per_hour(1))]
async fn by_expression() {}

/// Search the catalog.
#[tool(rate_limit = "1/h", inline)]
fn by_text() {}

#[derive(Inject)]
struct ByType;

/// Search the catalog.
#[tool(rate_limit = RateLimit::per_minute(60).burst(1))]
impl ByType {
    async fn handle(&self) {}
}

#[derive(Inject)]
struct Shelves;

#[toolset]
impl Shelves {
    /// Count the books.
    #[tool(rate_limit = "2/min", inline)]
    fn by_method(&self) {}
}

#[tokio::test(start_paused = true)]
async fn the_attribute_says_it() {
    type Tools = (by_expression, by_text, ByType, Shelves);
    let client = client(Server::new("Shop").tools::<Tools>());
    for (tool, most, told) in [
        ("by_expression", 1, ONE_PER_HOUR),
        ("by_text", 1, ONE_PER_HOUR),
        (
            "by-type",
            1,
            "Rate limit reached: at most 60 calls per minute; try again in 1 s",
        ),
        (
            "by_method",
            2,
            "Rate limit reached: at most 2 calls per minute; try again in 30 s",
        ),
    ] {
        for _ in 0..most {
            client.tool(tool, json!({})).await.assert_ok();
        }
        client.tool(tool, json!({})).await.assert_error(told);
    }
}

#[test]
fn a_limit_that_makes_no_sense_is_told_when_the_server_is_built() {
    let limited = |name, limit| tool_named(name).rate_limit(limit);
    let errors = Server::new("Shop")
        .rate_limit(RateLimit::per_minute(0))
        .tool_value(limited("zero", RateLimit::per_hour(0)))
        .tool_value(limited("no_burst", RateLimit::per_second(5).burst(0)))
        .tool_value(limited("long", RateLimit::per_hour(1).burst(u32::MAX)))
        .build()
        .expect_err("mistakes");
    let problems: Vec<&str> = errors.errors().iter().map(|e| &*e.problem).collect();
    assert_eq!(
        problems,
        [
            "`Server::rate_limit` is zero",
            "tool `zero`: `rate_limit` is zero",
            "tool `no_burst`: `rate_limit` has a burst of zero",
            "tool `long`: `rate_limit` has a burst that takes more than a year to come back",
        ]
    );
    for error in errors.errors() {
        assert_eq!(error.code, BuildErrorCode::InvalidLimit);
        assert!(
            error.place.to_string().contains("rate_limits.rs"),
            "{error}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn completions_count_for_the_server_alone() {
    let prompt = PromptDef::new("review")
        .handler((ParamSpec::new("kindly"),), |(_,): (bool,)| async { "" })
        .rate_limit(RateLimit::per_hour(1));
    let server = Server::new("Shop").prompt_value(prompt);
    let client = client(server.rate_limit(RateLimit::per_hour(3)));
    for _ in 0..3 {
        client.complete("review", "kindly", "").await.assert_ok();
    }
    let told = "Rate limit reached: at most 3 calls of this server per hour; try again in 1200 s";
    let answer = client.complete("review", "kindly", "").await;
    answer.assert_protocol_error(-32603, told);
}
