#![allow(unused)]

use ferramenta::tool;

#[tool(name = "search books")]
fn space() {}

#[tool(name = "")]
fn empty() {}

#[tool]
fn größe() {}

fn main() {}
