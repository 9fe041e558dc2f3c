#![allow(unused)]

use ferramenta::{Inject, tool, toolset};

#[tool(name = "books/search")]
fn slash() {}

#[tool(name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")]
fn long() {}

#[derive(Inject)]
struct Typed;

#[tool(name = "typed tool")]
impl Typed {
    async fn handle(&self) {}
}

#[derive(Inject)]
struct Größe;

#[tool]
impl Größe {
    async fn handle(&self) {}
}

#[derive(Inject)]
struct Set;

#[toolset(prefix = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb_")]
impl Set {
    #[tool(name = "add:book")]
    fn add(&self) {}

    #[tool]
    fn remove_everything_that_is_there(&self) {}
}

fn main() {}
