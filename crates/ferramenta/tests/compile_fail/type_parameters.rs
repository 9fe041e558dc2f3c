#![allow(unused)]

use ferramenta::{Args, Inject, tool, toolset};

#[ferramenta::schema]
struct Input {
    name: String,
}

struct Plain;

#[derive(Inject)]
struct Twice;

#[tool]
impl Twice {
    async fn handle(&self, one: Args<Input>, Args(two): Args<Input>) {}
}

#[derive(Inject)]
struct Greet;

#[tool]
impl Greet {
    fn handle(&self, plain: Plain) {}
}

#[derive(Inject)]
struct Result;

#[tool]
impl Result {
    async fn handle(&self) -> Plain {
        Plain
    }
}

#[derive(Inject)]
struct Set;

#[toolset]
impl Set {
    #[tool]
    fn add(&self, title: &str) {}

    #[tool]
    fn remove(&self, r#type: String, #[arg(rename = "type")] kind: String, _: u32) {}
}

fn main() {}
