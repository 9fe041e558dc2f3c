#![allow(unused)]

use ferramenta::schema;

#[schema]
struct Inner {
    a: u32,
}

#[schema]
struct Fields {
    #[serde(flatten)]
    inner: Inner,
    #[serde(skip)]
    hidden: u32,
    #[serde(alias = "other")]
    own: u32,
    #[arg(alias = "third")]
    second: u32,
    #[serde(with = "module")]
    with: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    list: Vec<u32>,
    #[serde(borrow)]
    borrowed: u32,
    #[schemars(range(min = 1))]
    ranged: u32,
    #[schemars(regex(pattern = "^a$"))]
    text: String,
    #[serde(rename(serialize = "x"))]
    both: u32,
}

#[schema]
#[serde(try_from = "String")]
struct Checked {
    a: u32,
}

#[schema]
#[serde(untagged)]
enum Untagged {
    Number { value: u32 },
}

#[schema(tag = "kind")]
#[serde(content = "value")]
enum Adjacent {
    Number { value: u32 },
}

fn main() {}
