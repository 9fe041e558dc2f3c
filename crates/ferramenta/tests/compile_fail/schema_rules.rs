#![allow(unused)]

use ferramenta::schema;

#[schema]
#[derive(Clone)]
struct Part {
    a: u32,
}

#[schema]
struct Rules {
    #[arg(one_of("a", "b"))]
    part: Part,
    #[arg(pattern = "^a$")]
    list: Vec<String>,
}

#[schema(input)]
#[derive(Default)]
struct In {
    number: u32,
}

#[schema(input)]
struct Outer {
    #[arg(default)]
    inner: In,
    #[arg(default = "ten")]
    list: Vec<u32>,
}

fn main() {}
