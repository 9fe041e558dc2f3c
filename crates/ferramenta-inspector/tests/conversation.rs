//! What goes between page and server, on a pipe.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use ferramenta_inspector::Target;
use serde_json::{Value, json};

use support::{Fake, Page, Talk, fake};

async fn modern(capabilities: Value) -> (Page, Fake, Talk) {
    let (target, mut fake) = fake();
    let page = Page::open(target);
    let talk = fake.modern(capabilities).await;
    page.connection("connected").await;
    (page, fake, talk)
}

async fn legacy(capabilities: Value) -> (Page, Fake, Talk) {
    let (target, mut fake) = fake();
    let page = Page::open(target);
    let talk = fake.legacy(capabilities).await;
    page.connection("connected").await;
    (page, fake, talk)
}

#[tokio::test]
async fn the_state_has_what_the_server_says_of_itself() {
    let (page, _fake, _talk) = modern(json!({"tools": {}, "x-new": {"y": 1}})).await;
    let state = page.state().await;
    assert_eq!(
        state["target"],
        json!({"kind": "server", "name": "fake", "command": null, "url": null})
    );
    assert_eq!(
        state["build"],
        json!({"status": "none", "output": "", "seconds": null})
    );
    assert_eq!(
        state["connection"],
        json!({
            "status": "connected", "reason": null, "asked": "auto", "era": "modern",
            "protocolVersion": "2026-07-28", "serverInfo": {"name": "Fake", "version": "1", "extra": true},
            "instructions": "Be kind.", "capabilities": {"tools": {}, "x-new": {"y": 1}},
            "headers": [], "bearer": false, "number": 1,
        })
    );
}

#[tokio::test]
async fn an_old_server_is_spoken_to_in_its_era() {
    let (page, _fake, mut talk) = legacy(json!({"tools": {}})).await;
    let connection = page.connection("connected").await;
    assert_eq!(connection["era"], "legacy");
    assert_eq!(connection["protocolVersion"], "2025-06-18");
    assert_eq!(connection["serverInfo"]["name"], "Old");
    let (answer, ()) = tokio::join!(page.call("1", "tools/list", json!({})), async {
        let request = talk.hears("tools/list").await;
        assert_eq!(
            request["params"]
                .as_object()
                .unwrap()
                .keys()
                .collect::<Vec<_>>(),
            ["_meta"]
        );
        talk.answers(&request, json!({"tools": []})).await;
    });
    assert_eq!(answer["result"], json!({"tools": []}));
}

#[tokio::test]
async fn an_answer_is_shown_as_it_was() {
    let (page, _fake, mut talk) = modern(json!({"tools": {}})).await;
    let mut events = page.events().await;
    let params = json!({"name": "x", "arguments": {"a": [1, null]}, "_meta": {"mine": 1}});
    const RESULT: &str =
        r#"{"zeta":1.50,"big":123456789012345678901234567890, "alpha":{"unknown":"é\u00e9"}}"#;
    let (answer, ()) = tokio::join!(
        page.send(page.request(
            http::Method::POST,
            "/api/request",
            &json!({"key": "k", "method": "tools/call", "params": params}).to_string()
        )),
        async {
            let request = talk.hears("tools/call").await;
            assert_eq!(request["params"]["name"], "x");
            assert_eq!(request["params"]["arguments"], json!({"a": [1, null]}));
            let meta = &request["params"]["_meta"];
            assert_eq!(meta["mine"], 1);
            assert_eq!(
                meta["io.modelcontextprotocol/protocolVersion"],
                "2026-07-28"
            );
            assert!(meta["progressToken"].is_number(), "{meta}");
            let id = &request["id"];
            talk.writes(&format!(
                r#"{{"result":{RESULT},"id":{id},"jsonrpc":"2.0"}}"#
            ))
            .await;
        }
    );
    let body = axum::body::to_bytes(answer.into_body(), usize::MAX)
        .await
        .unwrap();
    let body = String::from_utf8(body.to_vec()).unwrap();
    assert!(body.contains(RESULT), "{body}");
    let sent = events.find("message", |event| event["key"] == "k").await;
    assert_eq!(sent["direction"], "out");
    assert_eq!(sent["message"]["method"], "tools/call");
    loop {
        let line = events.line().await;
        if line.contains(r#""direction":"in""#) && line.contains(r#""key":"k""#) {
            assert!(line.contains(RESULT), "{line}");
            break;
        }
    }
}

