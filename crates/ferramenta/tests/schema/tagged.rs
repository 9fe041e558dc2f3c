//! Enums whose variants are objects with a tag.

use std::collections::HashMap;

use ferramenta::schema;
use serde_json::{Value, json};

use super::{accepts, described, refuses, written};

/// How to pay.
#[schema(
    tag = "kind",
    rename_all = "snake_case",
    rename_all_fields = "camelCase"
)]
#[derive(Clone, Debug, PartialEq)]
enum Payment {
    /// By card.
    Card {
        #[arg(length(4..=4))]
        card_number: String,
        limit: Option<f64>,
        big: Option<i128>,
    },
    Cash,
    BankTransfer(Account),
    Boxed(Box<Account>),
}

#[schema]
#[derive(Clone, Debug, PartialEq)]
struct Account {
    /// The number.
    iban: String,
    #[arg(default = 7)]
    days: u32,
    next: Option<Box<Payment>>,
}

#[test]
fn tagged_enums_are_objects_with_their_tag_anywhere() {
    let card = Payment::Card {
        card_number: "1234".into(),
        limit: Some(1.5),
        big: Some(i128::MAX),
    };
    let number = i128::MAX;
    for text in [
        format!(r#"{{"kind":"card","cardNumber":"1234","limit":1.5,"big":{number}}}"#),
        format!(r#"{{"cardNumber":"1234","kind":"card","limit":1.5,"big":{number}}}"#),
        format!(
            r#" {{ "big" : {number} , "cardNumber" : "12\u0033\u0034" , "limit":15e-1 , "k\u0069nd" : "card" }} "#
        ),
    ] {
        assert_eq!(accepts::<Payment>(&text), card);
        assert_eq!(
            accepts::<Vec<Option<Box<Payment>>>>(&format!("[{text},null]"))[0].as_deref(),
            Some(&card)
        );
    }
    assert_eq!(accepts::<Payment>(r#"{"kind":"cash"}"#), Payment::Cash);
    let account = Account {
        iban: "NL".into(),
        days: 7,
        next: None,
    };
    assert_eq!(
        accepts::<Payment>(r#"{"iban":"NL","kind":"bank_transfer"}"#),
        Payment::BankTransfer(account.clone())
    );
    assert_eq!(
        accepts::<Payment>(
            r#"{"kind":"boxed","iban":"NL","next":{"next":null,"kind":"boxed","iban":"NL"}}"#
        ),
        Payment::Boxed(Box::new(Account {
            next: Some(Box::new(Payment::Boxed(Box::new(account.clone())))),
            ..account
        }))
    );
}

#[test]
fn tagged_enums_refuse_everything_else() {
    for wrong in [
        r#"{}"#,
        r#"[]"#,
        r#""cash""#,
        r#"["cash"]"#,
        r#"{"cash":{}}"#,
        r#"{"kind":"Cash"}"#,
        r#"{"kind":1}"#,
        r#"{"kind":null}"#,
        r#"{"kind":"cash","more":1}"#,
        r#"{"more":1,"kind":"cash"}"#,
        r#"{"kind":"cash","kind":"cash"}"#,
        r#"{"kind":"card","cardNumber":"1234","cardNumber":"1234"}"#,
        r#"{"cardNumber":"1234","kind":"card","cardNumber":"1234"}"#,
        r#"{"cardNumber":"1234","cardNumber":"1234","kind":"card"}"#,
        r#"{"cardNumber":"1234","kind":"card","kind":"card"}"#,
        r#"{"kind":"card","cardNumber":"123"}"#,
        r#"{"cardNumber":"123","kind":"card"}"#,
        r#"{"cardNumber":"1234"}"#,
        r#"{"kind":"card"}"#,
        r#"{"kind":"bank_transfer","iban":"NL","more":1}"#,
        r#"{"kind":"bank_transfer","iban":"NL","kind":"bank_transfer"}"#,
        r#"{"kind":"bank_transfer"}"#,
    ] {
        refuses::<Payment>(wrong);
        refuses::<HashMap<String, Payment>>(&format!(r#"{{"a":{wrong}}}"#));
    }
}

#[test]
fn tagged_enums_are_written_with_their_tag_first() {
    for (value, text) in [
        (Payment::Cash, r#"{"kind":"cash"}"#),
        (
            Payment::Card {
                card_number: "1234".into(),
                limit: None,
                big: None,
            },
            r#"{"kind":"card","cardNumber":"1234"}"#,
        ),
        (
            Payment::BankTransfer(Account {
                iban: "NL".into(),
                days: 1,
                next: None,
            }),
            r#"{"kind":"bank_transfer","iban":"NL","days":1}"#,
        ),
    ] {
        assert_eq!(written(&value), text);
        assert_eq!(accepts::<Payment>(text), value);
    }
}

#[test]
fn the_schema_of_a_tagged_enum_is_one_of_closed_objects() {
    let schema = described::<Payment>();
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["description"], "How to pay.");
    let forms = schema["oneOf"].as_array().expect("forms");
    assert_eq!(
        forms[0],
        json!({
            "type": "object", "description": "By card.",
            "properties": {
                "kind": { "type": "string", "const": "card" },
                "cardNumber": { "type": "string", "minLength": 4, "maxLength": 4 },
                "limit": { "type": ["number", "null"], "format": "double" },
                "big": { "type": ["integer", "null"], "format": "int128" },
            },
            "required": ["kind", "cardNumber"],
            "additionalProperties": false,
        })
    );
    assert_eq!(
        forms[1],
        json!({
            "type": "object", "properties": { "kind": { "type": "string", "const": "cash" } },
            "required": ["kind"], "additionalProperties": false,
        })
    );
    assert_eq!(forms[2]["properties"]["iban"]["description"], "The number.");
    assert_eq!(forms[2]["required"], json!(["kind", "iban"]));
    assert_eq!(forms[3]["properties"]["kind"]["const"], "boxed");
}

#[test]
fn a_tag_that_comes_late_does_not_undo_the_bound_on_depth() {
    let deep = format!(
        r#"{{"next":{}1{},"kind":"boxed"}}"#,
        r#"{"next":"#.repeat(200),
        r#","kind":"boxed"}"#.repeat(200)
    );
    refuses::<Payment>(&deep);
    let list = format!(
        r#"{{"iban":{}{},"kind":"boxed"}}"#,
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    refuses::<Payment>(&list);
    let text = format!(
        r#"{{"iban":"{}","kind":"boxed"}}"#,
        r#"[{\"\\"#.repeat(1000)
    );
    accepts::<Payment>(&text);
}

#[test]
fn decoders_that_are_not_of_json_work_as_well() {
    use serde::{Deserialize, de::IntoDeserializer};

    /// Buffers in a way of its own.
    #[derive(serde::Deserialize)]
    #[serde(untagged)]
    enum Buffered {
        Payment(Payment),
    }
    let Buffered::Payment(paid) = accepts(r#"{"days":1,"iban":"NL","kind":"bank_transfer"}"#);
    assert_eq!(
        paid,
        Payment::BankTransfer(Account {
            iban: "NL".into(),
            days: 1,
            next: None
        })
    );

    let tree: Value = json!({ "cardNumber": "1234", "kind": "card", "limit": 1.5 });
    assert!(Payment::deserialize(tree.clone().into_deserializer()).is_ok());
    assert!(Payment::deserialize(&tree).is_ok());
}

#[schema(unknown = "allow")]
struct Open {
    name: String,
}

#[schema(tag = "t", unknown = "allow")]
enum OpenForms {
    A { name: String },
    B,
    C(Open),
}

#[test]
fn what_is_unknown_can_be_allowed() {
    assert_eq!(
        accepts::<Open>(r#"{"more":[1,{"a":2}],"name":"x"}"#).name,
        "x"
    );
    refuses::<Open>(r#"{"name":"x","name":"x"}"#);
    assert_eq!(described::<Open>().get("additionalProperties"), None);
    for text in [
        r#"{"t":"A","name":"x","z":1}"#,
        r#"{"z":1,"t":"B"}"#,
        r#"{"z":1,"t":"C","name":"x"}"#,
    ] {
        match accepts::<OpenForms>(text) {
            OpenForms::A { name } | OpenForms::C(Open { name }) => assert_eq!(name, "x"),
            OpenForms::B => {}
        }
        refuses::<OpenForms>(&text.replace("\"z\":1", "\"t\":\"B\""));
    }
}
