//! Every type that a tool may take, with values that are taken and values that are refused.

use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    num::{NonZeroI8, NonZeroU32},
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use ferramenta::{Bytes, Digits, Email, Iso, Maybe, ParamSpec, Seconds, ToolDef};
use serde_json::Value;

use super::{
    call::echo,
    models::{
        Adjacent, Book, Branch, External, Flat, Genre, Internal, Isbn, Loan, Nothing, Notice,
        Patch, Point, Ranged, Shelf, Strict, Untagged,
    },
    other_crates,
};

/// A type as an argument.
pub struct Input {
    pub name: String,
    pub tool: Box<dyn Fn() -> ToolDef>,
    /// Argument values in JSON; an empty text for no argument at all.
    pub accepted: &'static [&'static str],
    pub refused: &'static [&'static str],
    /// The type writes some values in another way than they were sent.
    pub respelled: bool,
    /// A number is taken for its digits.
    pub takes_digits: bool,
    /// What the schema allows and the type can't hold.
    pub narrower: Option<&'static str>,
}

impl Input {
    /// The text values among the examples.
    pub fn texts(&self) -> Vec<String> {
        let examples = self.accepted.iter().chain(self.refused);
        let mut texts = Vec::new();
        for example in examples.filter_map(|example| serde_json::from_str::<Value>(example).ok()) {
            collect_texts(&example, &mut texts);
        }
        texts
    }

    pub const fn respelled(mut self) -> Self {
        self.respelled = true;
        self
    }

    pub const fn takes_digits(mut self) -> Self {
        self.takes_digits = true;
        self
    }

    pub const fn narrower(mut self, why: &'static str) -> Self {
        self.narrower = Some(why);
        self
    }
}

fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Value::Object(members) => members
            .values()
            .for_each(|member| collect_texts(member, texts)),
        _ => {}
    }
}

/// Makes an [`Input`] of a type, its rules where there are some, and its examples.
macro_rules! input {
    ($type:ty, $accepted:expr, $refused:expr) => {
        input!($type, stringify!($type), |spec| spec, $accepted, $refused)
    };
    ($type:ty, $name:expr, $rules:expr, $accepted:expr, $refused:expr) => {{
        let rules: fn(ParamSpec<$type>) -> ParamSpec<$type> = $rules;
        Input {
            name: $name.into(),
            tool: Box::new(move || echo::<$type>(rules)),
            accepted: &$accepted,
            refused: &$refused,
            respelled: false,
            takes_digits: false,
            narrower: None,
        }
    }};
}

pub(super) use input;

pub fn all() -> Vec<Input> {
    let groups = [
        numbers(),
        texts(),
        lists(),
        maps(),
        structs(),
        enums(),
        rules(),
        own(),
        other_crates::all(),
    ];
    groups.into_iter().flatten().collect()
}

fn numbers() -> Vec<Input> {
    vec![
        input!(bool, ["true", "\"true\""], ["1", "\"yes\"", "null", ""]),
        input!(
            u8,
            ["0", "255", "5.0", "1e2", "-0", "\"7\""],
            ["256", "-1", "5.5", "\"x\"", "null", ""]
        ),
        input!(u16, ["65535"], ["65536"]),
        input!(u32, ["4294967295"], ["4294967296"]),
        input!(
            u64,
            ["18446744073709551615", "9007199254740993"],
            ["18446744073709551616", "-1"]
        ),
        input!(
            u128,
            ["340282366920938463463374607431768211455"],
            ["340282366920938463463374607431768211456"]
        ),
        input!(usize, ["18446744073709551615"], ["-1"]),
        input!(i8, ["-128", "127"], ["-129", "128"]),
        input!(i16, ["-32768"], ["32768"]),
        input!(i32, ["-2147483648"], ["2147483648"]),
        input!(
            i64,
            ["9223372036854775807", "-9223372036854775808"],
            ["9223372036854775808", "1e400"]
        ),
        input!(
            i128,
            ["-170141183460469231731687303715884105728"],
            ["170141183460469231731687303715884105728"]
        ),
        input!(isize, ["-1"], ["9223372036854775808"]),
        input!(NonZeroU32, ["1"], ["0", "0.0"]),
        input!(NonZeroI8, ["-1"], ["0", "128"]),
        input!(
            f32,
            ["0.1", "3.4028234663852886e38", "16777217"],
            ["3.40282350e38", "1e39"]
        ),
        input!(
            f64,
            ["0.1", "-0.0", "1e308", "9007199254740993", "\"2.5\""],
            ["1e400", "true"]
        ),
    ]
}

