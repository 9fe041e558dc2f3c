//! What is done around requests and calls: in which order, what it sees, and what becomes of its mistakes.

mod support;

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU32, Ordering},
};

use ferramenta::{
    Answer, Around, Context, ErrorCode, Failure, Identity, Inject, Layer, Limits, Next, NextCall,
    Outcome, ParamSpec, ProtocolError, Response, Server, TestClient, ToolDef, ToolError, tool,
};
use serde_json::json;
use support::client;

/// What happened, in its order.
#[derive(Clone, Default)]
struct Diary(Arc<Mutex<Vec<String>>>);

impl Diary {
    fn note(&self, what: impl Into<String>) {
        self.0.lock().expect("no panic").push(what.into());
    }

    fn read(&self) -> Vec<String> {
        self.0.lock().expect("no panic").clone()
    }
}

/// Notes when something comes and goes.
struct Noted(&'static str, Diary);

impl Layer for Noted {
    async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
        let Self(name, diary) = self;
        diary.note(format!("{name}: {} {:?}", cx.method(), cx.name()));
        let answer = next.run().await;
        diary.note(format!("{name}: {}", answer.outcome().as_str()));
        Ok(answer)
    }
}

impl Around for Noted {
    async fn around(&self, cx: &Context, call: NextCall<'_>) -> Result<Answer, Failure> {
        let Self(name, diary) = self;
        diary.note(format!("{name}: {:?}", cx.name()));
        let answer = call.run().await;
        diary.note(format!("{name}: {}", answer.outcome().as_str()));
        Ok(answer)
    }
}

/// A tool that ends in each way there is.
fn ending() -> ToolDef {
    ToolDef::new("end").handler((ParamSpec::new("how"),), |(how,): (String,)| async move {
        match how.as_str() {
            "ok" => Ok(Response::new().content(ferramenta::Content::text("ok"))),
            "said" => Ok(Response::error("no")),
            "tool" => Err(ToolError::new("no").into()),
            "protocol" => Err(ProtocolError::new(ErrorCode::InvalidParams, "no").into()),
            "panic" => panic!("no"),
            "hang" => std::future::pending().await,
            _ => Err(Failure::hidden("no")),
        }
    })
}

#[tokio::test]
async fn everything_comes_in_the_order_of_the_documentation() {
    let diary = Diary::default();
    let noted = |name| Noted(name, diary.clone());
    let (guard, handler) = (diary.clone(), diary.clone());
    let tool = ToolDef::new("count")
        .around(noted("its first"))
        .around(noted("its second"))
        .handler((ParamSpec::new("n"),), move |(n,): (u8,)| {
            handler.note(format!("handler: {n}"));
            async move { n }
        });
    let server = Server::new("t")
        .around(noted("first around"))
        .layer(noted("outer"))
        .tool_value(tool)
        .layer(noted("inner"))
        .around(noted("second around"))
        .guard(move |(): ()| {
            guard.note("guard");
            async { true }
        });
    client(server)
        .tool("count", json!({ "n": 3 }))
        .await
        .assert_ok();
    let inside = ["first around", "second around", "its first", "its second"];
    let mut expected = vec![
        "outer: tools/call Some(\"count\")".to_owned(),
        "inner: tools/call Some(\"count\")".into(),
        "guard".into(),
    ];
    expected.extend(inside.map(|name| format!("{name}: Some(\"count\")")));
    expected.push("handler: 3".into());
    expected.extend(inside.iter().rev().map(|name| format!("{name}: ok")));
    expected.extend(["inner: ok".to_owned(), "outer: ok".into()]);
    assert_eq!(diary.read(), expected);
}

