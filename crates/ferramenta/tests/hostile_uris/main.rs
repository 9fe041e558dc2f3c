//! URIs that mean no good: each is not found, or read with exactly the values that it says.

mod missing;
mod read;
#[path = "../support/mod.rs"]
mod support;

use ferramenta::{Context, Server, Structured, TestClient, resource};
use missing::MISSING;
use read::READ;
use serde_json::{Value, json};
use support::client_of;

/// The newest version, and one with the older code for what isn't found.
const VERSIONS: [(&str, i32); 2] = [("2026-07-28", -32602), ("2025-06-18", -32002)];

/// A URI, the handler that reads it, and its arguments in order.
type Read<'a> = (&'a str, &'a str, Arguments<'a>);

/// The names and values of arguments.
type Arguments<'a> = &'a [(&'a str, &'a str)];

/// What a handler was given: its name and its arguments.
type Told = Structured<Value>;

fn told(handler: &str, arguments: Arguments<'_>) -> Told {
    Structured(json!([handler, arguments]))
}

/// One segment.
#[resource("t://seg/{x}", inline)]
fn seg(x: String) -> Told {
    told("seg", &[("x", &x)])
}

/// A path.
#[resource("t://path/{+path}", inline)]
fn path(path: String) -> Told {
    told("path", &[("path", &path)])
}

/// Two segments.
#[resource("t://two{/a,b}", inline)]
fn two(a: String, b: String) -> Told {
    told("two", &[("a", &a), ("b", &b)])
}

/// A query.
#[resource("t://query{?q}", inline)]
fn query(q: Option<String>) -> Told {
    let arguments: Vec<_> = q.iter().map(|q| ("q", &**q)).collect();
    told("query", &arguments)
}

/// One URI.
#[resource("t://exact/a.b", inline)]
fn exact(cx: &Context) -> Told {
    assert_eq!(cx.uri_variables(), json!({}));
    told("exact", &[])
}

/// Any number of segments.
#[resource("t://list{/p*}", inline)]
fn list(p: Vec<String>) -> Told {
    let arguments: Vec<_> = p.iter().map(|p| ("p", &**p)).collect();
    told("list", &arguments)
}

/// A name and its extension.
#[resource("t://ext/{name}{.ext}", inline)]
fn ext(name: String, ext: String) -> Told {
    told("ext", &[("name", &name), ("ext", &ext)])
}

/// A file.
#[resource("file:///{+path}", inline)]
fn file(path: String) -> Told {
    told("file", &[("path", &path)])
}

/// A host.
#[resource("h://{host}/x", inline)]
fn host(host: String) -> Told {
    told("host", &[("host", &host)])
}

fn server() -> Server {
    Server::new("t").resources::<(seg, path, two, query, exact, (list, ext, file, host))>()
}

/// Fails unless the URI is read with exactly these values.
async fn assert_read(client: &TestClient, (uri, handler, arguments): &Read<'_>) {
    let answer = client.read(uri).await;
    answer.assert_ok();
    let contents = &answer.result()["contents"][0];
    assert_eq!(contents["uri"], *uri);
    let text = contents["text"].as_str().expect("a text");
    let found: Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(found, json!([handler, arguments]), "{uri}");
}

/// Fails unless nothing is at the URI.
async fn assert_missing(client: &TestClient, code: i32, uri: &str) {
    let answer = client.read(uri).await;
    answer.assert_protocol_error(code, "Resource not found");
    let data = &answer.message()["error"]["data"];
    assert_eq!(data, &json!({ "uri": data["uri"] }), "the URI alone");
    assert_names(&data["uri"], uri);
}

/// Fails unless this names the URI, the beginning of a long one.
fn assert_names(told: &Value, uri: &str) {
    let told = told.as_str().expect("a text");
    let Some(begin) = told.strip_suffix('…').filter(|_| told != uri) else {
        return assert_eq!(told, uri);
    };
    assert!(
        begin.len() >= 64 && told.len() <= 1024 && uri.starts_with(begin),
        "{told}"
    );
}

#[tokio::test]
async fn each_is_not_found_or_read_with_exactly_its_values() {
    for (version, code) in VERSIONS {
        let client = client_of(version, server());
        for row in READ {
            assert_read(&client, row).await;
        }
        for uri in MISSING {
            assert_missing(&client, code, uri).await;
        }
    }
}

