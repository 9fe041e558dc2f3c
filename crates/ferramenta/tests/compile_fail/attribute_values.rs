#![allow(unused)]

use ferramenta::tool;

#[tool(title = 5, read_only = "yes", timeout = "30", max_concurrent = 0, type = "Name")]
fn wrong() {}

#[tool(timeout = 30, max_concurrent, crate = "ferramenta", inline(true), name)]
fn wrong_as_well() {}

#[tool(timeout = 5)]
fn no_unit() {}

#[tool(title = "a" description = "b")]
fn no_comma() {}

#[tool = "name"]
fn assigned() {}

fn main() {}
