#![allow(unused)]

use ferramenta::tool;

#[ferramenta::schema]
struct Shelf {
    name: String,
}

#[tool]
fn types(#[arg(default = String::new())] limit: u32, #[arg(default)] shelf: Shelf, #[arg(default = LIMIT)] most: u32) {}

fn main() {}
