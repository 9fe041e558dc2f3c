//! The same types four times: derived with serde, derived with a schema too, with `#[schema]`, and with
//! `#[schema]` and rules.

use std::collections::BTreeMap;

/// The types of one kind, each with these attributes.
macro_rules! types {
    (
        $module:ident, $(#[$type:meta])*;
        enum $(#[$named:meta])*; tagged $(#[$tagged:meta])*;
        text $(#[$text:meta])*; number $(#[$number:meta])*; float $(#[$float:meta])*; list $(#[$list:meta])*
    ) => {
        #[allow(dead_code, reason = "what is decoded is never looked at")]
        pub(crate) mod $module {
            use super::BTreeMap;

            $(#[$type])*
            pub(crate) struct Order {
                $(#[$text])*
                pub(crate) customer: String,
                $(#[$number])*
                pub(crate) quantity: u32,
                $(#[$float])*
                pub(crate) discount: f64,
                pub(crate) express: bool,
                pub(crate) priority: Priority,
                pub(crate) address: Address,
                $(#[$list])*
                pub(crate) lines: Vec<Line>,
                pub(crate) labels: BTreeMap<String, String>,
                pub(crate) note: Option<String>,
                $(#[$number])*
                pub(crate) weight: Option<i64>,
            }

            $(#[$type])*
            pub(crate) struct Address {
                $(#[$text])*
                pub(crate) street: String,
                $(#[$text])*
                pub(crate) city: String,
                pub(crate) zip: String,
            }

            $(#[$type])*
            pub(crate) struct Line {
                $(#[$text])*
                pub(crate) sku: String,
                $(#[$number])*
                pub(crate) count: u16,
            }

            $(#[$named])*
            pub(crate) enum Priority {
                Low,
                Normal,
                High,
            }

            $(#[$tagged])*
            pub(crate) enum Payment {
                Card { number: String, holder: String, month: u8, year: u16 },
                Invoice { days: u32 },
            }
        }
    };
}

types! {
    derived, #[derive(serde::Deserialize)] #[serde(deny_unknown_fields)];
    enum #[derive(serde::Deserialize)] #[serde(rename_all = "lowercase")];
    tagged #[derive(serde::Deserialize)] #[serde(tag = "kind", rename_all = "lowercase")];
    text; number; float; list
}

types! {
    by_hand, #[derive(serde::Deserialize, schemars::JsonSchema)] #[serde(deny_unknown_fields)];
    enum #[derive(serde::Deserialize, schemars::JsonSchema)] #[serde(rename_all = "lowercase")];
    tagged #[derive(serde::Deserialize, schemars::JsonSchema)] #[serde(tag = "kind", rename_all = "lowercase")];
    text #[schemars(length(min = 1, max = 80))];
    number #[schemars(range(max = 10_000))];
    float #[schemars(range(min = 0.0, max = 1.0))];
    list #[schemars(length(max = 100))]
}

types! {
    written, #[ferramenta::schema(input)];
    enum #[ferramenta::schema(input, rename_all = "lowercase")];
    tagged #[ferramenta::schema(input, tag = "kind", rename_all = "lowercase")];
    text; number; float; list
}

types! {
    checked, #[ferramenta::schema(input)];
    enum #[ferramenta::schema(input, rename_all = "lowercase")];
    tagged #[ferramenta::schema(input, tag = "kind", rename_all = "lowercase")];
    text #[arg(length(1..=80))];
    number #[arg(range(0..=10_000))];
    float #[arg(range(0.0..=1.0))];
    list #[arg(length(..=100))]
}
