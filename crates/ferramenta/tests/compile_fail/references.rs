#![allow(unused)]

use ferramenta::{Context, tool};

#[tool]
fn texts(title: &str, tags: &[String], count: &mut u32, cx: &'static Context, shown: &dyn std::fmt::Display) {}

#[tool]
fn changes(tags: &mut Vec<String>) {}

fn main() {}