#[tokio::test]
async fn an_error_is_handed_over_with_its_data() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    let (answer, ()) = tokio::join!(page.call("1", "tools/call", json!({})), async {
        let request = talk.hears("tools/call").await;
        let error = json!({"code": -7, "message": "no", "data": {"why": [1]}});
        talk.says(json!({"jsonrpc": "2.0", "id": request["id"], "error": error}))
            .await;
    });
    assert_eq!(
        answer["error"],
        json!({"code": -7, "message": "no", "data": {"why": [1]}})
    );
    assert_eq!(answer["rounds"], 1);
    assert!(
        answer["bytes"].as_u64().unwrap() > 50 && answer["milliseconds"].is_number(),
        "{answer}"
    );
}

#[tokio::test]
async fn progress_has_the_key_of_its_request() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    let mut events = page.events().await;
    let (_, ()) = tokio::join!(page.call("slow", "tools/call", json!({})), async {
        let request = talk.hears("tools/call").await;
        let token = &request["params"]["_meta"]["progressToken"];
        let params = json!({"progressToken": token, "progress": 0.5, "message": "half"});
        talk.says(json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params}))
            .await;
        let told = events.of("notification").await;
        assert_eq!((&told["key"], &told["params"]), (&json!("slow"), &params));
        talk.answers(&request, json!({})).await;
    });
}

#[tokio::test]
async fn a_question_within_an_answer_is_asked_and_the_request_sent_again() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    let mut events = page.events().await;
    let (answer, ()) = tokio::join!(
        page.call("7", "tools/call", json!({"name": "ask"})),
        async {
            let first = talk.hears("tools/call").await;
            let question =
                json!({"method": "elicitation/create", "params": {"message": "Who?", "zeta": 1}});
            let asked = json!({
                "resultType": "input_required", "requestState": "sealed",
                "inputRequests": {"who": question, "what": {"method": "elicitation/create", "params": {"message": "What?"}}},
            });
            talk.answers(&first, asked).await;
            let what = events.of("question").await;
            assert_eq!(
                (&what["name"], &what["key"], &what["source"]),
                (&json!("what"), &json!("7"), &json!("input_required"))
            );
            let who = events.of("question").await;
            assert_eq!(who["params"], json!({"message": "Who?", "zeta": 1}));
            for (question, name) in [(&who, "Ada"), (&what, "Tea")] {
                let result = json!({"action": "accept", "content": {"name": name}});
                page.done(
                    "/api/answer",
                    json!({"id": question["id"], "result": result}),
                )
                .await;
            }
            let second = talk.hears("tools/call").await;
            assert_eq!(second["params"]["name"], "ask");
            assert_eq!(second["params"]["requestState"], "sealed");
            assert_eq!(
                second["params"]["inputResponses"]["who"]["content"]["name"],
                "Ada"
            );
            assert_ne!(second["id"], first["id"]);
            talk.answers(&second, json!({"resultType": "complete", "ok": 1}))
                .await;
        }
    );
    assert_eq!(answer["result"], json!({"resultType": "complete", "ok": 1}));
    assert_eq!(answer["rounds"], 2);
    assert_eq!(events.of("answered").await["reason"], "answered");
}

