//! Resources: at one URI and at those of a template, found by what is narrowest, read as text, bytes and JSON.

mod support;

use std::{collections::BTreeMap, sync::Arc};

use ferramenta::{
    Bytes, Contents, Context, Failure, HttpParts, Identity, Inject, ParamSpec, ProtocolError,
    ResourceDef, Server, Structured, TestClient, ToolError, ToolResult, resource,
};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

/// The opening hours.
#[resource(
    "shop://hours",
    mime = "text/plain",
    title = "Hours",
    size = "6B",
    meta(origin = "shop")
)]
async fn hours() -> &'static str {
    "9 to 5"
}

/// A shelf of the shop.
#[resource("shop://shelves/{number}", name = "a shelf")]
fn shelf(
    /// Its number.
    number: u32,
) -> Option<String> {
    (number < 12).then(|| format!("Shelf {number}"))
}

/// A file of the shop.
#[resource("shop://files/{+path}")]
async fn file(path: String, cx: &Context) -> Structured<BTreeMap<&'static str, Value>> {
    Structured(
        [
            ("path", path.into()),
            ("name", cx.name().unwrap_or_default().into()),
            ("variables", cx.uri_variables()),
        ]
        .into(),
    )
}

/// A search.
#[resource("shop://search{?q,limit}")]
async fn search(q: Option<String>, #[arg(default = 10)] limit: u8) -> String {
    format!("{} of {}", limit, q.unwrap_or_else(|| "all".into()))
}

struct Covers(&'static [u8]);

#[derive(Inject)]
struct CoverResource {
    covers: Arc<Covers>,
}

/// The cover of a book.
#[resource("shop://covers/{isbn}", mime = "image/png")]
impl CoverResource {
    async fn handle(&self, isbn: String) -> ToolResult<Bytes> {
        match isbn.as_str() {
            "lost" => Err(ToolError::new("The cover was lost.").into()),
            "broken" => Err(Failure::hidden("secret")),
            "protocol" => {
                Err(ProtocolError::new(ferramenta::ErrorCode::InvalidRequest, "no").into())
            }
            _ => Ok(Bytes(self.covers.0.to_vec())),
        }
    }

    fn visible(&self, cx: &Context) -> bool {
        cx.identity()
            .is_none_or(|identity| identity.subject() != "mallory")
    }
}

fn server() -> Server {
    Server::new("Shop")
        .service(Covers(b"png"))
        .resources::<(hours, shelf, (file, search), CoverResource)>()
}

#[tokio::test]
async fn resources_and_templates_are_listed_as_each_version_knows_them() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let listed = client.request("resources/list", json!({})).await;
        listed.assert_ok();
        let mut expected = json!({
            "uri": "shop://hours", "name": "hours", "title": "Hours", "description": "The opening hours.",
            "mimeType": "text/plain", "size": 6, "_meta": { "origin": "shop" },
        });
        if matches!(version, "2024-11-05" | "2025-03-26") {
            let members = expected.as_object_mut().unwrap();
            members.remove("title");
            members.remove("_meta");
        }
        assert_eq!(listed.result()["resources"], json!([expected]), "{version}");
        let listed = client.request("resources/templates/list", json!({})).await;
        listed.assert_ok();
        assert_eq!(
            listed.result()["resourceTemplates"],
            json!([
                { "uriTemplate": "shop://shelves/{number}", "name": "a shelf", "description": "A shelf of the shop." },
                { "uriTemplate": "shop://files/{+path}", "name": "file", "description": "A file of the shop." },
                { "uriTemplate": "shop://search{?q,limit}", "name": "search", "description": "A search." },
                { "uriTemplate": "shop://covers/{isbn}", "name": "cover", "description": "The cover of a book.",
                  "mimeType": "image/png" },
            ])
        );
    }
}

async fn read(client: &TestClient, uri: &str) -> Value {
    let answer = client.read(uri).await;
    answer.assert_ok();
    let [contents] = &answer.result()["contents"].as_array().expect("a list")[..] else {
        panic!("one part was expected: {answer:?}");
    };
    contents.clone()
}

