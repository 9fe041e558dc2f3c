#![allow(unused)]

use ferramenta::tool;

#[tool]
fn twice(a: u32, #[arg(rename = "a")] b: u32, #[arg(rename = "")] c: u32) -> u32 {
    a + b + c
}

fn main() {}
