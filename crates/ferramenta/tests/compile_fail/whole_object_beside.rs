#![allow(unused)]

use ferramenta::{Args, tool};

#[ferramenta::schema]
struct Query {
    text: String,
}

type Everything = Args<Query>;

#[tool]
fn beside(query: Everything, limit: u32) -> String {
    format!("{} {limit}", query.0.text)
}

fn main() {}
