#![allow(unused)]

use ferramenta::schema;

#[schema(validate = by_value)]
struct ByValue {
    a: u32,
}

fn by_value(value: ByValue) -> Result<(), String> {
    Ok(())
}

#[schema(validate = no_message)]
struct NoMessage {
    a: u32,
}

fn no_message(value: &NoMessage) -> bool {
    true
}

fn main() {}
