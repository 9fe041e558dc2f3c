//! How long clients are told to keep what they get.

mod support;

use std::time::Duration;

use ferramenta::{
    BearerTokens, Cache, Context, HttpParts, Identity, Inject, Listed, ResourceDef, Server,
    TestClient, resource,
};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

const HOUR: Duration = Duration::from_secs(3_600);

/// The opening hours.
#[resource("shop://hours", cache(ttl = "1h", scope = public))]
async fn hours() -> &'static str {
    "9 to 5"
}

/// The orders of the caller.
#[resource("shop://orders/{year}", cache(ttl = "30s"))]
async fn orders(year: u16, cx: &Context) -> String {
    format!("{:?} {year}", cx.identity())
}

/// What changes all the time.
#[resource("shop://now")]
async fn now(cx: &Context) -> String {
    cx.request_id().to_owned()
}

fn hints(result: &Value) -> (Option<u64>, Option<&str>) {
    (result["ttlMs"].as_u64(), result["cacheScope"].as_str())
}

async fn of_lists(client: &TestClient) -> Vec<Value> {
    let mut results = Vec::new();
    for method in [
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
    ] {
        let answer = client.request(method, json!({})).await;
        if answer.message().get("result").is_some() {
            results.push(answer.result().clone());
        }
    }
    results
}

#[tokio::test]
async fn reads_say_what_was_said_of_them() {
    let server = || Server::new("Shop").resources::<(hours, orders, now)>();
    let client = client(server());
    for (uri, expected) in [
        ("shop://hours", (Some(3_600_000), Some("public"))),
        ("shop://orders/2026", (Some(30_000), Some("private"))),
        ("shop://now", (Some(0), Some("public"))),
    ] {
        let read = client.read(uri).await;
        read.assert_ok();
        assert_eq!(hints(read.result()), expected, "{uri}");
    }
    for version in VERSIONS.iter().take(4) {
        let client = client_of(version, server());
        let read = client.read("shop://hours").await;
        read.assert_ok();
        assert_eq!(hints(read.result()), (None, None));
    }
    let identified = server().stdio_identity(Identity::new("ada"));
    let read = self::client(identified).read("shop://now").await;
    assert_eq!(hints(read.result()), (Some(0), Some("private")));
}

#[tokio::test]
async fn lists_say_what_the_server_says() {
    let server = Server::new("Shop").resource::<hours>();
    for (server, expected) in [
        (server, (Some(60_000), Some("public"))),
        (
            Server::new("Shop")
                .resource::<hours>()
                .cache(Cache::public(HOUR)),
            (Some(3_600_000), Some("public")),
        ),
        (
            Server::new("Shop")
                .resource::<hours>()
                .cache(Cache::private(HOUR)),
            (Some(3_600_000), Some("private")),
        ),
    ] {
        let results = of_lists(&client(server)).await;
        assert_eq!(results.len(), 3);
        for result in results {
            assert_eq!(hints(&result), expected, "{result}");
        }
    }
}

#[tokio::test]
async fn what_functions_list_is_not_kept() {
    let books = || {
        ResourceDef::new("shelf://{isbn}")
            .handler(
                (ferramenta::ParamSpec::new("isbn"),),
                |(isbn,): (String,)| async move { isbn },
            )
            .list(|(): ()| async { vec![Listed::of([("isbn", "1")])] })
    };
    for (server, expected) in [
        (Server::new("Shelf"), (Some(0), Some("private"))),
        (
            Server::new("Shelf").cache(Cache::public(HOUR)),
            (Some(3_600_000), Some("public")),
        ),
    ] {
        let client = client(server.resource_value(books()));
        let listed = client.request("resources/list", json!({})).await;
        assert_eq!(hints(listed.result()), expected);
    }
}

struct Secret;

#[test]
fn what_differs_is_not_public() {
    let public = |def: ResourceDef| def.cache(Cache::public(HOUR));
    let plain = || public(ResourceDef::new("a://b")).handler((), |()| async { "" });
    let with_call = || {
        public(ResourceDef::new("a://b")).handler(
            (ferramenta::ParamSpec::new("cx"),),
            |(_,): (Context,)| async { "" },
        )
    };
    let with_http = public(ResourceDef::new("a://b")).handler(
        (ferramenta::ParamSpec::new("parts"),),
        |(_,): (HttpParts,)| async { "" },
    );
    let with_service = public(ResourceDef::new("a://b")).handler(
        (ferramenta::ParamSpec::new("secret"),),
        |(_,): (Inject<Secret>,)| async { "" },
    );
    let server = || Server::new("t");
    let known = || {
        server()
            .authenticate(BearerTokens::new().token("a-token-of-the-test", Identity::new("ada")))
    };
    let may_be = [
        server().resource_value(plain()),
        server().resource_value(with_call()),
        known().resource_value(plain()),
        known().service(Secret).resource_value(with_service),
    ];
    for server in may_be {
        assert!(server.build().is_ok());
    }
    let listed = ResourceDef::new("a://{x}")
        .handler(
            (ferramenta::ParamSpec::new("x"),),
            |(x,): (String,)| async move { x },
        )
        .list(|(): ()| async { Vec::new() });
    let may_not = [
        server().resource_value(plain().scopes(["a"])),
        server()
            .guard(|(): ()| async { true })
            .resource_value(plain()),
        known().resource_value(with_call()),
        server().resource_value(with_http),
        server().cache(Cache::public(HOUR)).resource_value(
            ResourceDef::new("a://c")
                .handler((), |()| async { "" })
                .scopes(["a"]),
        ),
        known().cache(Cache::public(HOUR)).resource_value(listed),
    ];
    for (index, server) in may_not.into_iter().enumerate() {
        let errors = server.build().expect_err(&index.to_string());
        assert_eq!(errors.errors()[0].code.as_str(), "FM0025", "{errors}");
        assert!(errors.to_string().contains("public"), "{errors}");
    }
}
