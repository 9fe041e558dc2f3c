//! Servers that are processes of ours.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]
#![cfg(unix)]

mod support;

use std::time::Duration;

use ferramenta_inspector::{Launch, Target};
use serde_json::{Value, json};
use tokio::time::sleep;

use support::{Page, within};

fn shell(script: &str) -> Target {
    Target::command(Launch::new("sh").arguments(["-c", script]))
}

/// Says hello to whoever asks, and starts a child that would outlive it.
const GREETER: &str = r#"
    sleep 1000 & echo "child $!" >&2
    while read -r line; do
        id=${line#*\"id\":}; id=${id%%[,\}]*}
        case $line in
        *server/discover*) echo '{"jsonrpc":"2.0","id":'$id',"result":{"supportedVersions":["2026-07-28"],"capabilities":{},"resultType":"complete","ttlMs":0,"cacheScope":"private"}}';;
        *) echo '{"jsonrpc":"2.0","id":'$id',"result":{"cwd":"'"$PWD"'","mood":"'"$MOOD"'"}}';;
        esac
    done
"#;

async fn pid_of_child(page: &Page) -> String {
    let told = page.events().await.of("stderr").await;
    told["text"]
        .as_str()
        .unwrap()
        .strip_prefix("child ")
        .unwrap()
        .to_owned()
}

async fn is_gone(pid: &str) {
    let status = format!("/proc/{pid}/status");
    within(async {
        // a zombie is gone as well: its parent was ours, and init takes it
        while std::fs::read_to_string(&status).is_ok_and(|status| !status.contains("State:\tZ")) {
            sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_process_is_launched_as_was_said() {
    let launch = Launch::new("sh")
        .arguments(["-c", GREETER])
        .directory("/")
        .variable("MOOD", "fine");
    let page = Page::open(Target::command(launch));
    page.connection("connected").await;
    let answer = page.call("1", "tools/list", json!({})).await;
    assert_eq!(answer["result"], json!({"cwd": "/", "mood": "fine"}));
    assert_eq!(page.state().await["target"]["command"][0], "sh");
    page.inspector.end().await;
}

#[tokio::test]
#[cfg_attr(not(target_os = "linux"), ignore = "looks into /proc")]
async fn nothing_is_left_of_a_server_that_is_ended_or_replaced() {
    let page = Page::open(shell(GREETER));
    page.connection("connected").await;
    let first = pid_of_child(&page).await;
    let mut events = page.events().await;
    page.done("/api/connect", json!({})).await;
    events
        .find("state", |event| event["connection"]["number"] == 2)
        .await;
    is_gone(&first).await;
    let is_new = |event: &Value| !event["text"].as_str().unwrap().ends_with(&first);
    let second = page.events().await.find("stderr", is_new).await;
    let second = second["text"].as_str().unwrap().strip_prefix("child ");
    page.inspector.end().await;
    is_gone(second.unwrap()).await;
}

#[tokio::test]
async fn a_server_that_does_not_want_to_end_is_ended() {
    let stubborn = format!("trap '' TERM; {GREETER} while :; do sleep 1000; done");
    let page = Page::open(shell(&stubborn));
    page.connection("connected").await;
    let child = pid_of_child(&page).await;
    within(page.inspector.end()).await;
    is_gone(&child).await;
}

#[tokio::test]
async fn what_a_server_still_writes_when_it_is_to_end_finds_an_open_pipe() {
    let talkative =
        format!("trap '' PIPE; {GREETER} kill $!; echo '{{}}' && echo 'said it' >&2; exit 0");
    let page = Page::open(shell(&talkative));
    page.connection("connected").await;
    let mut events = page.events().await;
    page.inspector.end().await;
    let told = |event: &Value| event["text"] == "said it";
    events.find("stderr", told).await;
}

#[tokio::test]
async fn the_last_words_of_a_server_that_ends_are_told() {
    let page = Page::open(shell(
        "echo first >&2; echo 'no database' >&2
        echo 'stack backtrace:' >&2; echo '   0: main' >&2
        echo 'note: Some details are omitted' >&2; exit 3",
    ));
    let connection = page.connection("closed").await;
    let reason = connection["reason"].as_str().unwrap();
    for part in [
        "gave up after 5 tries",
        "exit status: 3",
        "its last words: no database",
    ] {
        assert!(reason.contains(part), "{reason}");
    }
    let told = page.events().await.of("stderr").await;
    assert_eq!(told["text"], "first");
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() {
    let page = Page::open(Target::command(Launch::new("/no/such/program")));
    let connection = page.connection("failed").await;
    let reason = connection["reason"].as_str().unwrap();
    assert!(
        reason.contains("`/no/such/program` can't be started: No such file"),
        "{reason}"
    );
}

#[tokio::test]
async fn a_server_that_ends_when_it_is_asked_for_the_modern_era_is_asked_for_the_other() {
    let old = r#"
        read -r line
        case $line in *initialize*) ;; *) exit 1;; esac
        echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"Old","version":"1"}}}'
        cat > /dev/null
    "#;
    let page = Page::open(shell(old));
    let connection = page.connection("connected").await;
    assert_eq!(connection["era"], "legacy");
}
