#![allow(unused)]

use ferramenta::{Context, tool};

#[tool]
fn of_type<T: Into<String>>(text: T) -> String {
    text.into()
}

#[tool]
fn of_lifetime<'a>(cx: &'a Context) -> String {
    cx.request_id().to_owned()
}

#[tool]
fn argument(text: impl Into<String>) -> String {
    text.into()
}

#[tool]
fn result() -> impl Into<String> {
    "a"
}

#[tool]
fn bounded() -> u32
where
    String: Clone,
{
    1
}

fn main() {}
