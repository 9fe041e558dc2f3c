#![allow(unused)]

use ferramenta::{Args, Context, Inject, tool};

#[derive(Inject)]
struct Greet;

#[tool]
impl Greet {
    async fn handle(&self, name: String) {}

    fn visible(&self, #[arg(range(1..=2))] limit: u32) -> bool {
        true
    }

    fn authorize(cx: &Context) {}
}

fn main() {}
