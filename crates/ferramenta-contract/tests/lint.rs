//! What is found in a contract, rule by rule, and what isn't.
#![allow(
    clippy::needless_pass_by_value,
    reason = "they are called with `json!({ .. })`"
)]

use ferramenta_contract::{Budget, Contract, Finding, Offer, Severity};
use serde_json::{Value, json};

fn lint(tools: Vec<Value>) -> Vec<Finding> {
    let offer = Offer {
        tools,
        ..Offer::named("Test")
    };
    let contract = Contract::of(offer).expect("a contract");
    contract.lint(&Budget::default())
}

/// The findings of a tool that is fine but for these members.
fn of_tool(members: Value) -> Vec<Finding> {
    let mut tool = json!({
        "name": "search",
        "description": "Search the catalog.",
        "inputSchema": { "type": "object", "properties": {}, "additionalProperties": false },
    });
    for (name, value) in members.as_object().expect("members") {
        tool[name] = value.clone();
    }
    lint(vec![tool])
}

fn of_arguments(schema: Value) -> Vec<Finding> {
    of_tool(json!({ "inputSchema": schema }))
}

/// The findings of one argument that is described.
fn of_argument(name: &str, mut schema: Value) -> Vec<Finding> {
    if let Some(members) = schema.as_object_mut() {
        members.insert("description".into(), "What it is.".into());
    }
    of_arguments(json!({ "type": "object", "properties": { name: schema } }))
}

fn codes(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code).collect()
}

#[track_caller]
fn finds(findings: &[Finding], expected: &[&str]) {
    assert_eq!(codes(findings), expected, "{findings:?}");
}

#[test]
fn a_good_tool_has_no_findings() {
    let schema = json!({
        "type": "object",
        "properties": {
            "query": { "type": "string", "description": "Title or author to search for." },
            "limit": { "type": "integer", "description": "Most results.", "default": 10, "maximum": 50 },
            "user_id": { "type": "integer", "description": "Who asks.", "maximum": 4_294_967_295_u32 },
            "genre": { "enum": ["fiction", "poetry"], "description": "Which shelf." },
            "where": {
                "description": "Where to look.",
                "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }],
            },
            "since": { "type": "string", "format": "date", "description": "Published since." },
            "labels": { "type": "object", "additionalProperties": true, "description": "Any labels." },
        },
        "required": ["query"],
        "additionalProperties": false,
    });
    finds(&of_arguments(schema), &[]);
}

#[test]
fn names_that_hosts_refuse() {
    let named = |name: &str| of_tool(json!({ "name": name }));
    finds(&named(&"a".repeat(64)), &[]);
    finds(&named("get-Book_2"), &[]);
    finds(&named("_get"), &[]);
    finds(&named(&"a".repeat(65)), &["name-length"]);
    finds(&named(""), &["name-length"]);
    finds(&named("books.get"), &["name-characters"]);
    finds(&named("bücher"), &["name-characters"]);
    finds(&named("2fa"), &["name-start"]);
    let told = named("books.get")[0].to_string();
    assert_eq!(
        told,
        "error: tool books.get: `.` can't stand in a name: letters from a to z, digits, `_` and `-` can; anything can \
         stand in the title [name-characters; Claude Desktop, OpenAI's API]"
    );
}

#[test]
fn schemas_that_providers_refuse() {
    finds(
        &of_arguments(json!({ "type": "object" })),
        &["schema-properties"],
    );
    finds(&of_arguments(json!({ "properties": {} })), &["schema-type"]);
    for keyword in ["anyOf", "oneOf", "allOf"] {
        let schema =
            json!({ "type": "object", "properties": {}, keyword: [{ "required": ["a"] }] });
        let findings = of_arguments(schema);
        finds(&findings, &["schema-top"]);
        assert_eq!(findings[0].who, ["Anthropic's API", "OpenAI's API"]);
    }
    let findings =
        of_arguments(json!({ "type": "object", "properties": {}, "not": { "required": ["a"] } }));
    finds(&findings, &["schema-top"]);
    assert_eq!(findings[0].who, ["OpenAI's API"]);
    let below = json!({ "oneOf": [{ "type": "string" }, { "type": "integer" }] });
    finds(&of_argument("a", below), &[]);
}

#[test]
fn schemas_of_another_draft() {
    finds(
        &of_argument("a", json!({ "type": "string", "required": true })),
        &["schema-invalid"],
    );
    finds(
        &of_argument("a", json!({ "type": "any" })),
        &["schema-invalid"],
    );
    let bound = json!({ "type": "integer", "minimum": 0, "exclusiveMinimum": true });
    finds(&of_argument("a", bound), &["schema-invalid"]);
    finds(
        &of_argument("a", json!({ "type": "integer", "exclusiveMinimum": 0 })),
        &[],
    );
    finds(
        &of_argument(
            "a",
            json!({ "type": "string", "nullable": true, "example": "x" }),
        ),
        &[],
    );
}

