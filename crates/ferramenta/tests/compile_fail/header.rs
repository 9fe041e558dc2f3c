#![allow(unused)]

use ferramenta::{schema, tool};

#[tool]
fn headers(#[arg(header = "My Region")] region: String, #[arg(header = "")] empty: String) -> String {
    region + &empty
}

#[schema]
struct Query {
    #[arg(header = "Region")]
    region: String,
}

fn main() {}
