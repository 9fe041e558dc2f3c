//! What servers offer beyond the protocol: negotiated with each request, and called like everything else.

mod support;

use std::collections::BTreeMap;

use ferramenta::{
    Context, Extension, Failure, HttpParts, Identity, Inject, MethodDef, ParamSpec, Server,
    Structured, TestClient, ToolError, ToolResult, method, schema, tool,
};
use serde_json::{Map, Value, json};
use support::{VERSIONS, client, client_of};

const ID: &str = "com.example/stamps";

struct Ink(&'static str);

#[schema]
struct Stamped {
    text: String,
    client: Option<String>,
}

/// Stamp a text.
#[method("com.example/stamp")]
async fn stamp(
    text: String,
    #[arg(default = 1, range(1..=3))] times: usize,
    ink: Inject<Ink>,
    cx: &Context,
) -> Stamped {
    let settings = cx.extension(ID);
    let name = settings.and_then(|settings| settings["name"].as_str().map(String::from));
    Stamped {
        text: format!("{} in {}", text.repeat(times), ink.0),
        client: name,
    }
}

/// Forget all stamps.
#[method("com.example/stamps/forget", inline)]
fn forget() {}

/// What goes wrong.
#[method("com.example/stamps/fail")]
fn fail(how: String) -> ToolResult<Structured<BTreeMap<String, String>>> {
    match how.as_str() {
        "told" => Err(ToolError::new("The ink is dry.").into()),
        "hidden" => Err(Failure::hidden("secret")),
        "panic" => panic!("secret"),
        reserved => Ok(Structured([(reserved.to_owned(), String::new())].into())),
    }
}

struct Press(&'static str);

/// Print a text.
#[method("com.example/stamps/print", scopes("stamps:print"))]
impl Press {
    async fn handle(&self, text: String) -> Structured<BTreeMap<&'static str, String>> {
        Structured([("printed", format!("{text} on {}", self.0))].into())
    }

    fn visible(cx: &Context) -> bool {
        cx.identity().is_some()
    }
}

/// Tell what the client has of the extension.
#[tool]
async fn settings(cx: &Context) -> Structured<Value> {
    Structured(json!([cx.extension(ID), cx.extension("com.example/other")]))
}

fn extension() -> Extension {
    Extension::new(ID)
        .settings(json!({ "colours": ["blue"] }))
        .method::<stamp>()
        .methods::<(forget, (fail,))>()
        .method_value(Press("paper"))
}

fn server() -> Server {
    Server::new("Office")
        .service(Ink("blue"))
        .extension(extension())
        .tool::<settings>()
}

/// Capabilities of a client that has the extension, as this version says it.
fn declared(version: &str) -> Value {
    let place = match version {
        "2026-07-28" => "extensions",
        _ => "experimental",
    };
    json!({ place: { ID: { "name": "desk" } } })
}

/// A client that has the extension. What it is answered isn't the protocol's.
fn having(version: &str) -> TestClient {
    let client = TestClient::new(server()).capabilities(declared(version));
    if version == "2026-07-28" {
        client
    } else {
        client.legacy(version)
    }
}

#[tokio::test]
async fn it_is_among_the_capabilities_that_each_version_knows() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let told = if version == "2026-07-28" {
            client.request("server/discover", json!({})).await
        } else {
            let params = json!({
                "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "0" },
            });
            client.request("initialize", params).await
        };
        told.assert_ok();
        let capabilities = &told.result()["capabilities"];
        let (has, has_not) = match version {
            "2026-07-28" => ("extensions", "experimental"),
            _ => ("experimental", "extensions"),
        };
        assert_eq!(
            capabilities[has],
            json!({ ID: { "colours": ["blue"] } }),
            "{version}"
        );
        assert_eq!(capabilities.get(has_not), None);
    }
}

