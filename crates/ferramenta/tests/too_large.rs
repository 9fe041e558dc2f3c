//! A result that is larger than it may be is refused, and isn't written any further than to its bound: values that never
//! end are enough to tell.

mod support;

use ferramenta::{
    Bytes, Content, Contents, Extension, Limits, Messages, Response, Server, Structured, method,
    prompt, resource, tool,
};
use schemars::JsonSchema;
use serde::{Serialize, Serializer, ser::SerializeSeq};
use serde_json::json;
use support::{VERSIONS, client, client_of};

/// The bound in these tests, in bytes.
const MOST: usize = 2000;

const REFUSED: &str = "The result has more than the 2000 bytes that may be sent: ask for less, with a smaller limit or a narrower query";

/// A list without an end.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Endless(#[expect(dead_code, reason = "for the schema")] Vec<u64>);

impl Serialize for Endless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        loop {
            list.serialize_element(&1)?;
        }
    }
}

/// A list that goes on when its writer says that it can't, and says in the end that all is well.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Stubborn(#[expect(dead_code, reason = "for the schema")] Vec<u64>);

impl Serialize for Stubborn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for _ in 0..MOST {
            // what it shouldn't: the error is lost
            let _ = list.serialize_element(&1);
        }
        list.end()
    }
}

/// Give a list without an end.
#[tool(inline)]
fn endless() -> Structured<Endless> {
    Structured(Endless(Vec::new()))
}

/// Give a list that loses errors.
#[tool(inline)]
fn stubborn() -> Structured<Stubborn> {
    Structured(Stubborn(Vec::new()))
}

/// Give so many numbers.
#[tool(inline)]
fn numbers(count: usize) -> Vec<u8> {
    vec![1; count]
}

/// Repeat a text.
#[tool(inline)]
fn text(of: String, times: usize) -> String {
    of.repeat(times)
}

/// Give so many bytes.
#[tool(inline)]
fn bytes(count: usize) -> Bytes {
    Bytes(vec![0; count])
}

/// Give blocks.
#[tool(inline)]
fn blocks(count: usize) -> Vec<Content> {
    vec![Content::text("x".repeat(100)); count]
}

/// Give a result made by hand.
#[tool(inline)]
fn by_hand(size: usize) -> Response {
    Response::new().structured(&"x".repeat(size))
}

/// Say something long.
#[prompt]
async fn long(size: String) -> Messages {
    let size = size.parse().unwrap_or_default();
    Messages::new().user("x".repeat(size)).assistant("yes")
}

/// Something long.
#[resource("long:///text")]
async fn long_text() -> String {
    "x".repeat(MOST)
}

/// Something long in bytes.
#[resource("long:///bytes")]
async fn long_bytes() -> Bytes {
    Bytes(vec![0; MOST])
}

/// Something long in parts.
#[resource("long:///parts")]
async fn long_parts() -> Contents {
    let part = "x".repeat(MOST / 4);
    (0..4).fold(Contents::new(), |contents, _| {
        contents.text("text/plain", part.as_str())
    })
}

/// Something without an end.
#[resource("long:///endless")]
async fn endless_resource() -> Structured<Endless> {
    Structured(Endless(Vec::new()))
}

/// The members of a result that have no end.
#[derive(Serialize, JsonSchema)]
struct Members {
    list: Endless,
}

/// Give an endless reply.
#[method("com.example/endless")]
async fn endless_reply() -> Structured<Members> {
    Structured(Members {
        list: Endless(Vec::new()),
    })
}

fn server() -> Server {
    Server::new("large")
        .limits(Limits::default().result(MOST))
        .tools::<(endless, stubborn, numbers, text, bytes, blocks, by_hand)>()
        .prompt::<long>()
        .resources::<(long_text, long_bytes, long_parts, endless_resource)>()
        .extension(Extension::new("com.example/large").method::<endless_reply>())
}

#[tokio::test]
async fn values_without_an_end_are_refused_in_every_version() {
    for version in VERSIONS {
        let client = client_of(version, server());
        for tool in ["endless", "stubborn"] {
            let answer = client.tool(tool, json!({})).await;
            answer.assert_error(REFUSED);
        }
    }
}

#[tokio::test]
async fn a_result_may_have_all_the_bytes_up_to_its_bound() {
    let client = client(server());
    for (tool, argument, more) in [
        ("numbers", "count", json!({})),
        ("text", "times", json!({ "of": "x" })),
        ("text", "times", json!({ "of": "\u{1}" })),
        ("bytes", "count", json!({})),
        ("blocks", "count", json!({})),
        ("by_hand", "size", json!({})),
    ] {
        let call = async |size: usize| {
            let mut arguments = more.clone();
            arguments[argument] = json!(size);
            client.tool(tool, arguments).await
        };
        let mut size = 0;
        let mut largest = 0;
        loop {
            let answer = call(size).await;
            if answer.result()["isError"] == true {
                answer.assert_error(REFUSED);
                break;
            }
            largest = answer.message().to_string().len();
            assert!(largest <= MOST, "{tool}: {largest} bytes");
            size += 1;
        }
        // and one more of it has no room
        assert!(
            largest + 140 > MOST,
            "{tool}: refused behind {largest} bytes"
        );
        call(100 * MOST).await.assert_error(REFUSED);
    }
}

#[tokio::test]
async fn prompts_resources_and_methods_keep_the_bound_as_well() {
    let client =
        client(server()).capabilities(json!({ "extensions": { "com.example/large": {} } }));
    for (method, params) in [
        (
            "prompts/get",
            json!({ "name": "long", "arguments": { "size": "2000" } }),
        ),
        ("resources/read", json!({ "uri": "long:///text" })),
        ("resources/read", json!({ "uri": "long:///bytes" })),
        ("resources/read", json!({ "uri": "long:///parts" })),
        ("resources/read", json!({ "uri": "long:///endless" })),
        ("com.example/endless", json!({})),
    ] {
        let answer = client.request(method, params).await;
        assert_eq!(answer.message()["error"]["message"], REFUSED, "{method}");
    }
}