#[tokio::test]
async fn texts_bytes_and_json_say_what_they_are() {
    for version in VERSIONS {
        let client = client_of(version, server());
        for (uri, expected) in [
            (
                "shop://hours",
                json!({ "mimeType": "text/plain", "text": "9 to 5" }),
            ),
            (
                "SHOP://hours",
                json!({ "mimeType": "text/plain", "text": "9 to 5" }),
            ),
            (
                "shop://shelves/7",
                json!({ "mimeType": "text/plain", "text": "Shelf 7" }),
            ),
            (
                "shop://covers/1",
                json!({ "mimeType": "image/png", "blob": "cG5n" }),
            ),
            (
                "shop://search",
                json!({ "mimeType": "text/plain", "text": "10 of all" }),
            ),
            (
                "shop://search?limit=3&q=a%20b",
                json!({ "mimeType": "text/plain", "text": "3 of a b" }),
            ),
        ] {
            let mut expected = expected;
            expected["uri"] = uri.into();
            assert_eq!(read(&client, uri).await, expected, "{version}");
        }
        let contents = read(&client, "shop://files/a/b%20c.txt").await;
        assert_eq!(contents["mimeType"], "application/json");
        let told: Value = serde_json::from_str(contents["text"].as_str().unwrap()).unwrap();
        let path = "a/b c.txt";
        let uri = "shop://files/a/b%20c.txt";
        assert_eq!(
            told,
            json!({ "path": path, "name": uri, "variables": { "path": path } })
        );
    }
}

#[tokio::test]
async fn what_is_not_there_is_not_found() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let code = if version == "2026-07-28" {
            -32602
        } else {
            -32002
        };
        for uri in [
            "shop://nothing",
            "shop://shelves/12",
            "shop://shelves/seven",
            "shop://shelves/-1",
            "shop://shelves/1/2",
            "shop://shelves/",
            "shop://shelves/%2e%2e",
            "shop://files/../secret",
            "shop://files/%2e%2e/secret",
            "shop://files/%2Fetc/passwd",
            "shop://files/a%00b",
            "shop://covers/a%2Fb",
            "shop://search?page=2",
            "shop://hours?x=1",
            "no uri",
            "",
        ] {
            let answer = client.read(uri).await;
            answer.assert_protocol_error(code, "Resource not found");
            assert_eq!(answer.message()["error"]["data"]["uri"], uri, "{version}");
        }
        let wrong = client.request("resources/read", json!({ "uri": 7 })).await;
        wrong.assert_protocol_error(-32602, "Invalid params: `uri` is missing or not a string");
    }
}

#[tokio::test]
async fn failures_are_told_apart() {
    let client = client(server());
    client
        .read("shop://covers/lost")
        .await
        .assert_protocol_error(-32603, "The cover was lost.");
    client
        .read("shop://covers/protocol")
        .await
        .assert_protocol_error(-32600, "no");
    let hidden = client
        .read("shop://covers/broken")
        .await
        .message()
        .to_string();
    assert!(hidden.contains("Internal error (reference "), "{hidden}");
    assert!(!hidden.contains("secret"), "{hidden}");
}

#[tokio::test]
async fn the_narrowest_that_exists_for_the_caller_is_read() {
    let says = |uri: &str, text: &'static str| {
        ResourceDef::new(uri).handler((ParamSpec::new("x"),), move |(_,): (String,)| async move {
            text
        })
    };
    let secret = |(cx,): (Context,)| async move { cx.identity().is_some() };
    let server = || {
        Server::new("t")
            .resource_value(says("t://{+x}", "widest"))
            .resource_value(says("t://a/{x}", "narrow").visible(secret))
            .resource_value(
                ResourceDef::new("t://a/b")
                    .handler((), |()| async { "exact" })
                    .authorize(secret),
            )
    };
    let text = async |client: &TestClient, uri| read(client, uri).await["text"].clone();
    let ada = TestClient::new(server()).identity(Identity::new("ada"));
    assert_eq!(text(&ada, "t://a/b").await, "exact");
    assert_eq!(text(&ada, "t://a/c").await, "narrow");
    assert_eq!(text(&ada, "t://b/c").await, "widest");
    let nobody = client(server());
    assert_eq!(
        text(&nobody, "t://a/c").await,
        "widest",
        "as if the hidden one weren't there"
    );
    nobody
        .read("t://a/b")
        .await
        .assert_protocol_error(-32602, "Access denied: t://a/b");
}

#[tokio::test]
async fn rules_judge_by_the_variables_of_the_uri() {
    let own = |(cx,): (Context,)| async move {
        let subject = cx.identity().map(|identity| identity.subject().to_owned());
        cx.uri_variables()["user"].as_str().map(str::to_owned) == subject
    };
    let notes = ResourceDef::new("notes://{user}/{id}")
        .authorize(own)
        .handler(
            (ParamSpec::new("user"), ParamSpec::new("id")),
            |(user, id): (String, u8)| async move { format!("{user} {id}") },
        );
    let ada =
        TestClient::new(Server::new("t").resource_value(notes)).identity(Identity::new("ada"));
    assert_eq!(read(&ada, "notes://ada/1").await["text"], "ada 1");
    ada.read("notes://bob/1")
        .await
        .assert_protocol_error(-32602, "Access denied: notes://bob/1");
}