#[test]
fn names_of_arguments() {
    finds(&of_argument("a.b-c_D", json!({ "type": "string" })), &[]);
    finds(
        &of_argument("filter[name]", json!({ "type": "string" })),
        &["argument-name"],
    );
    finds(
        &of_argument(&"a".repeat(65), json!({ "type": "string" })),
        &["argument-name"],
    );
    let nested = json!({ "type": "object", "properties": { "a b": { "type": "string" } } });
    finds(&of_argument("a", nested), &[]);
}

#[test]
fn what_a_provider_does_not_understand() {
    finds(
        &of_argument("a", json!({ "type": "array" })),
        &["array-items"],
    );
    finds(
        &of_argument(
            "a",
            json!({ "type": "array", "items": { "type": "array" } }),
        ),
        &["array-items"],
    );
    finds(
        &of_argument(
            "a",
            json!({ "type": "array", "items": { "type": "string" } }),
        ),
        &[],
    );
    finds(
        &of_argument("a", json!({ "type": ["string", "null"] })),
        &["type-list"],
    );
    finds(
        &of_argument("a", json!({ "enum": ["a", null] })),
        &["enum-texts"],
    );
    finds(
        &of_argument("a", json!({ "type": "integer", "enum": [1, 2] })),
        &["enum-texts"],
    );
    finds(&of_argument("a", json!({})), &["no-type"]);
    finds(
        &of_argument("a", json!({ "type": "array", "items": {} })),
        &["no-type"],
    );
    finds(&of_argument("a", json!({ "const": "a" })), &[]);
}

#[test]
fn formats_of_another_type() {
    finds(
        &of_argument("a", json!({ "type": "object", "format": "date-time" })),
        &["format-type"],
    );
    finds(
        &of_argument("a", json!({ "type": "integer", "format": "int64" })),
        &[],
    );
}

#[test]
fn references() {
    let referring = |reference: &str| {
        let argument = json!({ "$ref": reference, "description": "A book." });
        json!({
            "type": "object",
            "properties": { "one": argument, "other": argument },
            "$defs": { "book": { "type": "string" } },
            "definitions": { "book": { "type": "string" } },
        })
    };
    let findings = of_arguments(referring("#/$defs/book"));
    finds(&findings, &["reference"]);
    assert_eq!(findings[0].place, "tool search, one");
    finds(
        &of_arguments(referring("#/definitions/book")),
        &["reference-place", "reference"],
    );
}

#[test]
fn identifiers_that_are_rounded() {
    let integer = || json!({ "type": "integer" });
    for name in ["id", "user_id", "userId", "userID"] {
        finds(&of_argument(name, integer()), &["wide-identifier"]);
    }
    for name in ["limit", "paid", "ids"] {
        finds(&of_argument(name, integer()), &[]);
    }
    let wide = json!({ "type": "integer", "maximum": u64::MAX });
    finds(&of_argument("id", wide), &["wide-identifier"]);
    finds(
        &of_argument(
            "id",
            json!({ "type": "integer", "maximum": 9_007_199_254_740_991_u64 }),
        ),
        &[],
    );
    finds(&of_argument("id", json!({ "type": "string" })), &[]);
}

#[test]
fn what_is_not_described() {
    finds(
        &of_tool(json!({ "description": " \n" })),
        &["no-description"],
    );
    let arguments = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    let findings = of_arguments(arguments);
    finds(&findings, &["no-description"]);
    assert_eq!(
        (findings[0].severity, findings[0].place.as_str()),
        (Severity::Hint, "tool search, a")
    );
    let referred = json!({
        "type": "object",
        "properties": { "a": { "$ref": "#/$defs/b" } },
        "$defs": { "b": { "type": "string", "description": "B." } },
    });
    finds(&of_arguments(referred), &["reference"]);
}

#[test]
fn prompts_that_are_not_described() {
    let prompt = |prompt: Value| {
        let offer = Offer {
            prompts: vec![prompt],
            ..Offer::named("Test")
        };
        Contract::of(offer)
            .expect("a contract")
            .lint(&Budget::default())
    };
    let good = json!({ "name": "p", "description": "P.", "arguments": [{ "name": "a", "description": "A." }] });
    finds(&prompt(good), &[]);
    let mute = prompt(json!({ "name": "p", "arguments": [{ "name": "a" }] }));
    finds(&mute, &["no-description", "no-description"]);
}

#[test]
fn descriptions_that_are_too_long() {
    let long = |length: usize| of_tool(json!({ "description": "a".repeat(length) }));
    finds(&long(1024), &[]);
    finds(&long(1025), &["description-length"]);
    assert_eq!(long(1025)[0].who, ["OpenAI's chat completions"]);
    assert_eq!(
        long(2049)[0].who,
        ["Claude Code", "OpenAI's chat completions"]
    );
}

