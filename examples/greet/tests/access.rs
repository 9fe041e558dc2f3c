//! Who sees a tool, and who may use it.

mod support;

use std::sync::atomic::{AtomicUsize, Ordering};

use ferramenta::{Context, Identity, Inject, Server, tool};
use greet::demo;
use serde_json::json;
use support::{ada, client, client_of, names};

#[tokio::test]
async fn a_private_tool_is_there_for_callers_who_are_known() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo()).identity(ada());
        let names = names(&client).await;
        assert!(names.iter().any(|name| name == "private-message"));
        let answer = client
            .tool("private-message", json!({ "message": "psst" }))
            .await;
        answer.assert_ok().assert_text("psst");
    }
}

#[tokio::test]
async fn what_is_hidden_is_absent_from_lists_and_unknown_to_calls() {
    for version in spec_check::VERSIONS {
        let nobody = client_of(version, demo());
        let names = names(&nobody).await;
        assert!(!names.iter().any(|name| name == "private-message"));
        for arguments in [json!({ "message": "psst" }), json!({ "wrong": 1 })] {
            for name in ["private-message", "never-was-there"] {
                let answer = nobody.tool(name, arguments.clone()).await;
                answer.assert_protocol_error(-32602, &format!("Unknown tool: {name}"));
            }
        }
    }
}

#[tokio::test]
async fn what_is_denied_is_absent_from_lists_and_refused_to_calls() {
    for version in spec_check::VERSIONS {
        let nobody = client_of(version, demo());
        let names = names(&nobody).await;
        assert!(!names.iter().any(|name| name == "who-am-i"));
        let refused = nobody.tool("who-am-i", json!({})).await;
        refused.assert_protocol_error(-32602, "Access denied: who-am-i");

        let known = client_of(version, demo()).identity(ada());
        let told = known.tool("who-am-i", json!({})).await;
        told.assert_ok().assert_text("ada");
    }
}

/// Who may open the safe, and how often that was asked.
struct Keys {
    holder: &'static str,
    seen: AtomicUsize,
    asked: AtomicUsize,
}

/// Has rules of both kinds, one that waits and one that doesn't.
#[derive(Inject)]
struct SafeTool;

/// Open the safe.
#[tool]
impl SafeTool {
    async fn handle(&self) -> &'static str {
        "It is empty."
    }

    async fn visible(cx: Context, keys: Inject<Keys>) -> bool {
        keys.seen.fetch_add(1, Ordering::Relaxed);
        tokio::task::yield_now().await;
        cx.identity().is_some()
    }

    fn authorize(cx: &Context, keys: Inject<Keys>) -> bool {
        keys.asked.fetch_add(1, Ordering::Relaxed);
        cx.identity()
            .is_some_and(|caller| caller.subject() == keys.holder)
    }
}

/// Has rules of both kinds too, the other one of which waits.
#[derive(Inject)]
struct VaultTool;

/// Open the vault.
#[tool]
impl VaultTool {
    async fn handle(&self) -> &'static str {
        "It is full."
    }

    fn visible(cx: &Context) -> bool {
        cx.identity().is_some()
    }

    async fn authorize(cx: Context, keys: Inject<Keys>) -> bool {
        tokio::task::yield_now().await;
        cx.identity()
            .is_some_and(|caller| caller.subject() == keys.holder)
    }
}

/// Tell how often the two rules were asked.
#[tool(inline)]
fn asked(keys: Inject<Keys>) -> String {
    let (seen, asked) = (&keys.seen, &keys.asked);
    format!(
        "{} {}",
        seen.load(Ordering::Relaxed),
        asked.load(Ordering::Relaxed)
    )
}

fn bank() -> Server {
    let keys = Keys {
        holder: "ada",
        seen: AtomicUsize::new(0),
        asked: AtomicUsize::new(0),
    };
    Server::new("bank")
        .service(keys)
        .tools::<(SafeTool, VaultTool, asked)>()
}

#[tokio::test]
async fn both_rules_are_asked_by_lists_and_by_calls() {
    let client = client(bank()).identity(ada());
    let asked = async || client.tool("asked", json!({})).await.text();
    assert_eq!(asked().await, "0 0");
    client.list_tools().await;
    assert_eq!(asked().await, "1 1");
    client.tool("safe", json!({})).await.assert_ok();
    assert_eq!(asked().await, "2 2");
}

#[tokio::test]
async fn a_rule_waits_or_does_not() {
    for tool in ["safe", "vault"] {
        let nobody = client(bank());
        let hidden = nobody.tool(tool, json!({})).await;
        hidden.assert_protocol_error(-32602, &format!("Unknown tool: {tool}"));
        let bob = client(bank()).identity(Identity::new("bob"));
        let denied = bob.tool(tool, json!({})).await;
        denied.assert_protocol_error(-32602, &format!("Access denied: {tool}"));
        let ada = client(bank()).identity(ada());
        ada.tool(tool, json!({})).await.assert_ok();
    }
}

#[tokio::test]
async fn a_rule_asks_a_service_for_the_right_of_this_caller() {
    for (caller, expected) in [
        ("ada", vec!["safe", "vault", "asked"]),
        ("bob", vec!["asked"]),
    ] {
        let client = client(bank()).identity(Identity::new(caller));
        assert_eq!(names(&client).await, expected);
    }
}

/// Its rule panics.
#[derive(Inject)]
struct BrokenTool;

/// Do what nobody gets to see.
#[tool]
impl BrokenTool {
    async fn handle(&self) {}

    fn visible(cx: &Context) -> bool {
        assert!(cx.identity().is_some(), "the rule expects somebody");
        true
    }
}

#[tokio::test]
async fn a_rule_that_fails_hides_its_own_tool_and_no_other() {
    for version in spec_check::VERSIONS {
        let open = client_of(version, demo());
        let broken = client_of(version, demo().tool::<BrokenTool>());
        assert_eq!(names(&broken).await, names(&open).await);
        let answer = broken.tool("broken", json!({})).await;
        answer.assert_protocol_error(-32602, "Unknown tool: broken");
        let answer = broken.tool("greet", json!({ "name": "Ada" })).await;
        answer.assert_ok();
    }
}
