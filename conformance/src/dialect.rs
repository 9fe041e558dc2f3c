use ferramenta::{Args, ParamSpec, ToolDef};
use serde_json::{Value, json};

/// A tool whose schema uses what JSON Schema 2020-12 has.
pub(crate) fn json_schema_2020_12_tool() -> ToolDef {
    ToolDef::new("json_schema_2020_12_tool")
        .description("Tool with JSON Schema 2020-12 features")
        .input_schema(schema())
        .inline_handler(
            (ParamSpec::new("arguments"),),
            |(Args(arguments),): (Args<Value>,)| {
                format!("JSON Schema 2020-12 tool called with: {arguments}")
            },
        )
}

fn schema() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
            },
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": {
            "properties": { "contactMethod": { "const": "phone" } },
            "required": ["contactMethod"],
        },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}
