#![allow(unused)]

use ferramenta::{schema, tool};

#[tool(titel = "Search", readonly, colour = "red")]
fn search(#[arg(defualt = 10)] limit: u32, #[arg(min = 1)] page: u32) -> u32 {
    limit + page
}

#[tool(icon(source = "https://example.com/a.png"))]
fn pictured() {}

#[schema(tags = "kind")]
struct Book {
    #[arg(lenght(1..=80))]
    title: String,
}

fn main() {}
