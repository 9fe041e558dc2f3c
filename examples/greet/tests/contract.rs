//! What a tool says of itself, and what it holds its callers to.

mod support;

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
        mpsc::{Receiver, Sender, channel},
    },
    time::Duration,
};

use ferramenta::{
    Args, BuildErrorCode, Icon, Inject, ParamSpec, Server, Structured, ToolDef, tool,
};
use greet::{demo, steps, tools};
use serde_json::{Value, json};
use support::{client, client_of, listed, mistakes, names};

#[tokio::test]
async fn a_tool_is_listed_with_its_contract_and_called_by_its_name() {
    let client = client(demo());
    let greet = listed(&client, "greet").await;
    assert_eq!(
        greet["description"],
        "Return a friendly greeting for the name that is given."
    );
    assert_eq!(
        greet["inputSchema"],
        json!({
            "type": "object",
            "properties": { "name": { "type": "string" } },
            "required": ["name"],
            "additionalProperties": false,
        })
    );
    let answer = client.tool("greet", json!({ "name": "Ada" })).await;
    answer.assert_ok().assert_text_contains("Hello, Ada!");
}

#[tokio::test]
async fn a_tool_that_no_server_has_does_not_exist() {
    let client = client(Server::new("t").tool::<tools::EchoTool>());
    assert_eq!(names(&client).await, ["echo"]);
    let answer = client.tool("summarize", json!({ "values": [] })).await;
    answer.assert_protocol_error(-32602, "Unknown tool: summarize");
}

#[tokio::test]
async fn an_input_contract_alone_promises_no_structured_result() {
    let client = client(demo());
    let echo = listed(&client, "echo").await;
    assert!(echo["inputSchema"]["properties"]["message"].is_object());
    assert!(echo["outputSchema"].is_null());
    let answer = client.tool("echo", json!({ "message": "one, two" })).await;
    answer.assert_ok().assert_text("one, two");
    assert!(answer.structured().is_null());
}

#[tokio::test]
async fn an_output_contract_is_published_and_every_success_keeps_it() {
    let client = client(Server::new("t").tool::<steps::described::GreetTool>());
    let greet = listed(&client, "greet").await;
    assert_eq!(greet["outputSchema"], json!({ "type": "string" }));
    let answer = client.tool("greet", json!({ "name": "Ada" })).await;
    answer.assert_ok().assert_structured(json!("Hello, Ada!"));
}

#[tokio::test]
async fn a_contract_that_is_stated_goes_before_the_one_of_the_types() {
    let input = json!({
        "type": "object",
        "properties": { "name": { "type": "string", "maxLength": 3 } },
        "required": ["name"],
        "additionalProperties": false,
    });
    let output = json!({ "type": "string", "minLength": 2 });
    let tool = ToolDef::new("same")
        .input_schema(input.clone())
        .output_schema(output.clone())
        .handler(
            (ParamSpec::new("arguments"),),
            |(Args(arguments),): (Args<Value>,)| async move {
                Structured(arguments["name"].as_str().unwrap_or_default().to_owned())
            },
        );
    let client = client(Server::new("t").tool_value(tool));
    let same = listed(&client, "same").await;
    assert_eq!(same["inputSchema"], input);
    assert_eq!(same["outputSchema"], output);
    let call = async |name: &str| client.tool("same", json!({ "name": name })).await;
    call("Ada").await.assert_ok();
    let long = call("Adam").await;
    long.assert_text_contains("Invalid tool arguments\nname: ");
    let short = call("A").await;
    short.assert_text_contains("Tool execution failed");
}