#[tokio::test]
async fn methods_take_what_handlers_take() {
    for version in VERSIONS {
        let client = having(version);
        let params = json!({ "text": "Dune", "times": 2 });
        let stamped = client.request("com.example/stamp", params).await;
        stamped.assert_ok();
        let mut result = stamped.result().clone();
        if version == "2026-07-28" {
            assert_eq!(result["resultType"], "complete");
            assert_eq!(
                result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
                "Office"
            );
            let members = result.as_object_mut().unwrap();
            members.retain(|name, _| name != "resultType" && name != "_meta");
        }
        assert_eq!(
            result,
            json!({ "text": "DuneDune in blue", "client": "desk" }),
            "{version}"
        );
        let forgotten = client.request("com.example/stamps/forget", json!({})).await;
        forgotten.assert_ok();
        let expected = if version == "2026-07-28" { 2 } else { 0 };
        assert_eq!(forgotten.result().as_object().map(Map::len), Some(expected));
    }
}

#[tokio::test]
async fn a_client_without_it_has_no_methods() {
    for version in VERSIONS {
        let client = client_of(version, server()).capabilities(json!({
            "extensions": { "com.example/other": {}, "com.example/stamps ": {} },
            "experimental": { "com.example/other": {} },
        }));
        let refused = client
            .request("com.example/stamp", json!({ "text": "Dune" }))
            .await;
        if version == "2026-07-28" {
            refused.assert_protocol_error(
                -32021,
                "Missing client capability: the extension `com.example/stamps`",
            );
            assert_eq!(
                refused.message()["error"]["data"],
                json!({ "requiredCapabilities": { "extensions": { ID: {} } } })
            );
        } else {
            refused.assert_protocol_error(-32601, "Method not found: com.example/stamp");
        }
        let unknown = client.request("com.example/other", json!({})).await;
        unknown.assert_protocol_error(-32601, "Method not found: com.example/other");
    }
}

