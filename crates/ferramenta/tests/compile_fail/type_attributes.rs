#![allow(unused)]

use ferramenta::{Inject, tool, toolset};

#[derive(Inject)]
#[inject(krate = ferramenta)]
struct Greet {
    #[inject(defualt)]
    times: u32,
}

#[tool(titel = "Greet", type = Other)]
impl Greet {
    async fn handle(&self) {}
}

#[derive(Inject)]
struct Greetings;

#[toolset(prefix = 1, scope("a"), scopes())]
impl Greetings {
    #[tool(inline, readonly)]
    async fn greet(&self) {}

    #[visible(true)]
    fn seen() -> bool {
        true
    }
}

#[derive(Inject)]
struct Größe;

#[tool]
impl Größe {
    async fn handle(&self) {}
}

#[derive(Inject)]
struct Set;

#[toolset(prefix = "my books ")]
impl Set {
    #[tool]
    fn add(&self) {}
}

fn main() {}
