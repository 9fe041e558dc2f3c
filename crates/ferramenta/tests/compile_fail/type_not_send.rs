#![allow(unused)]

use std::{cell::Cell, rc::Rc, sync::Arc};

use ferramenta::{Inject, tool, toolset};

#[derive(Inject)]
struct Greet;

#[tool]
impl Greet {
    async fn handle(&self, name: String) -> String {
        let shared = Rc::new(name);
        std::future::ready(()).await;
        shared.to_string()
    }
}

#[derive(Inject)]
struct Alone {
    #[inject(default)]
    count: Rc<u32>,
}

struct Bare(Cell<u32>);

#[tool]
impl Bare {
    async fn handle(&self) {}
}

fn main() {}