#[tokio::test]
async fn settings_are_there_where_both_have_it() {
    let told = async |version: &str, capabilities: Value| {
        let client = client_of(version, server()).capabilities(capabilities);
        let told = client.tool("settings", json!({})).await;
        told.assert_ok();
        let text = told.result()["content"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned();
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let settings = json!({ "name": "desk" });
    let both = json!({ ID: settings, "com.example/other": {} });
    for version in VERSIONS {
        let modern = version == "2026-07-28";
        let extensions = told(version, json!({ "extensions": both })).await;
        assert_eq!(extensions, json!([settings, null]), "{version}");
        let experimental = told(version, json!({ "experimental": both })).await;
        let expected = if modern {
            Value::Null
        } else {
            settings.clone()
        };
        assert_eq!(experimental, json!([expected, null]), "{version}");
        assert_eq!(told(version, json!({})).await, json!([null, null]));
    }
}

#[tokio::test]
async fn what_goes_wrong_is_an_error_of_the_protocol() {
    for version in ["2026-07-28", "2025-06-18"] {
        let client = having(version);
        let call = async |method: &str, params: Value| client.request(method, params).await;
        let wrong = call(
            "com.example/stamp",
            json!({ "text": 7, "times": 9, "colour": "red" }),
        )
        .await;
        wrong.assert_protocol_error(
            -32602,
            "Invalid method arguments\ncolour: is not known, known are text, times\n\
             text: 7 is not a string, write \"7\"\ntimes: 9 is more than the maximum of 3",
        );
        assert_eq!(
            wrong.message()["error"]["data"]["problems"]
                .as_array()
                .map(Vec::len),
            Some(3)
        );
        let fail = "com.example/stamps/fail";
        call(fail, json!({ "how": "told" }))
            .await
            .assert_protocol_error(-32603, "The ink is dry.");
        for how in ["hidden", "panic", "_meta", "resultType"] {
            let failed = call(fail, json!({ "how": how })).await;
            let message = failed.message()["error"]["message"].as_str().unwrap();
            assert!(
                message.starts_with("Internal error (reference "),
                "{how}: {message}"
            );
        }
    }
    let raw = |params: &str| {
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"com.example/stamp","params":{params}}}"#)
    };
    let legacy = having("2025-11-25");
    legacy.request("ping", json!({})).await.assert_ok();
    let answer = legacy.message(raw("[]")).await.unwrap();
    assert!(answer.contains("-32602"), "{answer}");
    let doubled = legacy
        .message(raw(r#"{"text":"a","text":"b"}"#))
        .await
        .unwrap();
    assert!(doubled.contains("-32602"), "{doubled}");
}

#[tokio::test]
async fn access_rules_hold() {
    let server = server().build().unwrap();
    let client = || TestClient::of(&server).capabilities(declared("2026-07-28"));
    let print = "com.example/stamps/print";
    let params = || json!({ "text": "Dune" });
    let hidden = client().request(print, params()).await;
    hidden.assert_protocol_error(-32601, "Method not found: com.example/stamps/print");
    let ada = client().identity(Identity::new("ada"));
    let denied = ada.request(print, params()).await;
    denied.assert_protocol_error(-32602, "Access denied: com.example/stamps/print");
    let may = client().identity(Identity::new("ada").scope("stamps:print"));
    let printed = may.request(print, params()).await;
    printed.assert_ok();
    assert_eq!(printed.result()["printed"], "Dune on paper");
    let guarded = self::server().guard(|(): ()| async { false });
    let client = TestClient::new(guarded).capabilities(declared("2026-07-28"));
    let denied = client.request("com.example/stamp", params()).await;
    denied.assert_protocol_error(-32602, "Access denied: com.example/stamp");
}

#[tokio::test]
async fn a_server_without_extensions_says_nothing_of_them() {
    let plain = client(Server::new("t").tool::<settings>());
    let told = plain.request("server/discover", json!({})).await;
    assert_eq!(told.result()["capabilities"], json!({ "tools": {} }));
}

#[test]
fn mistakes_are_found_at_the_start() {
    let method = |name: &str| MethodDef::new(name).handler((), |()| async {});
    let text = MethodDef::new("a.b/text").handler((), |()| async { "no object" });
    let reserved = MethodDef::new("a.b/reserved")
        .handler((), |()| async { Structured(Reserved { result_type: 1 }) });
    let takes_service = MethodDef::new("a.b/service")
        .handler((ParamSpec::new("ink"),), |(_,): (Inject<Ink>,)| async {});
    let errors = Server::new("t")
        .extension(Extension::new("stamps"))
        .extension(Extension::new("a.b/c").settings(json!([])))
        .extension(
            Extension::new("a.b/c")
                .method_value(method("tools/call"))
                .method_value(method("notifications/stamped"))
                .method_value(method("a b"))
                .method_value(method("a.b/same"))
                .method_value(method("a.b/same"))
                .method_value(MethodDef::new("a.b/nothing"))
                .method_value(text)
                .method_value(reserved)
                .method_value(takes_service),
        )
        .build()
        .unwrap_err()
        .to_string();
    for words in [
        "extension `stamps`: this can't be the identifier of an extension",
        "extension `a.b/c`: its settings are not an object",
        "extension `a.b/c`: the identifier is taken",
        "method `tools/call`: the name is one of the protocol's own",
        "method `notifications/stamped`: the name is one of the protocol's own",
        "method `a b`: a method's name is 1 to 128",
        "method `a.b/same`: the name is taken by another method",
        "method `a.b/nothing`: it has no handler",
        "method `a.b/text`: its result is no object",
        "method `a.b/reserved`: its result has a member `resultType`",
        "a.b/service -> Ink: not provided",
    ] {
        assert!(errors.contains(words), "{words}\n{errors}");
    }
    assert!(errors.contains("[FM0027]"), "{errors}");
}

#[schema(rename_all = "camelCase")]
struct Reserved {
    result_type: u8,
}

#[tokio::test]
async fn what_needs_http_is_told_before_pipes_are_served() {
    let http = MethodDef::new("a.b/http")
        .handler((ParamSpec::new("parts"),), |(_,): (HttpParts,)| async {});
    let server = Server::new("t").extension(Extension::new("a.b/c").method_value(http));
    let report = server.serve_stdio().await.unwrap_err().to_string();
    assert!(
        report.contains("method `a.b/http`: it takes the HTTP request"),
        "{report}"
    );
}