#[tokio::test(start_paused = true)]
async fn layers_see_how_each_request_ends() {
    let diary = Diary::default();
    let limits = Limits::default().call(std::time::Duration::from_secs(1));
    let server = Server::new("t")
        .limits(limits)
        .tool_value(ending())
        .layer(Noted("layer", diary.clone()));
    let client = client(server);
    for (how, outcome) in [
        (json!("ok"), "ok"),
        (json!("said"), "tool_error"),
        (json!("tool"), "tool_error"),
        (json!("protocol"), "protocol_error"),
        (json!("panic"), "panic"),
        (json!("hang"), "timeout"),
        (json!("other"), "failure"),
        (json!(["no text"]), "invalid_arguments"),
    ] {
        drop(client.tool("end", json!({ "how": how })).await);
        assert_eq!(diary.read().last().unwrap(), &format!("layer: {outcome}"));
    }
    drop(client.tool("nothing", json!({})).await);
    drop(client.request("tools/list", json!({})).await);
    drop(client.request("no/such/method", json!({})).await);
    assert_eq!(
        diary.read()[16..],
        [
            "layer: tools/call Some(\"nothing\")",
            "layer: refused",
            "layer: tools/list None",
            "layer: ok",
            "layer: no/such/method None",
            "layer: refused",
        ]
    );
}

/// Answers in a way of its own, without passing anything on but what opens a connection.
struct Stop(fn() -> Result<(), Failure>);

impl Layer for Stop {
    async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
        if cx.method() == "initialize" {
            return Ok(next.run().await);
        }
        (self.0)()?;
        let error = ProtocolError::new(ErrorCode::InvalidRequest, "closed");
        Ok(Answer::refuse(cx, error))
    }
}

impl Around for Stop {
    async fn around(&self, cx: &Context, _: NextCall<'_>) -> Result<Answer, Failure> {
        (self.0)()?;
        let error = ProtocolError::new(ErrorCode::InvalidRequest, "closed");
        Ok(Answer::refuse(cx, error))
    }
}

#[tokio::test]
async fn what_stops_a_request_answers_it() {
    let layered = |stop| client(Server::new("t").tool_value(ending()).layer(Stop(stop)));
    let around = |stop| client(Server::new("t").tool_value(ending()).around(Stop(stop)));
    for version in [None, Some("2025-06-18")] {
        for stopped in [layered, around] {
            let at = |stop| match version {
                Some(version) => stopped(stop).legacy(version),
                None => stopped(stop),
            };
            let call = async |stop: fn() -> Result<(), Failure>| {
                let called = at(stop).tool("end", json!({ "how": "ok" })).await;
                called.message().clone()
            };
            assert_eq!(call(|| Ok(())).await["error"]["message"], "closed");
            let told = call(|| Err(ToolError::new("Come back at nine.").into())).await;
            assert_eq!(told["result"]["content"][0]["text"], "Come back at nine.");
            assert_eq!(told["result"]["isError"], true);
            for hidden in [
                || Err(Failure::hidden("secret")),
                (|| panic!("secret")) as fn() -> Result<(), Failure>,
            ] {
                let told = call(hidden).await.to_string();
                assert!(told.contains("Tool execution failed (reference "), "{told}");
                assert!(!told.contains("secret"), "{told}");
            }
        }
    }
}

#[tokio::test]
async fn a_layer_that_fails_around_a_list_is_an_error_of_the_protocol() {
    let client = client(
        Server::new("t")
            .tool_value(ending())
            .layer(Stop(|| Err(Failure::hidden("secret")))),
    );
    let answer = client
        .request("tools/list", json!({}))
        .await
        .message()
        .to_string();
    assert!(answer.contains("-32603"), "{answer}");
    assert!(answer.contains("Internal error (reference "), "{answer}");
    assert!(!answer.contains("secret"), "{answer}");
}

/// Runs a call again until it succeeds, three times at most.
struct Retry;

impl Around for Retry {
    async fn around(&self, _: &Context, call: NextCall<'_>) -> Result<Answer, Failure> {
        for _ in 0..2 {
            let answer = call.run().await;
            if !matches!(answer.outcome(), Outcome::Failed | Outcome::Panicked) {
                return Ok(answer);
            }
        }
        Ok(call.run().await)
    }
}