fn texts() -> Vec<Input> {
    vec![
        input!(
            String,
            ["\"\"", "\"5\"", r#""\u00e9\ud83d\udcd6""#],
            ["5", r#""\ud800""#, "[\"a\"]"]
        ),
        input!(Box<str>, ["\"a\""], ["true"]),
        input!(Cow<'static, str>, ["\"a\""], ["{}"]),
        input!(Arc<str>, ["\"a\""], ["1.5"]),
        input!(char, ["\"a\"", "\"é\""], ["\"ab\"", "\"\"", "\"e\u{301}\""]),
        input!(PathBuf, ["\"/tmp/a\""], ["1"]),
        input!(Ipv4Addr, ["\"127.0.0.1\""], ["\"256.0.0.1\"", "\"::1\""]),
        input!(Ipv6Addr, ["\"::1\""], ["\"127.0.0.1\""]).respelled(),
        input!(
            IpAddr,
            ["\"127.0.0.1\"", "\"::1\""],
            ["\"localhost\"", "\"127.0.0.1:80\""]
        )
        .respelled(),
        input!(
            SocketAddr,
            ["\"127.0.0.1:80\"", "\"[::1]:80\""],
            ["\"127.0.0.1\"", "80"]
        )
        .respelled()
        .narrower("an address is published as a plain text"),
    ]
}

fn lists() -> Vec<Input> {
    vec![
        input!(Option<u8>, ["1", "null", ""], ["256"]),
        input!(Option<String>, ["\"a\"", "null", ""], ["1"]),
        input!(
            Option<Book>,
            [r#"{"title":"Dune","year":1965}"#, "null", ""],
            ["{}"]
        ),
        input!(
            Vec<u8>,
            ["[]", "[1,2.0]", "\"[1]\""],
            ["[256]", "\"QQ==\"", "{}"]
        ),
        input!(Vec<Option<i32>>, ["[1,null]"], ["[\"a\"]"]),
        input!(VecDeque<bool>, ["[true]"], ["[0]"]),
        input!([i16; 2], ["[1,2]"], ["[1]", "[1,2,3]"]),
        input!(
            (u8, String),
            ["[1,\"a\"]"],
            ["[1]", "[1,\"a\",2]", "[\"a\",1]"]
        ),
        input!(
            (u8, bool, char, f64),
            ["[1,true,\"a\",0.5]"],
            ["[1,true,\"ab\",0.5]"]
        ),
        input!(BTreeSet<u32>, ["[2,1,1]"], ["[-1]"]),
        input!(HashSet<String>, ["[\"a\"]"], ["\"a\""]),
        input!(Box<Vec<u32>>, ["[1]"], ["[1.5]"]),
        input!(
            Arc<Book>,
            [r#"{"title":"Dune","year":1965}"#],
            ["[\"Dune\",1965]"]
        ),
        input!(
            Value,
            ["1", "null", r#"{"a":[1,"b"]}"#],
            ["1e400", r#"{"a":1,"a":2}"#, ""]
        ),
        input!((), ["null"], ["0"]),
    ]
}

fn maps() -> Vec<Input> {
    let keys = "the schema can't tell which keys a type reads";
    vec![
        input!(BTreeMap<String, u32>, ["{}", r#"{"a":1.0}"#], [r#"{"a":-1}"#, r#"{"a":1,"a":2}"#, "[]"]),
        input!(HashMap<u32, bool>, [r#"{"0":true}"#], [r#"{"01":true}"#, r#"{"-1":true}"#, r#"{"4294967296":true}"#])
            .narrower(keys),
        input!(BTreeMap<i64, u8>, [r#"{"-1":5.0}"#], [r#"{"-0":1}"#, r#"{"a":1}"#]).narrower(keys),
        input!(BTreeMap<bool, u8>, [r#"{"true":1}"#], [r#"{"yes":1}"#]).narrower(keys),
        input!(BTreeMap<char, u8>, [r#"{"é":1}"#], [r#"{"ab":1}"#]).narrower(keys),
        input!(BTreeMap<Genre, u8>, [r#"{"poetry":1}"#], [r#"{"Poetry":1}"#]),
        input!(BTreeMap<String, Vec<Book>>, [r#"{"a":[{"title":"Dune","year":1965}]}"#], [r#"{"a":[{}]}"#]),
    ]
}

fn structs() -> Vec<Input> {
    vec![
        input!(
            Book,
            [
                r#"{"title":"Dune","year":1965.0}"#,
                r#"{"title":"Dune","year":"1965","pages":null}"#,
                r#"{"title":"Dune","year":1,"x":1}"#
            ],
            [
                "[\"Dune\",1965,null]",
                r#"{"title":"Dune"}"#,
                r#"{"title":"Dune","year":65536}"#,
                r#"{"title":"a","title":"b","year":1}"#
            ]
        ),
        input!(
            Shelf,
            [r#"{"label":"A","books":[{"title":"Dune","year":1965}],"best":null}"#],
            [
                r#"{"label":"A","books":[{"title":"Dune","year":"soon"}]}"#,
                r#"{"label":"AB","books":{}}"#
            ]
        ),
        input!(
            Strict,
            [
                r#"{"firstName":"Ada"}"#,
                r#"{"firstName":"Ada","isMember":true,"limit":null}"#
            ],
            [
                r#"{"first_name":"Ada"}"#,
                r#"{"firstName":"Ada","limit":256,"x":1}"#
            ]
        ),
        input!(
            Flat,
            [r#"{"id":1.0,"width":2,"height":3}"#],
            [r#"{"id":1,"width":2}"#]
        ),
        input!(Isbn, ["\"978\""], ["978"]),
        input!(Point, ["[1,2]"], ["[1]", r#"{"0":1,"1":2}"#]),
        input!(Nothing, ["null"], ["{}"]),
        input!(
            Branch,
            [r#"{"name":"a","branches":[{"name":"b"}]}"#],
            [r#"{"name":"a","branches":[{"name":"b","branches":[{}]}]}"#]
        ),
        input!(
            Loan,
            [
                r#"{"reader":"Ada","days":28}"#,
                r#"{"reader":"Ada","days":1,"note":null}"#
            ],
            [
                r#"{"reader":"","days":29}"#,
                r#"{"reader":"Ada","days":1,"Note":"x"}"#,
                "[\"Ada\",1]"
            ]
        ),
    ]
}

fn enums() -> Vec<Input> {
    vec![
        input!(
            Genre,
            ["\"fiction\""],
            ["\"Fiction\"", "\"novel\"", r#"{"fiction":null}"#]
        ),
        input!(Notice, ["\"Due\""], ["\"due\"", "0"]),
        input!(
            External,
            [
                "\"Dot\"",
                r#"{"Circle":1}"#,
                r#"{"Line":[1,2]}"#,
                r#"{"Box":{"width":1,"height":2}}"#
            ],
            [
                r#"{"Dot":null}"#,
                r#"{"Box":[1,2]}"#,
                r#"{"Circle":1,"Line":[1,2]}"#,
                "\"Circle\""
            ]
        ),
        input!(
            Internal,
            [
                r#"{"kind":"dot"}"#,
                r#"{"radius":1.0,"kind":"circle"}"#,
                r#"{"kind":"book","title":"Dune","year":1965}"#
            ],
            [
                r#"{"kind":"Dot"}"#,
                r#"{"kind":"circle"}"#,
                r#"{"radius":1}"#,
                r#"["circle",1]"#
            ]
        ),
        input!(
            Adjacent,
            [r#"{"t":"Circle","c":1}"#, r#"{"c":{"width":1},"t":"Box"}"#],
            [r#"["Circle",1]"#, r#"{"t":"Circle"}"#]
        ),
        input!(Untagged, ["1.0", "\"1\"", "[1]"], ["true", "[\"a\"]", "-1"]),
    ]
}

fn rules() -> Vec<Input> {
    vec![
        input!(
            i64,
            "i64, range(1..=50)",
            |spec| spec.range(Some(1.into()), Some(50.into())),
            ["1", "50.0"],
            ["0", "51"]
        ),
        input!(
            f32,
            "f32, range(0..=0.1)",
            |spec| spec.range(Some(0.into()), Some(0.1.into())),
            ["0.1"],
            ["0.100001"]
        ),
        input!(
            String,
            "String, length(1..=3)",
            |spec| spec.length(Some(1), Some(3)),
            ["\"é📖a\""],
            ["\"\"", "\"abcd\""]
        ),
        input!(
            String,
            "String, pattern",
            |spec| spec.pattern("^[0-9-]+$"),
            ["\"1-2\""],
            ["\"a\""]
        ),
        input!(
            String,
            "String, one_of",
            |spec| spec.one_of(["title", "year"]),
            ["\"year\""],
            ["\"titel\""]
        ),
        input!(
            Vec<u8>,
            "Vec<u8>, length(..=2)",
            |spec| spec.length(None, Some(2)),
            ["[1,2]"],
            ["[1,2,3]"]
        ),
        input!(
            BTreeMap<String, u8>, "BTreeMap<String, u8>, length(1..)", |spec| spec.length(Some(1), None), [r#"{"a":1}"#], ["{}"]
        ),
        input!(
            u8,
            "u8, default = 10",
            |spec| spec.default(|| 10),
            ["", "null", "1"],
            ["-1"]
        ),
        input!(
            Ranged,
            "a field with #[schemars(range)]",
            |spec| spec,
            [r#"{"stars":5,"words":["a"]}"#],
            [r#"{"stars":6,"words":[]}"#]
        ),
    ]
}

fn own() -> Vec<Input> {
    vec![
        input!(
            Bytes,
            ["\"\"", "\"QQ==\"", "\"QUJD\""],
            ["\"QQ\"", "\"QR==\"", "\"QUJ-\"", "[65]"]
        ),
        input!(
            Email,
            ["\"ada@example.com\"", "\"a.b+c@d\""],
            ["\"ada\"", "\"@example.com\"", "\"a..b@example.com\"", "7"]
        ),
        input!(Maybe<String>, ["", "null", "\"a\""], ["1"]),
        input!(
            Maybe<u8>,
            "Maybe<u8>, range(..=5)",
            |spec| spec.range(None, Some(5.into())),
            ["", "null", "5"],
            ["6"]
        ),
        input!(
            Patch,
            ["{}", r#"{"subtitle":null}"#, r#"{"subtitle":"a"}"#],
            [r#"{"subtitle":1}"#]
        ),
        input!(
            Digits<u64>,
            ["\"18446744073709551615\"", "9007199254740993", "5e0"],
            ["\"18446744073709551616\"", "\"01\"", "-1"]
        )
        .takes_digits()
        .narrower("numbers of twenty digits that are too large"),
        input!(
            Digits<i64>,
            ["\"-9223372036854775808\"", "-5"],
            ["\"-0\"", "\"1.5\"", "true"]
        )
        .takes_digits()
        .narrower("numbers of nineteen digits that are too large"),
        input!(
            Iso<Duration>,
            ["\"PT1H30M\"", "\"P1DT0.5S\"", "\"P2W\""],
            ["\"P1M\"", "\"90\"", "\"-PT1S\"", "90"]
        )
        .respelled()
        .narrower("a `P` or `T` with nothing behind it"),
        input!(
            Seconds,
            ["0", "2.5", "90.0", "9007199254740991"],
            ["-1", "9007199254740992", "\"PT1S\""]
        )
        .respelled(),
    ]
}