#[tokio::test]
async fn an_iri_is_answered_as_the_uri_that_it_stands_for() {
    let echo = ResourceDef::new("t://{x}")
        .handler((ParamSpec::new("x"),), |(x,): (String,)| async move { x });
    let client = client(Server::new("t").resource_value(echo));
    let contents = read(&client, "t://caf\u{e9}").await;
    assert_eq!(
        contents,
        json!({ "uri": "t://caf%C3%A9", "mimeType": "text/plain", "text": "caf\u{e9}" })
    );
}

#[tokio::test]
async fn a_uri_is_answered_as_one_whose_characters_stand_where_they_may() {
    let echo = ResourceDef::new("t://{x}{?part}").handler(
        (ParamSpec::new("x"), ParamSpec::new("part")),
        |(x, part): (String, Option<String>)| async move { format!("{x} {part:?}") },
    );
    let client = client(Server::new("t").resource_value(echo));
    let contents = read(&client, "t://a?part=b[1]").await;
    assert_eq!(
        contents,
        json!({ "uri": "t://a?part=b%5B1%5D", "mimeType": "text/plain", "text": "a Some(\"b[1]\")" })
    );
}

#[tokio::test]
async fn a_resource_is_named_by_its_uri_alone() {
    let client = client_of("2026-07-28", server());
    for name in [json!("hours"), json!(7)] {
        let params = json!({ "name": name, "uri": "shop://files/a" });
        let read = client.request("resources/read", params).await;
        read.assert_ok();
        let contents = &read.result()["contents"][0];
        assert_eq!(contents["uri"], "shop://files/a");
        let seen: Value = serde_json::from_str(contents["text"].as_str().unwrap()).unwrap();
        assert_eq!(seen["name"], "shop://files/a", "{name}");
    }
}

#[tokio::test]
async fn hidden_is_not_found() {
    for version in VERSIONS {
        let mallory = client_of(version, server()).identity(Identity::new("mallory"));
        let hidden = mallory.read("shop://covers/1").await.message().clone();
        let missing = mallory.read("shop://gowers/1").await.message().clone();
        assert_eq!(hidden["error"]["code"], missing["error"]["code"]);
        assert_eq!(hidden["error"]["message"], missing["error"]["message"]);
        let listed = mallory.request("resources/templates/list", json!({})).await;
        assert_eq!(
            listed.result()["resourceTemplates"]
                .as_array()
                .unwrap()
                .len(),
            3
        );
    }
}

#[tokio::test]
async fn contents_are_made_by_hand() {
    /// A note, with its scan.
    #[resource("notes://{id}")]
    async fn note(id: u32) -> Contents {
        Contents::new()
            .text("text/markdown", format!("# {id}"))
            .bytes("image/png", b"png")
            .at("scans://1")
    }
    let answer = client(Server::new("t").resource::<note>())
        .read("notes://1")
        .await;
    assert_eq!(
        answer.result()["contents"],
        json!([
            { "uri": "notes://1", "mimeType": "text/markdown", "text": "# 1" },
            { "uri": "scans://1", "mimeType": "image/png", "blob": "cG5n" },
        ])
    );
    assert_eq!(answer.result()["ttlMs"], 0);
}

#[test]
fn mistakes_are_told_together() {
    /// Tell the client's program.
    #[resource("t://agent")]
    async fn agent(_request: HttpParts) -> &'static str {
        "agent"
    }
    let text = |uri: &str| ResourceDef::new(uri).handler((), |()| async { "" });
    let one = |uri: &str| {
        ResourceDef::new(uri).handler((ParamSpec::new("a"),), |(a,): (String,)| async { a })
    };
    let report = Server::new("t")
        .resource_value(one("t://x/{a}"))
        .resource_value(one("t://x/{a}"))
        .resource_value(text("t://y/{b}"))
        .resource_value(one("t://z"))
        .resource_value(one("t://q{?a}"))
        .resource_value(text("no uri"))
        .resource_value(text("t://{a"))
        .resource_value(ResourceDef::new("t://bare"))
        .build()
        .unwrap_err()
        .to_string();
    for part in [
        "7 mistakes",
        "resource `t://x/{a}`: a URI can be of `t://x/{a}` as well",
        "resource `t://y/{b}`: its handler doesn't take the variable `b`",
        "resource `t://z`: the parameter `a` is no variable of the URI",
        "resource `t://q{?a}`: the variable `a` may be absent from a URI, and its parameter may not",
        "resource `no uri`: at byte ",
        "resource `t://{a`: at byte ",
        "resource `t://bare`: it has no handler",
        "[FM0022]",
        "[FM0023]",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    let built = Server::new("t").resource::<agent>().build().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let refused = runtime
        .block_on(built.serve_stdio())
        .unwrap_err()
        .to_string();
    assert!(
        refused.contains("resource `t://agent`: it takes the HTTP request"),
        "{refused}"
    );
}
