//! What the tests share: contracts of one tool, and a validator that owes nothing to the comparison.

#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) mod schemas;
#[allow(dead_code, reason = "each test file takes what it needs")]
pub(crate) mod told;

use ferramenta_contract::{Change, Contract, Offer};
use serde_json::{Value, json};

/// The changes between two schemas of a tool's arguments or of its result.
pub(crate) fn changes(of: &str, old: &Value, new: &Value) -> Vec<Change> {
    let contract = |schema: &Value| match of {
        "result" => tool(json!({ "inputSchema": { "type": "object" }, "outputSchema": schema })),
        _ => tool(json!({ "inputSchema": schema })),
    };
    contract(old).changes_to(&contract(new))
}

/// The contract of a server with one tool.
pub(crate) fn tool(mut tool: Value) -> Contract {
    tool["name"] = "t".into();
    Contract::of(Offer {
        tools: vec![tool],
        ..Offer::named("Test")
    })
    .expect("it is a good one")
}

/// A schema's validator.
pub(crate) fn validator(schema: &Value) -> jsonschema::Validator {
    // tuples of an older draft stand in arrays
    let draft = if schema.to_string().contains("\"items\":[") {
        jsonschema::Draft::Draft7
    } else {
        jsonschema::Draft::Draft202012
    };
    let options = jsonschema::options()
        .with_draft(draft)
        .should_validate_formats(true);
    options.build(schema).expect("it is a good one")
}
