#![allow(unused)]

use ferramenta::{Args, tool};

#[ferramenta::schema]
struct Query {
    text: String,
}

#[tool]
fn twice(Args(a): Args<Query>, Args(b): Args<Query>) -> String {
    a.text + &b.text
}

fn main() {}
