//! What the targets share that talk to a whole server: its runtime, its requests, and how answers are read.

use std::{future::Future, time::Duration};

use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

/// The version that most targets speak.
pub const MODERN: &str = "2026-07-28";

/// Longer than anything takes that a target asks for.
const PATIENCE: Duration = Duration::from_secs(10);

thread_local! {
    static RUNTIME: Runtime = Builder::new_current_thread().enable_time().build().expect("a runtime");
}

/// Runs to the end, which has to come.
pub fn run<T>(future: impl Future<Output = T>) -> T {
    RUNTIME.with(|runtime| {
        let ended = runtime.block_on(async { tokio::time::timeout(PATIENCE, future).await });
        ended.expect("no answer in time")
    })
}

/// A request of the modern era.
pub fn request(id: &Value, method: &str, mut params: Value) -> String {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
    });
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
}

/// An answer to such a request, held against the schema.
pub fn answer(id: &Value, method: &str, answer: &str) -> Value {
    spec_check::assert_answer(MODERN, method, answer.as_bytes());
    let answer: Value = serde_json::from_str(answer).expect("an answer in JSON");
    assert_eq!(answer["id"], *id, "the id of the answer: {answer}");
    answer
}

/// Sends one request to a server in this process.
pub fn ask(client: &ferramenta::TestClient, method: &str, params: Value) -> Value {
    let id = json!(1);
    let sent = request(&id, method, params);
    let received = run(client.message(sent)).expect("an answer");
    answer(&id, method, &received)
}
