#![allow(unused)]

use ferramenta::schema;

#[schema]
struct Twice {
    a: u32,
    #[arg(rename = "a")]
    b: u32,
}

#[schema(rename_all = "lowercase")]
enum Cases {
    FirstName,
    Firstname,
}

#[schema(tag = "kind")]
enum Tagged {
    A { kind: String },
}

#[schema]
struct Animal {
    kind: String,
}

#[schema(tag = "kind")]
enum Inside {
    Animal(Animal),
}

fn main() {}
