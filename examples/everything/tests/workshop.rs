//! What the workshop does, as clients of the newest and of an older version see it.

use everything::{close_glaze, dry, fire, open_glaze, order, pay, watch_kiln};
use ferramenta::{LogLevel, TestClient};
use serde_json::{Value, json};

/// Clients of both eras, every answer to which is checked against the specification.
fn clients() -> [TestClient; 2] {
    [client(), client().legacy("2025-11-25")]
}

fn client() -> TestClient {
    TestClient::new(everything::server()).observe(|exchange| {
        spec_check::assert_answer(
            exchange.version,
            exchange.method,
            exchange.answer.as_bytes(),
        );
    })
}

async fn text_of(client: &TestClient, uri: &str) -> String {
    let read = client.read(uri).await;
    let text = read.assert_ok().result()["contents"][0]["text"].as_str();
    text.expect("a text").to_owned()
}

/// The `params` of all notifications of a method that came since the last time.
fn told(client: &TestClient, method: &str) -> Vec<Value> {
    let came = client.notifications().into_iter();
    came.filter(|message| message["method"] == method)
        .map(|message| message["params"].clone())
        .collect()
}

#[tokio::test]
async fn firing_tells_how_far_it_has_come() {
    for client in clients() {
        let params = json!({
            "name": "fire",
            "arguments": { "pots": ["jug", "bowl"] },
            "_meta": { "progressToken": "p" },
        });
        let fired = client.request("tools/call", params).await;
        fired.assert_structured(json!({ "pots": 2, "heat": 1240 }));
        let expected = [("jug", 1), ("bowl", 2)].map(|(pot, done)| {
            json!({ "progressToken": "p", "progress": done, "total": 2, "message": pot })
        });
        assert_eq!(told(&client, "notifications/progress"), expected);
    }
}

#[tokio::test]
async fn drying_goes_on_where_nobody_can_come_back() {
    for client in clients() {
        client
            .call::<dry>(("jug",))
            .await
            .assert_text("'jug' can be fired.");
    }
}

#[tokio::test]
async fn too_much_heat_is_logged() {
    let client = client().log_level(LogLevel::Warning);
    client.call::<fire>((vec!["jug"], 1300)).await.assert_ok();
    let warning = json!({ "level": "warning", "data": { "heat": 1300, "reason": "glazes run" } });
    assert_eq!(told(&client, "notifications/message"), [warning]);
    client.call::<fire>((vec!["jug"], 1200)).await.assert_ok();
    assert!(told(&client, "notifications/message").is_empty());
}

