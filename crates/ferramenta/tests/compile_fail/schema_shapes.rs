#![allow(unused)]

use ferramenta::schema;

#[schema]
struct Pair(u32, u32);

#[schema]
struct Nothing;

#[schema(tag = "kind")]
struct Tagged {
    name: String,
}

#[schema]
enum Empty {}

#[schema]
enum Payment {
    Cash,
    Card { number: String },
}

#[schema(tag = "kind")]
enum Texts {
    A,
    B,
}

#[schema(tag = "kind")]
enum Shape {
    Rectangle(u32, u32),
    Circle { radius: u32 },
}

fn main() {}
