//! Types of an application, most of them derived by hand.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Book {
    title: String,
    year: u16,
    pages: Option<u32>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Shelf {
    label: char,
    books: Vec<Book>,
    best: Option<Box<Book>>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Strict {
    first_name: String,
    #[serde(default)]
    is_member: bool,
    #[serde(default = "ten")]
    limit: u8,
}

fn ten() -> u8 {
    10
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Flat {
    id: u32,
    #[serde(flatten)]
    size: Size,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Size {
    width: f64,
    height: f64,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Isbn(String);

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Point(i32, i32);

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Nothing;

#[derive(Debug, Deserialize, Serialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Genre {
    Fiction,
    Poetry,
    Travel,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub enum External {
    Dot,
    Circle(f64),
    Line(i32, i32),
    Box { width: u8, height: u8 },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Internal {
    Dot,
    Circle { radius: u32 },
    Book(Book),
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
pub enum Adjacent {
    Circle(u32),
    Box { width: u8 },
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Untagged {
    Number(u32),
    Text(String),
    Many(Vec<u32>),
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Branch {
    name: String,
    #[serde(default)]
    branches: Vec<Branch>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Patch {
    #[serde(default, skip_serializing_if = "ferramenta::Maybe::is_absent")]
    subtitle: ferramenta::Maybe<String>,
}

#[derive(Debug, Deserialize, Serialize, JsonSchema)]
pub struct Ranged {
    #[schemars(range(min = 1, max = 5))]
    stars: u8,
    #[schemars(length(min = 1))]
    words: Vec<String>,
}

#[ferramenta::schema]
#[derive(Debug)]
pub struct Loan {
    #[arg(length(1..=20))]
    reader: String,
    #[arg(range(1..=28))]
    days: u8,
    note: Option<String>,
}

#[ferramenta::schema]
#[derive(Debug)]
pub enum Notice {
    Due,
    Reserved,
}
