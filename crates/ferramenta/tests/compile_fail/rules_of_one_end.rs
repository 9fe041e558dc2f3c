#![allow(unused)]

use ferramenta::{schema, tool};

#[tool]
fn search(
    #[arg(min = 1, max = 5)] page: u32,
    #[arg(min_length = 2, max_length = 80)] text: String,
    #[arg(max = 80)] title: Option<String>,
    #[arg(max_items = LIMIT)] tags: Vec<String>,
    #[arg(minimum)] count: u32,
) {
}

#[schema]
struct Page {
    #[arg(min = 0.5)]
    size: f64,
}

fn main() {}