#[tokio::test]
async fn a_watch_ends_with_the_firing_or_is_abandoned() {
    for client in clients() {
        let watch = client.call::<watch_kiln>(());
        let firing = client.call::<fire>((vec!["jug"],));
        let (watched, _) = tokio::join!(watch, firing);
        watched.assert_text("The kiln can be opened.");
        let log = text_of(&client, "workshop://kiln").await;
        assert_eq!(log, "1 firings, 0 watches abandoned");

        let call = json!({
            "jsonrpc": "2.0", "id": "w", "method": "tools/call",
            "params": { "name": "watch_kiln", "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            } },
        });
        let cancel = json!({
            "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "w" },
        });
        let (answer, _) = tokio::join!(
            client.message(call.to_string()),
            client.message(cancel.to_string())
        );
        assert_eq!(answer, None);
        let log = text_of(&client, "workshop://kiln").await;
        assert_eq!(log, "1 firings, 1 watches abandoned");
    }
}

#[tokio::test]
async fn the_shelf_tells_of_its_changes() {
    let client = client().legacy("2025-11-25");
    let shelf = json!({ "uri": "workshop://shelf" });
    let before = names(&client, "resources/list", "resources").await;
    assert_eq!(before, ["kiln_log", "shelved_pots", "last_requests"]);
    let subscribed = client.request("resources/subscribe", shelf.clone()).await;
    subscribed.assert_ok();
    for pot in ["jug", "bowl", "vase", "cup"] {
        client
            .tool("shelf_put", json!({ "pot": pot }))
            .await
            .assert_ok();
    }
    let told = client.notifications().into_iter();
    let told: Vec<Value> = told.map(|message| message["method"].clone()).collect();
    let methods = ["list_changed", "updated"].map(|what| format!("notifications/resources/{what}"));
    assert_eq!(told, methods);
    let again = client.tool("shelf_put", json!({ "pot": "cup" })).await;
    again.assert_error("'cup' is on the shelf already.");
    client
        .tool("shelf_take", json!({ "pot": "jug" }))
        .await
        .assert_ok();
    let pots = text_of(&client, "workshop://shelf").await;
    assert_eq!(pots, "bowl\ncup\nvase");
    let cup = text_of(&client, "workshop://shelf/cup").await;
    assert_eq!(cup, "'cup', made by hand");
    let listed = names(&client, "resources/list", "resources").await;
    let all = [
        "kiln_log",
        "shelved_pots",
        "last_requests",
        "bowl",
        "cup",
        "vase",
    ];
    assert_eq!(listed, all);
}

#[tokio::test]
async fn a_shelf_has_room_for_a_hundred_pots() {
    let client = client();
    for number in 0..100 {
        let put = client.tool("shelf_put", json!({ "pot": format!("pot {number}") }));
        put.await.assert_ok();
    }
    let more = client.tool("shelf_put", json!({ "pot": "jug" })).await;
    more.assert_error("The shelf is full: take a pot away first.");
}

/// The names of all pages.
async fn names(client: &TestClient, method: &str, member: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut params = json!({});
    loop {
        let page = client.request(method, params).await;
        let page = page.assert_ok().result().clone();
        let entries = page[member].as_array().expect("a list");
        assert!(entries.len() <= 3, "{page}");
        names.extend(
            entries
                .iter()
                .map(|entry| entry["name"].as_str().expect("a name").to_owned()),
        );
        if page["nextCursor"].is_null() {
            return names;
        }
        params = json!({ "cursor": page["nextCursor"] });
    }
}

#[tokio::test]
async fn glazes_are_tools_that_come_and_go() {
    let client = client().legacy("2025-11-25");
    let closed = names(&client, "tools/list", "tools").await;
    client
        .call::<open_glaze>(("blue",))
        .await
        .assert_text("`glaze_blue` is there.");
    assert_eq!(told(&client, "notifications/tools/list_changed").len(), 1);
    let open = names(&client, "tools/list", "tools").await;
    assert_eq!(open.len(), closed.len() + 1);
    let glazed = client.tool("glaze_blue", json!({ "pot": "jug" })).await;
    glazed.assert_text("'jug' is blue now.");
    client.call::<close_glaze>(("blue",)).await.assert_ok();
    let gone = client.tool("glaze_blue", json!({ "pot": "jug" })).await;
    gone.assert_protocol_error(-32602, "Unknown tool: glaze_blue");
    let again = client.call::<close_glaze>(("blue",)).await;
    again.assert_error("There is no blue glaze open.");
}

#[tokio::test]
async fn an_order_is_accepted_declined_or_left_open() {
    for client in clients() {
        let client = client.answer("order", json!({ "name": "Ada", "delivery": "post" }));
        let ordered = client.call::<order>(("jug",)).await;
        ordered.assert_text("Order 1: 'jug' is sent to Ada.");
    }
    for client in clients() {
        let declined = client.decline("order").call::<order>(("jug",)).await;
        declined.assert_text("Nothing was ordered.");
    }
    for client in clients() {
        let left = client.cancel("order").call::<order>(("jug",)).await;
        left.assert_text("Order 1 is open still.");
    }
}

#[tokio::test]
async fn an_order_is_paid_on_a_page() {
    for client in clients() {
        let client = client.answer("pay", json!({}));
        let paid = client.call::<pay>((7,)).await;
        paid.assert_text("Order 7 is paid.");
        let asked = &client.asked()[0]["params"];
        assert_eq!(asked["url"], "https://bank.example/pay/7");
    }
    for client in clients() {
        let declined = client.decline("pay").call::<pay>((7,)).await;
        declined.assert_text("Order 7 isn't paid.");
    }
}

#[tokio::test]
async fn the_journal_has_every_request() {
    for client in clients() {
        client.call::<fire>((vec!["jug"],)).await.assert_ok();
        let unknown = client.tool("melt", json!({})).await;
        unknown.assert_protocol_error(-32602, "Unknown tool: melt");
        let journal = text_of(&client, "workshop://journal").await;
        let lines: Vec<&str> = journal.lines().rev().take(2).collect();
        assert_eq!(lines, ["tools/call melt: refused", "tools/call fire: ok"]);
    }
}
