//! How long it is waited for answers, and when no longer.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use serde_json::{Value, json};
use tokio::{
    sync::mpsc,
    time::{Instant, sleep},
};

use crate::{
    Limits, ParamSpec, Question, Questions, Server, ToolDef, ToolResult, Transport,
    dispatch::Connection,
};

/// Asks for a name.
async fn ask(questions: &Questions, key: &'static str) -> ToolResult<String> {
    let schema = json!({ "type": "object", "properties": { "name": { "type": "string" } } });
    let question = Question::form_of(key, "Who?", &schema);
    let (reply,) = questions.ask_all((question,)).await?;
    let name = reply
        .accepted()
        .and_then(|content| Some(content.get("name")?.as_str()?.to_owned()));
    Ok(name.unwrap_or_default())
}

/// A client of 2025-11-25 at the other end of a pipe.
struct Client {
    connection: Arc<Connection>,
    sent: mpsc::Receiver<Bytes>,
}

impl Client {
    async fn open(limits: Limits) -> Self {
        let greet = ToolDef::new("greet").handler(
            (ParamSpec::new("questions"),),
            |(questions,): (Questions,)| async move {
                let first = ask(&questions, "first").await?;
                sleep(Duration::from_secs(20)).await;
                let second = ask(&questions, "second").await?;
                ToolResult::Ok(format!("{first} and {second}"))
            },
        );
        let server = Server::new("Test").limits(limits).tool_value(greet);
        let built = server.build().unwrap();
        let (events, sent) = mpsc::channel(16);
        let dispatcher = Arc::clone(&built.dispatcher);
        let connection = Connection::new(dispatcher, Transport::Stdio, events, None);
        let client = Self {
            connection: Arc::new(connection),
            sent,
        };
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": { "elicitation": {} },
                             "clientInfo": { "name": "t", "version": "1" } });
        client
            .receive(
                &json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params }),
            )
            .await;
        client
    }

    async fn receive(&self, message: &Value) -> Option<Value> {
        let answer = self
            .connection
            .receive(message.to_string().into(), None)
            .await?;
        serde_json::from_slice(&answer).ok()
    }

    /// Calls the tool in a task of its own.
    fn call(&self) -> tokio::task::JoinHandle<Option<Value>> {
        let connection = Arc::clone(&self.connection);
        let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "greet" } });
        tokio::spawn(async move {
            let answer = connection.receive(call.to_string().into(), None).await?;
            serde_json::from_slice(&answer).ok()
        })
    }

    async fn next(&mut self) -> Value {
        let sent = self.sent.recv().await.unwrap();
        serde_json::from_slice(&sent).unwrap()
    }

    async fn answer(&self, question: &Value, name: &str) {
        let result = json!({ "action": "accept", "content": { "name": name } });
        let response = json!({ "jsonrpc": "2.0", "id": question["id"], "result": result });
        assert_eq!(self.receive(&response).await, None);
    }
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test(start_paused = true)]
async fn the_time_of_the_user_is_not_that_of_the_call() {
    let mut client = Client::open(Limits::default().call(Duration::from_secs(30))).await;
    let call = client.call();
    for name in ["Ada", "Grace"] {
        let question = client.next().await;
        sleep(Duration::from_secs(500)).await;
        client.answer(&question, name).await;
    }
    let answer = call.await.unwrap().unwrap();
    assert_eq!(text(&answer), "Ada and Grace");
}

#[tokio::test(start_paused = true)]
async fn the_time_of_the_handler_still_is() {
    let mut client = Client::open(Limits::default().call(Duration::from_secs(10))).await;
    let call = client.call();
    let question = client.next().await;
    sleep(Duration::from_secs(100)).await;
    client.answer(&question, "Ada").await;
    let begun = Instant::now();
    let answer = call.await.unwrap().unwrap();
    assert_eq!(text(&answer), "timed out after 10 s");
    let took = begun.elapsed();
    assert!(
        took >= Duration::from_secs(9) && took < Duration::from_secs(12),
        "{took:?}"
    );
}

#[tokio::test(start_paused = true)]
async fn users_are_not_waited_for_without_end() {
    let mut client = Client::open(Limits::default().answer(Duration::from_secs(120))).await;
    let call = client.call();
    let question = client.next().await;
    let answer = call.await.unwrap().unwrap();
    assert_eq!(text(&answer), "The user gave no answer within 120 s.");
    let cancelled = client.next().await;
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], question["id"]);
    // an answer that comes too late is to nothing
    client.answer(&question, "Ada").await;
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_cancelled_takes_its_question_back() {
    let mut client = Client::open(Limits::default()).await;
    let call = client.call();
    let question = client.next().await;
    let cancel = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 2 } });
    client.receive(&cancel).await;
    assert_eq!(call.await.unwrap(), None);
    let cancelled = client.next().await;
    assert_eq!(cancelled["params"]["requestId"], question["id"]);
}

#[tokio::test(start_paused = true)]
async fn questions_end_with_the_input() {
    let mut client = Client::open(Limits::default()).await;
    let call = client.call();
    client.next().await;
    client.connection.end();
    let answer = call.await.unwrap().unwrap();
    assert_eq!(text(&answer), "The user can't be asked any more.");
    let answer = client.call().await.unwrap().unwrap();
    assert_eq!(text(&answer), "The user can't be asked any more.");
}