#[tokio::test]
async fn a_live_question_is_answered_as_it_was_put() {
    let (page, _fake, mut talk) = legacy(json!({})).await;
    let mut events = page.events().await;
    for (id, reply, expected) in [
        (
            json!(1),
            json!({"result": {"action": "decline"}}),
            json!({"result": {"action": "decline"}}),
        ),
        (
            json!("a"),
            json!({"error": {"code": -1, "message": "not now"}}),
            json!({"error": {"code": -1, "message": "not now"}}),
        ),
    ] {
        let params = json!({"message": "Sure?", "requestedSchema": {"type": "object", "properties": {}}, "odd": 1});
        talk.says(
            json!({"jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params}),
        )
        .await;
        let question = events.of("question").await;
        assert_eq!(
            (&question["source"], &question["params"]),
            (&json!("request"), &params)
        );
        let mut body = reply;
        body["id"] = question["id"].clone();
        // a page that opens now is asked as well
        assert_eq!(
            page.events().await.of("question").await["id"],
            question["id"]
        );
        page.done("/api/answer", body).await;
        let mut answer = talk.next().await;
        assert_eq!(answer["id"], id);
        let answer = answer.as_object_mut().unwrap();
        answer.remove("jsonrpc");
        answer.remove("id");
        assert_eq!(Value::Object(answer.clone()), expected);
    }
}

#[tokio::test]
async fn what_nobody_at_the_page_can_answer_is_refused() {
    let (_page, _fake, mut talk) = legacy(json!({})).await;
    talk.says(json!({"jsonrpc": "2.0", "id": 1, "method": "roots/list"}))
        .await;
    assert_eq!(talk.next().await["error"]["code"], -32601);
    talk.says(json!({"jsonrpc": "2.0", "id": 2, "method": "ping"}))
        .await;
    assert_eq!(talk.next().await["result"], json!({}));
}

#[tokio::test]
async fn a_request_can_be_cancelled() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    let (answer, ()) = tokio::join!(page.call("1", "tools/call", json!({})), async {
        let request = talk.hears("tools/call").await;
        let twice = json!({"key": "1", "method": "tools/call"});
        let (status, refused) = page.post("/api/request", twice).await;
        assert_eq!(
            (status.as_u16(), &refused["error"]["code"]),
            (409, &json!("key_in_use"))
        );
        page.done("/api/cancel", json!({"key": "1"})).await;
        let told = talk.hears("notifications/cancelled").await;
        assert_eq!(told["params"]["requestId"], request["id"]);
    });
    assert_eq!(answer["failure"]["code"], "cancelled");
    let again = json!({"key": "1"});
    assert_eq!(
        page.post("/api/cancel", again).await.1["error"]["code"],
        "unknown_key"
    );
}

#[tokio::test]
async fn a_page_that_goes_away_cancels_what_it_asked_for() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    tokio::select! {
        _ = page.call("1", "tools/call", json!({})) => panic!("it isn't answered"),
        _ = talk.hears("tools/call") => {}
    }
    talk.hears("notifications/cancelled").await;
}

#[tokio::test]
async fn a_cancelled_request_takes_its_questions_along() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    let mut events = page.events().await;
    let (answer, ()) = tokio::join!(page.call("1", "tools/call", json!({})), async {
        let request = talk.hears("tools/call").await;
        let asked = json!({"resultType": "input_required", "inputRequests": {"x": {"method": "elicitation/create"}}});
        talk.answers(&request, asked).await;
        let question = events.of("question").await;
        page.done("/api/cancel", json!({"key": "1"})).await;
        let closed = events.of("answered").await;
        assert_eq!(
            (&closed["id"], &closed["reason"]),
            (&question["id"], &json!("cancelled"))
        );
    });
    assert_eq!(answer["failure"]["code"], "cancelled");
}

