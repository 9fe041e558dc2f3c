#![allow(unused)]

use ferramenta::schema;

#[schema(unknown = "maybe")]
struct Unknown {
    a: u32,
}

#[schema(input, output)]
struct Both {
    a: u32,
}

#[schema(untagged)]
enum Untagged {
    Number { value: u32 },
}

#[schema(validate = "check")]
struct Text {
    a: u32,
}

#[schema(default)]
struct Default {
    a: u32,
}

#[schema(valdate = check)]
struct Misspelt {
    a: u32,
}

#[schema(rename_all_fields = "camelCase")]
struct Fields {
    first_name: String,
}

#[schema(tag = "")]
enum Empty {
    A { a: u32 },
}

#[schema(validate = check)]
enum Names {
    A,
    B,
}

fn main() {}
