#![allow(unused)]

use ferramenta::tool;

#[tool(meta(shelf = 1, shelf = 2))]
fn twice() {}

#[tool(meta(shelf))]
fn no_value() {}

#[tool(meta)]
fn nothing() {}

fn main() {}
