//! Two tools for the same arguments: what `#[schema]` decodes with its checks, and what is checked first.

use std::hint::black_box;

use ferramenta::{Args, Server, TestClient, tool};
use tokio::runtime::{Builder, Runtime};

use crate::types::{by_hand, checked};

/// Takes an order whose decoder has the rules inside.
#[tool(inline)]
fn fast(Args(order): Args<checked::Order>) -> &'static str {
    black_box(order);
    "taken"
}

/// Takes an order that only serde knows, so that its arguments are checked as a value first.
#[tool(inline)]
fn by_value(Args(order): Args<by_hand::Order>) -> &'static str {
    black_box(order);
    "taken"
}

pub(crate) struct Calls {
    runtime: Runtime,
    client: TestClient,
    fast: String,
    by_value: String,
}

impl Calls {
    pub(crate) fn new(arguments: &str) -> Self {
        let runtime = Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime starts");
        let server = Server::new("decode").tools::<(fast, by_value)>();
        let client = runtime.block_on(async { TestClient::new(server) });
        Self {
            runtime,
            client,
            fast: call("fast", arguments),
            by_value: call("by_value", arguments),
        }
    }

    pub(crate) fn fast(&self) {
        self.send(&self.fast);
    }

    pub(crate) fn by_value(&self) {
        self.send(&self.by_value);
    }

    fn send(&self, call: &str) {
        let answer = self.runtime.block_on(self.client.message(call.to_owned()));
        let answer = answer.expect("a call is answered");
        assert!(answer.contains("\"taken\""), "not taken: {answer}");
    }
}

fn call(tool: &str, arguments: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"{tool}","arguments":{arguments},"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{{"name":"bench","version":"0"}},"io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    )
}
