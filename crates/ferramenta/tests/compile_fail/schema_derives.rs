#![allow(unused)]

use ferramenta::schema;

#[schema(validate = check)]
#[derive(serde::Deserialize)]
struct After {
    #[arg(range(1..=9))]
    number: u32,
    #[arg(default = 2)]
    other: u32,
}

#[derive(serde::Serialize)]
#[schema]
struct Before {
    number: u32,
}

#[schema]
#[derive(serde::Serialize)]
struct Inner {
    number: u32,
}

#[schema(tag = "kind")]
enum Forms {
    Inner(Inner),
}

#[schema(tag = "kind")]
enum Described {
    Described(#[arg(description = "inner")] Inner),
}

fn main() {}
