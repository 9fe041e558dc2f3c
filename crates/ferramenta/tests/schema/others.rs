//! Names, newtypes, and types that the library writes in part.

use ferramenta::{
    schema,
    schemars::{JsonSchema, generate::SchemaSettings},
};
use serde_json::{Value, json};

use super::{accepts, described, refuses, written};

/// Nobody but the server makes these.
#[schema(output)]
#[derive(Debug)]
struct Receipt {
    total: f64,
    change: Option<f64>,
    lines: &'static [&'static str],
    shelf: Option<Place>,
}

/// Nobody but a client makes these.
#[schema(input)]
#[derive(Debug)]
struct Wanted {
    #[arg(default = vec![1, 2])]
    ids: Vec<u32>,
    key: Key,
}

/// Can only be read.
#[derive(Debug, serde::Deserialize, JsonSchema)]
struct Key(u8);

#[test]
fn a_type_can_go_one_way() {
    let receipt = Receipt {
        total: 1.5,
        change: None,
        lines: &["a"],
        shelf: None,
    };
    assert_eq!(written(&receipt), r#"{"total":1.5,"lines":["a"]}"#);
    for broken in [
        Receipt {
            total: f64::NAN,
            ..receipt
        },
        Receipt {
            change: Some(f64::INFINITY),
            ..receipt
        },
    ] {
        let error = serde_json::to_string(&broken)
            .expect_err("not JSON")
            .to_string();
        assert!(error.contains("is not a finite number"), "{error}");
    }
    let schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<Receipt>();
    assert_eq!(schema.get("required"), Some(&json!(["total", "lines"])));
    let wanted: Wanted = accepts(r#"{"key":1}"#);
    assert_eq!((wanted.ids.as_slice(), wanted.key.0), (&[1, 2][..], 1));
    assert_eq!(
        described::<Wanted>()["properties"]["ids"]["default"],
        json!([1, 2])
    );
}

/// Another derive writes it, and knows nothing of absence.
#[schema(rename_all = "UPPERCASE")]
#[derive(Debug, PartialEq, serde::Serialize)]
struct Halves {
    #[arg(range(1..))]
    left: Option<u32>,
    #[arg(rename = "r")]
    right: u32,
}

#[test]
fn what_is_derived_is_not_written_again() {
    assert_eq!(
        written(&Halves {
            left: None,
            right: 1
        }),
        r#"{"LEFT":null,"r":1}"#
    );
    assert_eq!(
        accepts::<Halves>(r#"{"r":1}"#),
        Halves {
            left: None,
            right: 1
        }
    );
    refuses::<Halves>(r#"{"LEFT":0,"r":1}"#);
    let schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<Halves>();
    assert_eq!(schema.get("required"), Some(&json!(["LEFT", "r"])));
}

/// Where a book is.
#[schema]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    /// On a shelf.
    Shelf,
    #[serde(rename = "lent-out")]
    Lent,
    #[arg(rename = "zoo", description = "Nobody knows.")]
    Attic,
}

#[test]
fn the_meanings_of_names_are_published_in_order() {
    assert_eq!(
        described::<Place>(),
        json!({
            "type": "string", "description": "Where a book is.",
            "oneOf": [
                { "const": "Shelf", "description": "On a shelf." },
                { "const": "lent-out" },
                { "const": "zoo", "description": "Nobody knows." },
            ],
        })
    );
    for name in ["Shelf", "lent-out", "zoo"] {
        let text = format!("{name:?}");
        assert_eq!(written(&accepts::<Place>(&text)), text);
    }
    for wrong in [
        r#"{"Shelf":null}"#,
        r#"["Shelf"]"#,
        "0",
        "null",
        r#""shelf""#,
        r#""Lent""#,
    ] {
        refuses::<Place>(wrong);
    }
}

/// Digits.
#[schema]
#[derive(Clone, Debug, PartialEq)]
struct Isbn(#[arg(pattern = "^[0-9]+$", length(2..=4))] String);

#[schema]
#[derive(Clone, Debug, PartialEq)]
struct Perhaps(Option<u8>);

#[schema]
struct Holds {
    isbn: Isbn,
    perhaps: Perhaps,
    any: Value,
}

#[test]
fn a_newtype_is_its_field() {
    assert_eq!(accepts::<Isbn>(r#""123""#), Isbn("123".into()));
    assert_eq!(written(&Isbn("123".into())), r#""123""#);
    for wrong in [
        r#""1""#,
        r#""12345""#,
        r#""ab""#,
        r#"["12"]"#,
        "12",
        r#"{"0":"12"}"#,
    ] {
        refuses::<Isbn>(wrong);
    }
    let holds: Holds = accepts(r#"{"isbn":"12","any":null}"#);
    assert_eq!((&holds.perhaps, &holds.any), (&Perhaps(None), &Value::Null));
    assert_eq!(written(&holds), r#"{"isbn":"12","any":null}"#);
    refuses::<Holds>(r#"{"isbn":"12"}"#);
    let schema = described::<Holds>();
    assert_eq!(schema["required"], json!(["isbn", "any"]));
    assert_eq!(
        schema["$defs"]["Isbn"],
        json!({ "type": "string", "minLength": 2, "maxLength": 4, "pattern": "^[0-9]+$", "description": "Digits." })
    );
}

/// Called like what stands in the code that is written, and like types of the language.
#[allow(non_camel_case_types)]
mod names {
    use ferramenta::schema;

    #[schema]
    #[derive(Debug, Default, PartialEq)]
    pub(crate) struct D {}

    #[schema]
    #[derive(Debug, PartialEq)]
    pub(crate) struct S {
        pub(crate) d: D,
        #[arg(default = source())]
        pub(crate) m: M,
        #[arg(default = 1)]
        pub(crate) source: u8,
    }

    #[schema(tag = "name")]
    #[derive(Debug, PartialEq)]
    pub(crate) enum M {
        Some {
            s: Box<S>,
        },
        None {
            #[arg(default = number())]
            d: D,
        },
        Ok,
    }

    #[schema]
    #[derive(Debug, PartialEq)]
    pub(crate) enum str {
        bool,
        usize,
    }

    const fn source() -> M {
        M::None { d: number() }
    }

    const fn number() -> D {
        D {}
    }
}

#[test]
fn no_name_gets_into_the_way_of_what_is_written() {
    use names::{D, M, S, str};

    let plain: S = accepts(r#"{"d":{}}"#);
    assert_eq!(
        plain,
        S {
            d: D {},
            m: M::None { d: D {} },
            source: 1
        }
    );
    assert_eq!(
        written(&plain),
        r#"{"d":{},"m":{"name":"None","d":{}},"source":1}"#
    );
    let nested = r#"{"d":{},"m":{"s":{"d":{},"m":{"name":"Ok"}},"name":"Some"}}"#;
    assert!(matches!(accepts::<S>(nested).m, M::Some { s } if s.m == M::Ok));
    assert_eq!(
        accepts::<[str; 2]>(r#"["bool","usize"]"#),
        [str::bool, str::usize]
    );
}