#[tokio::test]
async fn a_call_can_be_tried_again() {
    let tries = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&tries);
    let tool = ToolDef::new("flaky").around(Retry).handler(
        (ParamSpec::new("good"),),
        move |(good,): (u32,)| {
            let count = counted.fetch_add(1, Ordering::Relaxed) + 1;
            async move {
                match count {
                    _ if count == good => Ok(format!("at try {count}")),
                    1 => panic!("the first is the worst"),
                    _ => Err(Failure::hidden("not yet")),
                }
            }
        },
    );
    let client = client(Server::new("t").tool_value(tool));
    client
        .tool("flaky", json!({ "good": 3 }))
        .await
        .assert_ok()
        .assert_text("at try 3");
    let failed = client.tool("flaky", json!({ "good": 9 })).await;
    failed.assert_text_contains("Tool execution failed");
    assert_eq!(tries.load(Ordering::Relaxed), 6);
}

#[tokio::test(start_paused = true)]
async fn all_tries_together_have_the_time_of_one_call() {
    struct Forever;
    impl Around for Forever {
        async fn around(&self, _: &Context, call: NextCall<'_>) -> Result<Answer, Failure> {
            loop {
                call.run().await;
                tokio::time::sleep(std::time::Duration::from_secs(1)).await;
            }
        }
    }
    let client = client(Server::new("t").around(Forever).tool_value(ending()));
    client
        .tool("end", json!({ "how": "ok" }))
        .await
        .assert_error("timed out after 60 s");
}

/// Made from what the server provides.
#[derive(Inject)]
struct Tenants {
    known: Arc<Vec<&'static str>>,
    refused: Inject<Refused>,
}

#[derive(Inject)]
struct Refused {
    #[inject(default)]
    count: AtomicU32,
}

impl Layer for Tenants {
    async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
        match cx.identity() {
            Some(identity) if self.known.contains(&identity.subject()) => Ok(next.run().await),
            _ => {
                self.refused.count.fetch_add(1, Ordering::Relaxed);
                Err(ProtocolError::new(ErrorCode::InvalidRequest, "Not a tenant").into())
            }
        }
    }
}

impl Around for Tenants {
    async fn around(&self, _: &Context, call: NextCall<'_>) -> Result<Answer, Failure> {
        Ok(call.run().await)
    }
}

/// Tell how many requests were refused.
#[tool]
async fn refused(refused: Inject<Refused>) -> u32 {
    refused.count.load(Ordering::Relaxed)
}

#[tokio::test]
async fn layers_are_made_from_services_and_share_them() {
    let server = Server::new("t")
        .service(vec!["acme"])
        .layer_of::<Tenants>()
        .around_of::<Tenants>()
        .tools_with::<(refused,)>(|tool| tool.around_of::<Tenants>())
        .build()
        .unwrap();
    let nobody = TestClient::of(&server);
    nobody
        .tool("refused", json!({}))
        .await
        .assert_protocol_error(-32600, "Not a tenant");
    let acme = TestClient::of(&server).identity(Identity::new("acme"));
    acme.tool("refused", json!({})).await.assert_text("1");
}

#[test]
fn what_a_layer_lacks_is_found_at_build() {
    let errors = Server::new("t")
        .layer_of::<Tenants>()
        .build()
        .expect_err("there are no tenants");
    let report = errors.to_string();
    assert!(
        report.contains("t -> Tenants -> Vec<&str>: not provided"),
        "{report}"
    );
}

#[tokio::test]
async fn a_layer_goes_when_nobody_waits_any_more() {
    struct Hangs(Diary);
    struct Gone(Diary);
    impl Drop for Gone {
        fn drop(&mut self) {
            self.0.note("gone");
        }
    }
    impl Layer for Hangs {
        async fn handle(&self, _: &Context, _: Next<'_>) -> Result<Answer, Failure> {
            let _gone = Gone(self.0.clone());
            self.0.note("here");
            std::future::pending().await
        }
    }
    let diary = Diary::default();
    let server = Server::new("t")
        .tool_value(ending())
        .layer(Hangs(diary.clone()));
    let client = client(server);
    let cancel = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7 },
    });
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": client.version(),
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let list =
        json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": { "_meta": meta } });
    let (answer, _) = tokio::join!(client.message(list.to_string()), async {
        tokio::task::yield_now().await;
        client.message(cancel.to_string()).await
    });
    assert_eq!(answer, None);
    assert_eq!(diary.read(), ["here", "gone"]);
}
