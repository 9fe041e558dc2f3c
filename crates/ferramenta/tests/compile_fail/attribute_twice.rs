#![allow(unused)]

use ferramenta::tool;

#[tool(title = "a", title = "b")]
fn title() {}

#[tool(open_world, closed_world)]
fn world() {}

#[tool(read_only, destructive)]
fn harmless() {}

#[tool]
fn argument(#[arg(default = 1, default = 2)] a: u32, #[arg(range(1..))] #[arg(range(..9))] b: u32) -> u32 {
    a + b
}

fn main() {}
