//! What happens between a call and its answer, whatever the handler does.

mod support;

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use ferramenta::{
    Args, Content, Context, ErrorCode, Failure, Inject, Limits, OrFail, ParamSpec, Progress,
    ProtocolError, Server, Structured, ToolDef, ToolError, ToolResult,
};
use serde_json::json;
use support::{VERSIONS, client, client_of};

fn one(tool: ToolDef) -> Server {
    Server::new("t").tool_value(tool)
}

fn echo() -> ToolDef {
    ToolDef::new("echo").handler((ParamSpec::new("text"),), |(text,): (String,)| async move {
        text
    })
}

#[tokio::test]
async fn every_version_lists_and_calls() {
    for version in VERSIONS {
        let client = client_of(version, one(echo().title("Echo").read_only(true)));
        assert_eq!(client.list_tools().await[0]["name"], "echo", "{version}");
        let result = client.tool("echo", json!({ "text": "hi \"you\"" })).await;
        result.assert_ok().assert_text("hi \"you\"");
        if version >= "2025-06-18" {
            result.assert_structured(json!({ "result": "hi \"you\"" }));
        } else {
            assert!(result.structured().is_null());
        }
    }
}

#[tokio::test]
async fn structured_values_are_wrapped_where_only_objects_can_be_sent() {
    let numbers = || ToolDef::new("numbers").handler((), |()| async { Structured(vec![1, 2]) });
    let modern = client(one(numbers())).tool("numbers", json!({})).await;
    modern
        .assert_ok()
        .assert_text("[1,2]")
        .assert_structured(json!([1, 2]));
    let older = client_of("2025-06-18", one(numbers()))
        .tool("numbers", json!({}))
        .await;
    older
        .assert_ok()
        .assert_text("[1,2]")
        .assert_structured(json!({ "result": [1, 2] }));
}

#[tokio::test]
async fn plain_values_are_wrapped_in_every_version() {
    let numbers = || ToolDef::new("numbers").handler((), |()| async { vec![1.5, 2.0] });
    for version in ["2025-06-18", "2025-11-25", "2026-07-28"] {
        let result = client_of(version, one(numbers()))
            .tool("numbers", json!({}))
            .await;
        result
            .assert_ok()
            .assert_text("[1.5,2.0]")
            .assert_structured(json!({ "result": [1.5, 2.0] }));
    }
}

#[tokio::test]
async fn contents_have_no_structure() {
    let image = || {
        ToolDef::new("image").handler((), |()| async {
            vec![
                Content::text("a"),
                Content::image_base64("QQ==", "image/png"),
            ]
        })
    };
    for version in VERSIONS {
        let result = client_of(version, one(image()))
            .tool("image", json!({}))
            .await;
        result.assert_ok().assert_text("a");
        assert!(result.structured().is_null());
    }
    let nothing = ToolDef::new("nothing").handler((), |()| async {});
    client(one(nothing))
        .tool("nothing", json!({}))
        .await
        .assert_ok()
        .assert_text("");
}

#[tokio::test]
async fn a_value_that_json_cannot_hold_is_a_failure() {
    let nan = ToolDef::new("nan").handler((), |()| async { f64::NAN });
    client(one(nan))
        .tool("nan", json!({}))
        .await
        .assert_text_contains("Tool execution failed (reference ");
}

#[tokio::test]
async fn the_model_reads_tool_errors_and_nothing_else() {
    async fn handle(kind: String) -> ToolResult<String> {
        match kind.as_str() {
            "visible" => Err(ToolError::new("Provide a nonempty name.").into()),
            "hidden" => Ok(std::fs::read_to_string("/no/such/secret/file")?),
            "or_fail" => Ok(std::fs::read_to_string("/no/such/secret/file")
                .or_fail("The catalog is closed.")?),
            "protocol" => Err(ProtocolError::new(ErrorCode::Other(7), "mine")
                .data(&json!({ "a": 1 }))
                .into()),
            _ => panic!("secret panic"),
        }
    }
    let tool =
        ToolDef::new("t").handler((ParamSpec::new("kind"),), |(kind,): (String,)| handle(kind));
    let client = client(one(tool));
    client
        .tool("t", json!({ "kind": "visible" }))
        .await
        .assert_error("Provide a nonempty name.");
    client
        .tool("t", json!({ "kind": "or_fail" }))
        .await
        .assert_error("The catalog is closed.");
    let protocol = client.tool("t", json!({ "kind": "protocol" })).await;
    assert_eq!(
        protocol.assert_protocol_error(7, "mine").message()["error"]["data"],
        json!({ "a": 1 })
    );
    for kind in ["hidden", "panic"] {
        let result = client.tool("t", json!({ "kind": kind })).await;
        result.assert_text_contains("Tool execution failed (reference ");
        assert!(
            !result.message().to_string().contains("secret"),
            "{result:?}"
        );
    }
    client
        .tool("t", json!({ "kind": "visible" }))
        .await
        .assert_error("Provide a nonempty name.");
}

