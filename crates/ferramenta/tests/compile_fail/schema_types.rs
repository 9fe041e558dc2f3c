#![allow(unused)]

use ferramenta::schema;

struct Plain;

#[schema]
struct Holds {
    number: u32,
    list: Vec<Plain>,
}

#[schema(input)]
struct Goes {
    plain: Plain,
}

#[schema(output)]
struct Comes {
    plain: Option<Plain>,
}

#[schema]
struct Wraps(Plain);

#[schema(tag = "kind")]
enum Forms {
    Named { plain: Plain },
    Number(u32),
}

#[schema(input)]
struct In {
    number: u32,
}

#[schema]
struct Mixed {
    input: In,
}

fn main() {}
