//! Structs.

use std::collections::{BTreeMap, HashMap};

use ferramenta::{Maybe, Server, schema, tool};
use serde_json::json;

use super::{accepts, described, refuses, support::client, written};

#[schema(rename_all = "camelCase")]
#[derive(Clone, Debug, PartialEq)]
struct Book {
    #[arg(length(1..=5))]
    full_title: String,
    #[arg(range(1450..=2100))]
    year: Option<u16>,
    #[arg(default = 1, range(..=9))]
    copies: u8,
    #[arg(default)]
    tags: Vec<String>,
    shelf: Option<Shelf>,
    #[arg(pattern = "^[0-9]+$", rename = "ISBN")]
    isbn: Option<String>,
    #[serde(rename = "note")]
    remark: Maybe<String>,
}

#[schema(rename_all = "kebab-case")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Shelf {
    ScienceAndNature,
    Fiction,
}

fn book(title: &str) -> Book {
    Book {
        full_title: title.into(),
        year: None,
        copies: 1,
        tags: Vec::new(),
        shelf: None,
        isbn: None,
        remark: Maybe::Absent,
    }
}

#[test]
fn a_struct_is_an_object_and_nothing_else() {
    assert_eq!(accepts::<Book>(r#"{"fullTitle":"Dune"}"#), book("Dune"));
    let all = accepts::<Book>(
        r#"{"note":null,"ISBN":"1","shelf":"fiction","tags":["a"],"copies":9,"year":1965,"full\u0054itle":"D\u0075ne"}"#,
    );
    assert_eq!(
        (all.copies, all.year, all.shelf),
        (9, Some(1965), Some(Shelf::Fiction))
    );
    assert_eq!(all.remark, Maybe::Null);
    for wrong in [
        r#"["Dune",null,1,[],null,null,null]"#,
        r#"{}"#,
        r#"null"#,
        r#"{"fullTitle":"Dune","more":1}"#,
        r#"{"fullTitle":"Dune","fullTitle":"Dune"}"#,
        r#"{"full_title":"Dune"}"#,
        r#"{"fullTitle":null}"#,
        r#"{"fullTitle":"Dune","copies":null}"#,
        r#"{"fullTitle":"Dune","copies":256}"#,
        r#"{"fullTitle":"Dune","shelf":{"fiction":null}}"#,
        r#"{"fullTitle":"Dune","shelf":"Fiction"}"#,
        r#"{"fullTitle":"Dune","isbn":"1"}"#,
    ] {
        refuses::<Book>(wrong);
    }
}

#[test]
fn rules_are_checked_wherever_a_type_is() {
    for wrong in [
        r#"{"fullTitle":""}"#,
        r#"{"fullTitle":"Dune 2"}"#,
        r#"{"fullTitle":"Dune","year":1449}"#,
        r#"{"fullTitle":"Dune","year":2101}"#,
        r#"{"fullTitle":"Dune","copies":10}"#,
        r#"{"fullTitle":"Dune","ISBN":"x"}"#,
    ] {
        refuses::<Book>(wrong);
        refuses::<Vec<Book>>(&format!("[{wrong}]"));
        refuses::<Option<Box<Book>>>(wrong);
        refuses::<HashMap<String, Book>>(&format!(r#"{{"a":{wrong}}}"#));
        assert!(
            serde_json::from_value::<Book>(serde_json::from_str(wrong).expect("JSON")).is_err()
        );
    }
    assert_eq!(accepts::<Option<Box<Book>>>("null"), None);
    // a letter is one, whatever it takes to write it
    accepts::<Book>("{\"fullTitle\":\"\u{1f4d6}\u{1f4d6}\u{1f4d6}\u{1f4d6}\u{1f4d6}\"}");
}

#[test]
fn what_is_written_can_be_read() {
    let plain = book("Dune");
    assert_eq!(
        written(&plain),
        r#"{"fullTitle":"Dune","copies":1,"tags":[]}"#
    );
    let full = Book {
        year: Some(1965),
        shelf: Some(Shelf::ScienceAndNature),
        isbn: Some("1".into()),
        remark: Maybe::Null,
        ..plain.clone()
    };
    assert_eq!(
        written(&full),
        r#"{"fullTitle":"Dune","year":1965,"copies":1,"tags":[],"shelf":"science-and-nature","ISBN":"1","note":null}"#
    );
    for each in [plain, full] {
        assert_eq!(accepts::<Book>(&written(&each)), each);
        assert_eq!(
            serde_json::to_value(&each)
                .and_then(serde_json::from_value::<Book>)
                .expect("JSON"),
            each
        );
    }
    let keyed: BTreeMap<Shelf, u32> = accepts(r#"{"fiction":1}"#);
    assert_eq!(written(&keyed), r#"{"fiction":1}"#);
}

#[test]
fn the_schema_says_what_the_decoder_does() {
    assert_eq!(
        described::<Book>(),
        json!({
            "type": "object",
            "properties": {
                "fullTitle": { "type": "string", "minLength": 1, "maxLength": 5 },
                "year": { "type": ["integer", "null"], "minimum": 1450, "maximum": 2100 },
                "copies": { "type": "integer", "minimum": 0, "maximum": 9, "default": 1 },
                "tags": { "type": "array", "items": { "type": "string" }, "default": [] },
                "shelf": { "anyOf": [{ "$ref": "#/$defs/Shelf" }, { "type": "null" }] },
                "ISBN": { "type": ["string", "null"], "pattern": "^[0-9]+$" },
                "note": { "type": ["string", "null"] },
            },
            "required": ["fullTitle"],
            "additionalProperties": false,
            "$defs": { "Shelf": { "type": "string", "enum": ["science-and-nature", "fiction"] } },
        })
    );
}

#[schema]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
#[derive(Clone, Debug, PartialEq)]
struct Settings {
    page_size: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#type: Option<String>,
    #[serde(default = "three")]
    depth: u8,
    #[cfg(any())]
    gone: Missing,
    #[cfg(not(any()))]
    #[arg(rename = "here", one_of(1, 2))]
    gone: i32,
}

const fn three() -> u8 {
    3
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            page_size: 20,
            r#type: Some("a".into()),
            depth: 9,
            gone: 1,
        }
    }
}

#[test]
fn what_serde_says_in_the_same_words_is_understood() {
    let settings = Settings {
        depth: 3,
        ..Settings::default()
    };
    assert_eq!(accepts::<Settings>("{}"), settings);
    assert_eq!(
        accepts::<Settings>(r#"{"here":2,"type":"b","pageSize":1}"#).gone,
        2
    );
    refuses::<Settings>(r#"{"here":3}"#);
    assert_eq!(
        written(&settings),
        r#"{"pageSize":20,"type":"a","depth":3,"here":1}"#
    );
    let schema = described::<Settings>();
    assert_eq!(schema.get("required"), None);
    assert_eq!(schema["properties"]["type"]["default"], "a");
    assert_eq!(schema["properties"]["here"]["enum"], json!([1, 2]));
}

#[schema]
#[derive(Debug, Default, PartialEq)]
struct Empty {}

#[schema]
#[derive(Debug)]
struct Node {
    value: i32,
    #[arg(default, length(..=2))]
    children: Vec<Self>,
    parent: Option<Box<Node>>,
    #[arg(default, length(..=1))]
    named: BTreeMap<String, Self>,
}

#[tool(inline)]
fn walk(node: Node, empty: Empty) -> String {
    let all = node.children.iter().chain(node.named.values());
    let sum: i32 = all.map(|child| child.value).sum();
    format!(
        "{} {:?} {empty:?}",
        node.value + sum,
        node.parent.map(|parent| parent.value)
    )
}

#[tokio::test]
async fn types_hold_themselves() {
    let client = client(Server::new("t").tool::<walk>());
    let tools = client.list_tools().await;
    let node = &tools[0]["inputSchema"]["$defs"]["Node"]["properties"];
    assert_eq!(node["named"]["maxProperties"], 1);
    assert_eq!(node["children"]["maxItems"], 2);
    let leaf = json!({ "value": 2 });
    let sent =
        json!({ "value": 1, "children": [leaf, leaf], "parent": leaf, "named": { "a": leaf } });
    client
        .tool("walk", json!({ "node": sent, "empty": {} }))
        .await
        .assert_ok()
        .assert_text("7 Some(2) Empty");
    let wrong = json!({ "value": 1, "named": { "a": leaf, "b": { "value": 1, "children": [leaf, leaf, leaf] } } });
    let text = client
        .tool("walk", json!({ "node": wrong, "empty": { "a": 1 } }))
        .await
        .text();
    for place in ["node.named: ", "node.named.b.children: ", "empty.a: "] {
        assert!(text.contains(place), "{place} in {text}");
    }
}