#[tokio::test]
async fn unknown_tools_are_errors_of_the_protocol() {
    for version in VERSIONS {
        let client = client_of(version, one(echo()));
        client
            .tool("ech", json!({}))
            .await
            .assert_protocol_error(-32602, "Unknown tool: ech");
    }
}

#[tokio::test]
async fn methods_of_a_capability_that_is_not_there_do_not_exist() {
    for version in VERSIONS {
        let client = client_of(version, Server::new("empty"));
        for method in ["tools/list", "tools/call", "prompts/list", "no/such"] {
            let answer = client.request(method, json!({})).await;
            answer.assert_protocol_error(-32601, &format!("Method not found: {method}"));
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_takes_too_long_is_ended() {
    let dropped = Arc::new(AtomicUsize::new(0));
    let sleeper = |name: &str, dropped: &Arc<AtomicUsize>| {
        let dropped = Arc::clone(dropped);
        ToolDef::new(name).handler((), move |()| {
            let guard = CountDrop(Arc::clone(&dropped));
            async move {
                let _guard = guard;
                std::future::pending::<()>().await;
            }
        })
    };
    let server = Server::new("t")
        .limits(Limits::default().call(Duration::from_millis(1500)))
        .tool_value(sleeper("slow", &dropped))
        .tool_value(sleeper("slower", &dropped).timeout(Duration::from_secs(30)));
    let client = client(server);
    client
        .tool("slow", json!({}))
        .await
        .assert_error("timed out after 1500 ms");
    client
        .tool("slower", json!({}))
        .await
        .assert_error("timed out after 30 s");
    assert_eq!(dropped.load(Ordering::Relaxed), 2);
}

struct CountDrop(Arc<AtomicUsize>);

impl Drop for CountDrop {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn what_is_shielded_or_runs_to_completion_ends_all_the_same() {
    let done = Arc::new(AtomicUsize::new(0));
    let work = |done: &Arc<AtomicUsize>| {
        let done = Arc::clone(done);
        async move {
            tokio::time::sleep(Duration::from_secs(120)).await;
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    let (first, second) = (Arc::clone(&done), Arc::clone(&done));
    let shielded =
        ToolDef::new("shielded").handler((ParamSpec::new("cx"),), move |(cx,): (Context,)| {
            let work = work(&first);
            async move { cx.shield(work).await }
        });
    let whole = ToolDef::new("whole")
        .handler((), move |()| work(&second))
        .run_to_completion();
    let client = client(Server::new("t").tool_value(shielded).tool_value(whole));
    client
        .tool("shielded", json!({}))
        .await
        .assert_error("timed out after 60 s");
    client
        .tool("whole", json!({}))
        .await
        .assert_error("timed out after 60 s");
    tokio::time::sleep(Duration::from_secs(121)).await;
    assert_eq!(done.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_cancelled_call_has_no_answer_and_raises_the_flag() {
    let (started, mut starts) = tokio::sync::mpsc::unbounded_channel();
    let seen = Arc::new(AtomicUsize::new(0));
    let flag = Arc::clone(&seen);
    let blocking =
        ToolDef::new("block").blocking_handler((ParamSpec::new("cx"),), move |(cx,): (Context,)| {
            started.send(()).expect("the test waits");
            while !cx.is_cancelled() {
                std::thread::yield_now();
            }
            flag.fetch_add(1, Ordering::Release);
        });
    let client = client(one(blocking)).legacy("2025-11-25");
    client.list_tools().await;
    let call = json!({ "jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": { "name": "block" } });
    let cancel = async {
        starts.recv().await;
        let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "a" } });
        client.message(cancel.to_string()).await
    };
    let (answer, silence) = tokio::join!(client.message(call.to_string()), cancel);
    assert_eq!((answer, silence), (None, None));
    while seen.load(Ordering::Acquire) == 0 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn progress_goes_only_up_and_only_to_who_asked() {
    let tool = || {
        ToolDef::new("steps").handler(
            (ParamSpec::new("progress"),),
            |(progress,): (Progress,)| async move {
                progress.report_with(1, 4, "one");
                progress.report(1);
                progress.report(f64::NAN);
                progress.report(0.5);
                progress.report_of(2.5, 4);
            },
        )
    };
    for version in VERSIONS {
        let client = client_of(version, one(tool()));
        client.tool("steps", json!({})).await.assert_ok();
        assert!(client.notifications().is_empty());
        let params = json!({ "name": "steps", "_meta": { "progressToken": "t1" } });
        client.request("tools/call", params).await.assert_ok();
        let sent = client.notifications();
        for message in &sent {
            spec_check::assert_sent_by_server(version, message.to_string().as_bytes());
        }
        let first = if version == "2024-11-05" {
            json!({ "progressToken": "t1", "progress": 1, "total": 4 })
        } else {
            json!({ "progressToken": "t1", "progress": 1, "total": 4, "message": "one" })
        };
        let params: Vec<_> = sent
            .iter()
            .map(|message| message["params"].clone())
            .collect();
        assert_eq!(
            params,
            [
                first,
                json!({ "progressToken": "t1", "progress": 2.5, "total": 4 })
            ],
            "{version}"
        );
    }
}

#[tokio::test]
async fn services_are_shared_and_never_in_the_schema() {
    let tool = ToolDef::new("count").handler(
        (ParamSpec::new("counter"),),
        |(counter,): (Inject<AtomicUsize>,)| async move {
            u64::try_from(counter.fetch_add(1, Ordering::Relaxed)).expect("small")
        },
    );
    let client = client(one(tool).service(AtomicUsize::new(41)));
    assert_eq!(
        client.list_tools().await[0]["inputSchema"],
        json!({ "type": "object", "properties": {}, "additionalProperties": false })
    );
    client.tool("count", json!({})).await.assert_text("41");
    client.tool("count", json!({})).await.assert_text("42");
    let refused = client.tool("count", json!({ "counter": 7 })).await;
    refused.assert_error("Invalid tool arguments\ncounter: is not known, there are no arguments");
}

#[tokio::test]
async fn a_tool_has_its_own_bound_on_calls_at_once() {
    let running = Arc::new(AtomicUsize::new(0));
    let most = Arc::new(AtomicUsize::new(0));
    let (now, max) = (Arc::clone(&running), Arc::clone(&most));
    let tool = ToolDef::new("narrow")
        .max_concurrent(2)
        .handler((), move |()| {
            let (now, max) = (Arc::clone(&now), Arc::clone(&max));
            async move {
                max.fetch_max(now.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                tokio::task::yield_now().await;
                now.fetch_sub(1, Ordering::Relaxed);
            }
        });
    let client = Arc::new(client(one(tool)));
    let calls: Vec<_> = (0..20)
        .map(|_| {
            let client = Arc::clone(&client);
            tokio::spawn(async move { client.tool("narrow", json!({})).await.assert_ok().clone() })
        })
        .collect();
    for call in calls {
        call.await.expect("no panic").assert_ok();
    }
    assert_eq!(most.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn whole_arguments_are_one_type() {
    let tool = ToolDef::new("sum").handler(
        (ParamSpec::new("values"),),
        |(Args(values),): (Args<std::collections::BTreeMap<String, i64>>,)| async move {
            values.values().sum::<i64>()
        },
    );
    client(one(tool))
        .tool("sum", json!({ "a": 1, "b": 2 }))
        .await
        .assert_text("3");
}

#[tokio::test]
async fn a_failure_can_be_made_by_hand() {
    let tool =
        ToolDef::new("t").handler((), |()| async { Err::<(), _>(Failure::hidden("secret")) });
    let result = client(one(tool)).tool("t", json!({})).await;
    result.assert_text_contains("Tool execution failed");
    assert!(!result.text().contains("secret"));
}
