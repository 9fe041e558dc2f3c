#![allow(unused)]

use ferramenta::tool;

#[tool]
fn kinds(
    #[arg(default = "ten")] limit: u32,
    #[arg(default = 1)] ratio: f64,
    #[arg(default = 1.5)] count: i64,
    #[arg(default = 0)] all: bool,
    #[arg(default = 'a')] text: String,
    #[arg(default = 5)] name: String,
) {
}

fn main() {}
