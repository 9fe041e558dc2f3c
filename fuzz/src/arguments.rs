//! Arguments against published schemas, beside the `jsonschema` crate: what the schema takes is delivered, and whatever
//! is delivered, mended or not, is something that the schema takes.
//!
//! An input is two lines: the name of a tool, and its arguments.

use std::{collections::HashMap, sync::OnceLock};

use ferramenta::{Args, ParamSpec, Server, TestClient, ToolDef, schema, tool};
use ferramenta_protocol::has_doubled_keys;
use jsonschema::Validator;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{
    reference::{Members, depth},
    wire,
};

/// Calls the tool.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let Some((name, arguments)) = text.split_once('\n') else {
        return;
    };
    let office = Office::get();
    let Some(contract) = office.contracts.get(name) else {
        return;
    };
    // how deep and how doubled a message may be, is the envelope's matter
    if Members::of(arguments).is_none() || depth(arguments) > 60 || is_wide(arguments) {
        return;
    }
    let Ok(value) = serde_json::from_str::<Value>(arguments) else {
        return;
    };
    let message = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}},"name":"{name}","arguments":{arguments}}}}}"#
    );
    let received = wire::run(office.client.message(message)).expect("an answer");
    let answer = wire::answer(&json!(1), "tools/call", &received);
    contract.judge(arguments, &value, &answer["result"]);
}

/// Whether a number has more digits than the reference counts with, which knows floats alone, or is nearer to zero than any.
fn is_wide(arguments: &str) -> bool {
    let mut digits = arguments.split(|character: char| !character.is_ascii_digit());
    let mut behind_exponents = arguments.split(['e', 'E']).skip(1);
    let is_far = |behind: &str| {
        let exponent = behind.trim_start_matches(['+', '-']).bytes();
        exponent.take_while(u8::is_ascii_digit).count() > 2
    };
    digits.any(|run| run.len() > 15) || behind_exponents.any(is_far)
}

struct Office {
    client: TestClient,
    contracts: HashMap<String, Contract>,
}

struct Contract {
    schema: Validator,
}

impl Office {
    fn get() -> &'static Self {
        static OFFICE: OnceLock<Office> = OnceLock::new();
        OFFICE.get_or_init(Self::open)
    }

    fn open() -> Self {
        let written = ToolDef::new("written")
            .input_schema(written())
            .no_output()
            .inline_handler(
                (ParamSpec::new("arguments"),),
                |(Args(value),): (Args<Value>,)| value.to_string(),
            );
        let server = Server::new("Office")
            .tools::<(order, tagged, nested)>()
            .tool_value(written);
        let client = TestClient::new(server);
        let listed = wire::ask(&client, "tools/list", json!({}));
        let tools = listed["result"]["tools"].as_array().expect("tools");
        let contracts = tools.iter().map(|tool| {
            let name = tool["name"].as_str().unwrap_or_default();
            let schema = jsonschema::validator_for(&tool["inputSchema"]).expect("a schema");
            (name.to_owned(), Contract { schema })
        });
        Self {
            contracts: contracts.collect(),
            client,
        }
    }
}

impl Contract {
    fn judge(&self, arguments: &str, sent: &Value, result: &Value) {
        let fits = self.schema.is_valid(sent);
        let text = result["content"][0]["text"].as_str().unwrap_or_default();
        if result["isError"] == true {
            // the schema can't see a key that stands there twice, and nobody can say which of the two is meant
            assert!(
                !fits || has_doubled_keys(arguments),
                "refused what fits: {text}"
            );
            assert!(
                text.starts_with("Invalid tool arguments"),
                "refused in other words: {text}"
            );
            return;
        }
        let delivered: Value = serde_json::from_str(text).unwrap_or_else(|error| {
            panic!("the tool's text is no JSON ({error}): {result}");
        });
        if let Err(problem) = self.schema.validate(&delivered) {
            panic!("{arguments} was delivered as {delivered}: {problem}");
        }
    }
}

/// A schema that was written by hand.
fn written() -> Value {
    json!({
        "type": "object",
        "properties": {
            "word": { "type": "string", "minLength": 1, "maxLength": 4 },
            "code": { "enum": ["a", 1, null, [1, 2]] },
            "even": { "type": "integer", "multipleOf": 2 },
            "either": { "anyOf": [{ "type": "boolean" }, { "type": "array", "items": { "type": "number" }, "uniqueItems": true }] },
            "one": { "oneOf": [{ "type": "string", "maxLength": 3 }, { "type": ["string", "null"], "minLength": 2 }] },
            "self": { "$ref": "#" },
        },
        "required": ["word"],
        "additionalProperties": false,
    })
}

#[schema]
#[derive(Serialize)]
struct Line {
    title: String,
    count: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[schema]
#[derive(Serialize)]
enum Size {
    Small,
    Large,
}

#[schema]
#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Round { radius: f64 },
    Square { side: i32 },
}

/// Order books.
#[tool(inline)]
fn order(
    lines: Vec<Line>,
    size: Size,
    #[arg(range(-5..=5))] discount: i64,
    #[arg(length(1..=8))] word: String,
    #[arg(default = false)] gift: bool,
) -> String {
    json!({ "lines": lines, "size": size, "discount": discount, "word": word, "gift": gift })
        .to_string()
}

/// Take a shape.
#[tool(inline)]
fn tagged(shape: Shape) -> String {
    json!({ "shape": shape }).to_string()
}

/// Take what is nested.
#[tool(inline)]
fn nested(map: HashMap<String, Vec<i32>>, pair: (u8, String), ratio: f64) -> String {
    json!({ "map": map, "pair": pair, "ratio": ratio }).to_string()
}
