#![allow(unused)]

use ferramenta::tool;

#[tool(rate_limit = "10/minute")]
fn unit() {}

#[tool(rate_limit = "0/s")]
fn zero() {}

#[tool(rate_limit = 10)]
fn number() {}

#[tool(rate_limit)]
fn nothing() {}

fn main() {}
