#![allow(unused)]

use std::sync::Arc;

use ferramenta::{Inject, tool, toolset};

#[derive(Inject)]
struct Counter;

#[tool]
impl Counter {
    async fn handle(&mut self) {}

    fn visible(self) -> bool {
        true
    }

    fn authorize(self: Arc<Self>) -> bool {
        true
    }
}

#[derive(Inject)]
struct Alone;

#[tool]
impl Alone {
    async fn handle(name: String) {}
}

#[derive(Inject)]
struct Set;

#[toolset]
impl Set {
    #[tool]
    fn add(self, number: i64) {}
}

fn main() {}