#[tokio::test]
async fn what_is_no_message_is_in_the_log_all_the_same() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    let mut events = page.events().await;
    talk.writes("Listening on port 80!").await;
    let odd = events
        .find("message", |event| event["text"] == "Listening on port 80!")
        .await;
    assert_eq!(
        (&odd["message"], &odd["direction"]),
        (&Value::Null, &json!("in"))
    );
    let (answer, ()) = tokio::join!(page.call("1", "ping", json!({})), async {
        let request = talk.hears("ping").await;
        talk.answers(&request, json!({})).await;
    });
    assert_eq!(answer["result"], json!({}));
}

#[tokio::test]
async fn history_is_told_to_a_page_that_opens_later() {
    let (page, _fake, mut talk) = modern(json!({})).await;
    talk.says(json!({"jsonrpc": "2.0", "method": "notifications/x"}))
        .await;
    page.events()
        .await
        .find("message", |event| {
            event["message"]["method"] == "notifications/x"
        })
        .await;
    let mut events = page.events().await;
    assert_eq!(events.next().await["type"], "state");
    for (n, direction, method) in [
        (0, "out", json!("server/discover")),
        (1, "in", Value::Null),
        (2, "in", json!("notifications/x")),
    ] {
        let event = events.next().await;
        assert_eq!(
            (&event["n"], &event["direction"]),
            (&json!(n), &json!(direction))
        );
        assert_eq!(event["message"]["method"], method);
        assert_eq!(event["http"], Value::Null);
    }
    assert_eq!(events.next().await["type"], "live");
}

#[tokio::test]
async fn a_lost_connection_is_opened_again() {
    let (page, mut fake, talk) = modern(json!({})).await;
    let mut events = page.events().await;
    let call = page.call("1", "tools/call", json!({}));
    let (answer, ()) = tokio::join!(call, async {
        let mut talk = talk;
        talk.hears("tools/call").await;
        drop(talk);
    });
    assert_eq!(answer["failure"]["code"], "closed");
    let failed = events
        .find("state", |event| event["connection"]["status"] == "failed")
        .await;
    let reason = failed["connection"]["reason"].as_str().unwrap();
    assert!(
        reason.contains("closed the connection; next try in 0.5 s"),
        "{reason}"
    );
    fake.modern(json!({})).await;
    let again = events
        .find("state", |event| {
            event["connection"]["status"] == "connected"
        })
        .await;
    assert_eq!(again["connection"]["number"], 2);
}

#[tokio::test]
async fn another_era_can_be_wanted() {
    let (page, mut fake, _talk) = modern(json!({})).await;
    page.done("/api/connect", json!({"era": "legacy"})).await;
    let mut talk = fake.connected().await;
    let hello = talk.hears("initialize").await;
    let result = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "serverInfo": {"name": "x", "version": "1"}});
    talk.answers(&hello, result).await;
    talk.hears("notifications/initialized").await;
    let mut events = page.events().await;
    let state = events
        .find("state", |event| event["connection"]["number"] == 2)
        .await;
    assert_eq!(
        (&state["connection"]["asked"], &state["connection"]["era"]),
        (&json!("legacy"), &json!("legacy"))
    );
}

#[tokio::test]
async fn a_refusal_to_say_hello_is_explained() {
    let (target, mut fake) = fake();
    let page = Page::open(target);
    let mut talk = fake.connected().await;
    let hello = talk.hears("server/discover").await;
    let refusal =
        json!({"code": -32022, "message": "Unsupported", "data": {"supported": ["2030-01-01"]}});
    talk.says(json!({"jsonrpc": "2.0", "id": hello["id"], "error": refusal}))
        .await;
    let connection = page.connection("failed").await;
    let reason = connection["reason"].as_str().unwrap();
    assert!(
        reason.contains("it offers 2030-01-01; next try"),
        "{reason}"
    );
}