#[tokio::test]
async fn a_tool_without_input_takes_an_empty_object_alone() {
    let client = client(demo());
    let count = listed(&client, "guest-count").await;
    assert_eq!(
        count["inputSchema"],
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
    client.tool("guest-count", json!({})).await.assert_ok();
    let refused = client.tool("guest-count", json!({ "since": 1 })).await;
    refused.assert_error("Invalid tool arguments\nsince: is not known, there are no arguments");
    let list = client.tool("guest-count", json!([])).await;
    list.assert_protocol_error(-32602, "Invalid params: `arguments` has to be an object");
}

#[tokio::test]
async fn a_handler_waits_or_does_not() {
    for server in [
        Server::new("t").tool::<steps::plain::GreetTool>(),
        Server::new("t").tool::<steps::described::GreetTool>(),
    ] {
        let answer = client(server).tool("greet", json!({ "name": "Ada" })).await;
        answer.assert_ok().assert_structured(json!("Hello, Ada!"));
    }
}

/// Two calls that wait for each other.
struct Meeting {
    come: Sender<()>,
    came: Mutex<Receiver<()>>,
}

/// Block a thread until somebody comes.
#[tool]
fn wait(meeting: Inject<Meeting>) -> bool {
    let came = meeting.came.lock().expect("one waits");
    came.recv_timeout(Duration::from_secs(30)).is_ok()
}

/// Come to whoever waits.
#[tool]
async fn come(meeting: Inject<Meeting>) -> bool {
    meeting.come.send(()).is_ok()
}

#[tokio::test]
async fn a_handler_that_blocks_does_not_hold_up_the_server() {
    let (come_to, came) = channel();
    let meeting = Meeting {
        come: come_to,
        came: Mutex::new(came),
    };
    let client = client(Server::new("t").service(meeting).tools::<(wait, come)>());
    // both run on the one thread that this test has
    let (waited, went) = tokio::join!(
        client.tool("wait", json!({})),
        client.tool("come", json!({}))
    );
    waited.assert_ok().assert_text("true");
    went.assert_ok().assert_text("true");
}

#[tokio::test]
async fn rules_of_input_are_published_and_checked() {
    let client = client(demo());
    let names = &listed(&client, "greet-all").await["inputSchema"]["properties"]["names"];
    assert_eq!(
        (&names["minItems"], &names["maxItems"]),
        (&json!(1), &json!(20))
    );
    let nobody = client.tool("greet-all", json!({ "names": [] })).await;
    nobody.assert_text_contains("Invalid tool arguments\nnames: ");
}

/// A tool that counts how often it is run.
fn counted(runs: &Arc<AtomicUsize>) -> Server {
    let runs = Arc::clone(runs);
    let tool = ToolDef::new("count").handler((ParamSpec::new("by"),), move |(by,): (u8,)| {
        runs.fetch_add(1, Ordering::Relaxed);
        async move { by }
    });
    Server::new("t").tool_value(tool)
}

#[tokio::test]
async fn wrong_input_is_told_to_the_model_and_never_reaches_the_handler() {
    let runs = Arc::new(AtomicUsize::new(0));
    for version in spec_check::VERSIONS {
        let client = client_of(version, counted(&runs));
        let missing = client.tool("count", json!({})).await;
        missing.assert_error("Invalid tool arguments\nby: is missing, give an integer");
        let wrong = client.tool("count", json!({ "by": true })).await;
        wrong.assert_text_contains("Invalid tool arguments\nby: ");
        assert_eq!(wrong.result()["isError"], true);
    }
    assert_eq!(runs.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn an_argument_that_nobody_knows_is_refused() {
    let client = client(demo());
    let answer = client
        .tool("greet", json!({ "name": "Ada", "nmae": "Bob" }))
        .await;
    answer.assert_text_contains("Invalid tool arguments\nnmae: is not known");
}

#[tokio::test]
async fn a_name_is_taken_from_the_type_without_its_suffix() {
    let names = names(&client(demo()).identity(support::ada())).await;
    for inferred in ["greet", "sign-guest-book", "who-am-i", "describe-request"] {
        assert!(names.iter().any(|name| name == inferred), "{names:?}");
    }
}

#[tokio::test]
async fn a_name_that_is_stated_is_the_name() {
    let client = client(Server::new("t").tool::<tools::SummaryTool>());
    assert_eq!(names(&client).await, ["summarize"]);
}

#[test]
fn names_have_letters_digits_and_three_signs_and_at_most_128_of_them() {
    let server =
        |name: &str| Server::new("t").tool_value(ToolDef::new(name).handler((), |()| async {}));
    for name in ["a", "A.b_c-9", &"x".repeat(128)] {
        assert!(server(name).build().is_ok(), "{name}");
    }
    for name in ["", "two words", "a/b", "olá", &"x".repeat(129)] {
        let errors = mistakes(server(name));
        assert_eq!(errors.errors()[0].code, BuildErrorCode::InvalidName);
    }
}

#[test]
fn two_tools_of_one_name_are_refused_when_the_server_is_built() {
    let errors = mistakes(demo().tool::<steps::plain::GreetTool>());
    let codes: Vec<_> = errors.errors().iter().map(|error| error.code).collect();
    assert_eq!(codes, [BuildErrorCode::DuplicateTool]);
    assert!(errors.to_string().contains("greet"), "{errors}");
}

#[tokio::test]
async fn title_icons_and_meta_are_published() {
    let client = client(demo());
    assert_eq!(listed(&client, "greet").await["title"], "Greet a person");
    let older = client_of("2025-03-26", demo());
    let annotations = &listed(&older, "greet").await["annotations"];
    assert_eq!(annotations["title"], "Greet a person");
    let postcard = listed(&client, "postcard").await;
    assert_eq!(
        postcard["icons"],
        json!([{ "src": "https://example.com/postcard.png", "mimeType": "image/png", "sizes": ["48x48"] }])
    );
    assert_eq!(postcard["_meta"], json!({ "example.com/stamps": 2 }));
}

#[test]
fn metadata_that_no_client_could_use_is_refused_when_the_server_is_built() {
    let tool = || ToolDef::new("t").handler((), |()| async {});
    for (tool, code) in [
        (tool().meta(json!([])), BuildErrorCode::InvalidMeta),
        (
            tool().icon(Icon::new("javascript:alert(1)")),
            BuildErrorCode::InvalidIcon,
        ),
    ] {
        let errors = mistakes(Server::new("t").tool_value(tool));
        assert_eq!(errors.errors()[0].code, code);
    }
}

#[tokio::test]
async fn annotations_are_published() {
    for version in ["2025-03-26", "2025-11-25", support::MODERN] {
        let client = client_of(version, demo());
        let annotations = &listed(&client, "greet").await["annotations"];
        for (hint, value) in [
            ("readOnlyHint", true),
            ("destructiveHint", false),
            ("idempotentHint", true),
            ("openWorldHint", false),
        ] {
            assert_eq!(annotations[hint], value, "{hint} in {version}");
        }
    }
}

#[tokio::test]
async fn annotations_are_hints_and_stop_nothing() {
    let runs = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&runs);
    let tool = ToolDef::new("write")
        .read_only(true)
        .idempotent(true)
        .handler((), move |()| {
            counter.fetch_add(1, Ordering::Relaxed);
            async {}
        });
    let client = client(Server::new("t").tool_value(tool));
    for _ in 0..2 {
        client.tool("write", json!({})).await.assert_ok();
    }
    assert_eq!(runs.load(Ordering::Relaxed), 2);
}
