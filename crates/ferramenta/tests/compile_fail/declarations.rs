#![allow(unused)]

use ferramenta::{Response, tool};

struct Plain;

#[tool(output = Plain)]
fn plain() -> Response {
    Response::new()
}

#[tool(output = "text")]
fn text() -> u32 {
    1
}

#[tool(output)]
fn nothing() -> u32 {
    1
}

#[tool(max_result = "1GB")]
fn large() -> u32 {
    1
}

#[tool(max_result = 0)]
fn empty() -> u32 {
    1
}

#[tool(unknown_arguments = "yes")]
fn open() -> u32 {
    1
}

#[tool(unknown_arguments)]
fn unsaid() -> u32 {
    1
}

fn main() {}