#[tokio::test]
async fn changes_are_listened_to_in_the_modern_era() {
    let capabilities = json!({"tools": {"listChanged": true}, "resources": {"subscribe": true}});
    let (page, _fake, mut talk) = modern(capabilities).await;
    let mut events = page.events().await;
    let listen = talk.hears("subscriptions/listen").await;
    assert_eq!(
        listen["params"]["notifications"],
        json!({"toolsListChanged": true})
    );
    acknowledge(&mut talk, &listen).await;
    let (answer, listen) = tokio::join!(
        page.done("/api/subscribe", json!({"uris": ["x://1"]})),
        async {
            let next = talk.hears("subscriptions/listen").await;
            acknowledge(&mut talk, &next).await;
            let told = talk.hears("notifications/cancelled").await;
            assert_eq!(told["params"]["requestId"], listen["id"]);
            next
        }
    );
    assert_eq!(answer, json!({"uris": ["x://1"], "failure": null}));
    let meta = json!({"io.modelcontextprotocol/subscriptionId": listen["id"]});
    let params = json!({"uri": "x://1", "_meta": meta});
    talk.says(
        json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": params}),
    )
    .await;
    let updated = |event: &Value| event["method"] == "notifications/resources/updated";
    assert_eq!(
        events.find("notification", updated).await["params"]["uri"],
        "x://1"
    );
}

async fn acknowledge(talk: &mut Talk, listen: &Value) {
    let params = json!({
        "notifications": listen["params"]["notifications"],
        "_meta": {"io.modelcontextprotocol/subscriptionId": listen["id"]},
    });
    let method = "notifications/subscriptions/acknowledged";
    talk.says(json!({"jsonrpc": "2.0", "method": method, "params": params}))
        .await;
}

#[tokio::test]
async fn resources_are_subscribed_to_one_by_one_in_the_legacy_era() {
    let (page, _fake, mut talk) = legacy(json!({"resources": {"subscribe": true}})).await;
    for (uris, expected) in [
        (json!(["x://1"]), vec![("resources/subscribe", "x://1")]),
        (
            json!(["x://2"]),
            vec![
                ("resources/unsubscribe", "x://1"),
                ("resources/subscribe", "x://2"),
            ],
        ),
    ] {
        let body = json!({"uris": uris});
        let (answer, ()) = tokio::join!(page.done("/api/subscribe", body), async {
            for (method, uri) in expected {
                let request = talk.hears(method).await;
                assert_eq!(request["params"]["uri"], uri);
                talk.answers(&request, json!({})).await;
            }
        });
        assert_eq!(answer, json!({"uris": uris, "failure": null}));
    }
    let (answer, ()) = tokio::join!(
        page.done("/api/subscribe", json!({"uris": ["x://2", "x://3"]})),
        async {
            let request = talk.hears("resources/subscribe").await;
            let error = json!({"code": -32002, "message": "Resource not found"});
            talk.says(json!({"jsonrpc": "2.0", "id": request["id"], "error": error}))
                .await;
        }
    );
    assert_eq!(answer["uris"], json!(["x://2"]));
    assert!(
        answer["failure"]
            .as_str()
            .unwrap()
            .contains("Resource not found"),
        "{answer}"
    );
}

#[tokio::test]
async fn a_build_is_shown() {
    let page = Page::open(Target::project("shop"));
    let state = page.state().await;
    assert_eq!(state["connection"]["status"], "closed");
    assert_eq!(state["connection"]["reason"], "nothing is built yet");
    let mut events = page.events().await;
    page.inspector.building();
    page.inspector.build_failed("error: no".into(), 1.5);
    let failed = events
        .find("state", |event| event["build"]["status"] == "failed")
        .await;
    assert_eq!(
        failed["build"],
        json!({"status": "failed", "output": "error: no", "seconds": 1.5})
    );
    page.inspector.building();
    let building = events
        .find("state", |event| event["build"]["status"] == "building")
        .await;
    assert_eq!(building["build"]["output"], "error: no");
    page.inspector.unchanged(0.5);
    let mended = events
        .find("state", |event| event["build"]["status"] == "ok")
        .await;
    assert_eq!(mended["build"]["output"], "");
}