#[tokio::test]
async fn so_is_a_long_one() {
    const SIZE: usize = 100 * 1024;
    let (a, slashes, dots) = ("a".repeat(SIZE), "a/".repeat(SIZE / 2), ".".repeat(SIZE));
    let letters = "é".repeat(SIZE / 2);
    let escapes = format!("t://seg/{}", "%C3%A9".repeat(SIZE / 2));
    let items = vec![("p", "a"); SIZE / 2];
    let found: [(String, &str, Arguments<'_>); 7] = [
        (format!("t://seg/{a}"), "seg", &[("x", &a)]),
        (
            format!("t://seg/{}", "%61".repeat(SIZE)),
            "seg",
            &[("x", &a)],
        ),
        (
            format!("t://seg/{}", "%2e".repeat(SIZE)),
            "seg",
            &[("x", &dots)],
        ),
        (escapes, "seg", &[("x", &letters)]),
        (format!("t://path/{slashes}"), "path", &[("path", &slashes)]),
        (format!("t://query?q={a}"), "query", &[("q", &a)]),
        (format!("t://list{}", "/a".repeat(SIZE / 2)), "list", &items),
    ];
    let missing = [
        format!("t://path/{slashes}.."),
        format!("t://seg/{slashes}"),
        format!("t://seg/{a}%00"),
        format!("t://seg/{a}%5c"),
        format!("t://seg/{}", "%2f".repeat(SIZE)),
        format!("t://path/{}etc", "../".repeat(SIZE / 3)),
        format!("t://path/{}", "/".repeat(SIZE)),
        format!("t://list{}", "/".repeat(SIZE)),
        format!("t://query?{}", "q=a&".repeat(SIZE / 4)),
        format!("t://{a}/a"),
        format!("{a}://seg/a"),
        a.clone(),
        "%".repeat(SIZE),
        "é".repeat(SIZE),
    ];
    for (version, code) in VERSIONS {
        let client = client_of(version, server());
        for (uri, handler, arguments) in &found {
            assert_read(&client, &(uri, handler, arguments)).await;
        }
        for uri in &missing {
            assert_missing(&client, code, uri).await;
        }
    }
}

/// A text with letters beyond ASCII is no URI, and stands for the one with their escapes (RFC 3987, 3.1).
#[tokio::test]
async fn letters_stand_for_their_escapes() {
    for (version, _) in VERSIONS {
        let client = client_of(version, server());
        for (text, escaped) in [
            ("t://seg/\u{ff0e}\u{ff0e}", "t://seg/%EF%BC%8E%EF%BC%8E"),
            ("t://seg/\u{202e}", "t://seg/%E2%80%AE"),
            ("h://b\u{fc}cher/x", "h://b%C3%BCcher/x"),
            ("t://path/a\u{2215}..", "t://path/a%E2%88%95.."),
        ] {
            let told = async |uri: &str| {
                let answer = client.read(uri).await;
                answer.assert_ok();
                answer.result()["contents"][0]["text"].clone()
            };
            assert_eq!(told(text).await, told(escaped).await);
        }
    }
}

/// A handler whose template has many places to try.
#[resource("t://{a}-{b}.{c}/{d}-a{e}-a{f}.x{.g}", inline)]
fn holes(a: String, b: String, c: String, d: String, e: String, f: String, g: String) -> Told {
    told("holes", &[("all", &[a, b, c, d, e, f, g].concat())])
}

/// A handler whose template has to look for its ends.
#[resource("t://mid/{+x}a/{y}a{?q*,r}", inline)]
fn mid(x: String, y: String, q: Vec<String>, r: Option<String>) -> Told {
    told("mid", &[("all", &format!("{x}{y}{q:?}{r:?}"))])
}

/// The squares of these lengths are so large that with steps by the square the test would come to no end.
#[tokio::test]
async fn matching_takes_steps_by_the_length_and_not_by_its_square() {
    const SIZE: usize = 1024 * 1024;
    let client = TestClient::new(server().resources::<(holes, mid)>());
    for part in [
        "a", "-a", "a-", ".", "%2F", "/", "/a", "&q=a", "&", "%61", "é", "a-a.x",
    ] {
        for (begin, end) in [
            ("t://", ""),
            ("t://a-b.c/", "\\"),
            ("t://a-b.c/a-a", ".x"),
            ("t://mid/", "a/"),
            ("t://mid/aa/aa?q=a", "&s"),
        ] {
            let uri = format!("{begin}{}{end}", part.repeat(SIZE / part.len()));
            let answer = client.read(&uri).await;
            if answer.message()["error"].is_object() {
                assert_names(&answer.message()["error"]["data"]["uri"], &uri);
            }
        }
    }
}