#[test]
fn characters_that_are_not_seen() {
    let described = |text: &str| of_tool(json!({ "description": text }));
    for text in [
        "Lines\nand\ttabs\r\n",
        "Größe, 中文, עברית, العربية, ไทย",
        "می\u{200C}خواهم",
        "👩\u{200D}💻 and ❤\u{FE0F} and 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
        "辻\u{E0100}",
    ] {
        finds(&described(text), &[]);
    }
    for text in [
        "a\u{200B}b",
        "a\u{200D}b",
        "a\u{2060}",
        "\u{FEFF}a",
        "a\u{AD}b",
        "a\u{E0061}\u{E0062}",
        "🏴\u{E0061}\u{E0062}",
        "👍\u{E0121}\u{E0122}",
        "a\u{3164}b",
        "a\u{7}b",
        "a\u{E000}",
        "a\u{2028}b",
    ] {
        finds(&described(text), &["hidden-character"]);
    }
    for text in ["a\u{202E}b", "\u{2066}a\u{2069}", "a\u{200F}"] {
        finds(&described(text), &["directional-character"]);
    }
    let told = described("ab\u{200B}c\u{200B}")[0].to_string();
    let expected = "error: tool search, description: U+200B at character 3 isn't shown, and 1 more [hidden-character]";
    assert_eq!(told, expected);
}

#[test]
fn hidden_characters_anywhere() {
    let argument = json!({ "type": "string", "enum": ["a", "b\u{200B}"] });
    let findings = of_argument("a", argument);
    finds(&findings, &["hidden-character"]);
    assert_eq!(
        findings[0].place,
        "tool search, inputSchema.properties.a.enum"
    );
    let name = of_argument("a\u{200B}", json!({ "type": "string" }));
    finds(&name, &["argument-name", "hidden-character"]);
    assert_eq!(
        name[1].place,
        "tool search, inputSchema.properties.a\\u{200b}"
    );
}

#[test]
fn tools_that_look_alike() {
    let tool = |name: &str, description: &str| {
        let schema = json!({ "type": "object", "properties": {} });
        json!({ "name": name, "description": description, "inputSchema": schema })
    };
    let two = |one: &str, other: &str| lint(vec![tool(one, "One."), tool(other, "Other.")]);
    for (one, other) in [
        ("getBook", "get_book"),
        ("get_book", "get_books"),
        ("get_book", "book_get"),
        ("comit_book", "commit_book"),
    ] {
        finds(&two(one, other), &["look-alike-names"]);
    }
    for (one, other) in [
        ("git_diff_staged", "git_diff_unstaged"),
        ("get", "set"),
        ("get_book", "set_book"),
        ("list_books", "list_users"),
        ("import_books", "export_books"),
        ("step_1", "step_2"),
    ] {
        finds(&two(one, other), &[]);
    }
    let same = lint(vec![
        tool("read", "Read  a\nfile."),
        tool("open", "read a file."),
    ]);
    finds(&same, &["look-alike-descriptions"]);
    assert_eq!(same[0].place, "tools open and read");
}

#[test]
fn what_tools_cost() {
    let tool = |name: usize, length: usize| {
        json!({ "name": format!("tool_{name}_{}", name * 7919), "inputSchema": { "type": "object", "properties": {} },
            "description": format!("{name}{}", "a".repeat(length)) })
    };
    let offer = |count: usize, length: usize| {
        let tools = (0..count).map(|n| tool(n, length)).collect();
        Contract::of(Offer {
            tools,
            ..Offer::named("Test")
        })
        .expect("a contract")
    };
    let budget = Budget {
        tool: 100,
        server: 1_000,
    };
    finds(&offer(1, 200).lint(&budget), &[]);
    finds(&offer(1, 400).lint(&budget), &["tool-cost"]);
    finds(&offer(20, 200).lint(&budget), &["server-cost"]);
    finds(
        &offer(128, 10).lint(&Budget {
            tool: 100,
            server: 100_000,
        }),
        &[],
    );
    finds(
        &offer(129, 10).lint(&Budget {
            tool: 100,
            server: 100_000,
        }),
        &["tool-count"],
    );
}

#[test]
fn the_gravest_comes_first() {
    let mut tool = json!({ "name": "a.b", "inputSchema": { "type": "object", "properties": { "id": { "type": "integer" } } } });
    tool["description"] = "a".repeat(2_000).into();
    let findings = lint(vec![tool]);
    let severities: Vec<Severity> = findings.iter().map(|finding| finding.severity).collect();
    assert!(
        severities.is_sorted_by(|one, other| one >= other),
        "{findings:?}"
    );
    finds(
        &findings,
        &[
            "name-characters",
            "description-length",
            "wide-identifier",
            "no-description",
        ],
    );
}
