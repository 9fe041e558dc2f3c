//! A tool that takes one argument of a type and gives back what arrived.

use std::{collections::HashMap, fmt::Debug};

use ferramenta::{Args, ParamSpec, Server, TestClient, ToolDef};
use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, value::RawValue};

use super::judge::is_same;

/// The tool for a type.
pub fn echo<T>(rules: fn(ParamSpec<T>) -> ParamSpec<T>) -> ToolDef
where
    T: DeserializeOwned + Serialize + JsonSchema + Debug + Send + Sync + 'static,
{
    let specs = (rules(ParamSpec::new("value")),);
    let handler = |(value,): (T,)| {
        format!(
            "{value:?}\n{}",
            serde_json::to_string(&value).unwrap_or_default()
        )
    };
    ToolDef::new("echo")
        .no_output()
        .inline_handler(specs, handler)
}

/// The tool for a schema that was written by hand.
pub fn echo_schema(schema: Value) -> ToolDef {
    let specs = (ParamSpec::new("arguments"),);
    let handler = |(Args(value),): (Args<Value>,)| format!("-\n{value}");
    ToolDef::new("echo")
        .input_schema(schema)
        .no_output()
        .inline_handler(specs, handler)
}

/// What came of a call.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// The value as `Debug` and as JSON.
    Delivered { debug: String, json: String },
    /// The text that the model reads.
    Refused(String),
}

impl Outcome {
    /// Whether this is what arrived; the order of a set says nothing.
    pub fn is_same(&self, debug: &str, json: &str) -> bool {
        let Self::Delivered {
            debug: other,
            json: other_json,
        } = self
        else {
            return false;
        };
        let parse = |json: &str| serde_json::from_str::<Value>(json).unwrap_or_default();
        other == debug || is_same(&parse(other_json), &parse(json))
    }
}

/// A server with the one tool.
pub struct Echo {
    client: TestClient,
    runtime: tokio::runtime::Runtime,
    /// As it was published.
    pub schema: Value,
    /// The same for the one argument, as it was written.
    pub argument: String,
}

impl Echo {
    pub fn new(tool: ToolDef) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("a runtime");
        let client = TestClient::new(Server::new("types").tool_value(tool));
        let list = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{"_meta":{META}}}}}"#
        );
        let list = runtime.block_on(client.message(list)).expect("a list");
        let schema = member(&list, &["result", "tools", "0", "inputSchema"]).expect("a schema");
        let argument = member(&schema, &["properties", "value"]).unwrap_or_default();
        let schema = serde_json::from_str(&schema).expect("a schema");
        Self {
            client,
            runtime,
            schema,
            argument,
        }
    }

    /// Sends arguments as they are written.
    pub fn call(&self, arguments: &str) -> Outcome {
        let message = format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{META},"name":"echo","arguments":{arguments}}}}}"#
        );
        let answer = self
            .runtime
            .block_on(self.client.message(message))
            .expect("an answer");
        let answer: Value = serde_json::from_str(&answer).expect("an answer in JSON");
        let result = &answer["result"];
        let text = result["content"][0]["text"]
            .as_str()
            .unwrap_or_else(|| panic!("no text: {arguments} {answer}"));
        if result["isError"] == true {
            return Outcome::Refused(text.to_owned());
        }
        let (debug, json) = text.rsplit_once('\n').expect("two lines");
        Outcome::Delivered {
            debug: debug.to_owned(),
            json: json.to_owned(),
        }
    }
}

/// The argument object around a value.
pub fn around(value: &str) -> String {
    format!(r#"{{"value":{value}}}"#)
}

/// What each modern request says of itself.
const META: &str = r#"{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A member inside a JSON text, as it was written; an item of a list goes by its index.
pub fn member(text: &str, path: &[&str]) -> Option<String> {
    let Some((key, rest)) = path.split_first() else {
        return Some(text.to_owned());
    };
    let inner = if text.starts_with('[') {
        let items: Vec<Box<RawValue>> = serde_json::from_str(text).ok()?;
        items.into_iter().nth(key.parse().ok()?)?
    } else {
        let mut members: HashMap<String, Box<RawValue>> = serde_json::from_str(text).ok()?;
        members.remove(*key)?
    };
    member(inner.get(), rest)
}
