#![allow(unused)]

use ferramenta::tool;

#[tool]
fn options(#[arg(default = 10)] limit: Option<u32>, #[arg(default)] name: Option<String>) {}

fn main() {}
