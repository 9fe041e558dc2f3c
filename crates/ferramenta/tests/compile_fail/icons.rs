#![allow(unused)]

use ferramenta::tool;

#[tool(icon(src = "http://example.com/a.png"))]
fn plain_http() {}

#[tool(icon(theme = "light"))]
fn no_address() {}

#[tool(icon(src = "https://example.com/a.png", theme = "blue", sizes("big")))]
fn theme_and_size() {}

#[tool(icons("file:///a.png", "https://example.com/a.png"))]
fn local() {}

fn main() {}
