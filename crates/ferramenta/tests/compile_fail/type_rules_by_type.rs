#![allow(unused)]

use ferramenta::{Args, Context, Inject, tool, toolset};

#[ferramenta::schema]
struct Input {
    name: String,
}

#[derive(Inject)]
struct Greet;

#[tool]
impl Greet {
    async fn handle(&self, input: Args<Input>) {}

    fn visible(&self, name: String, cx: &Context) -> bool {
        true
    }

    fn authorize(&self, input: Args<Input>) -> Result<bool, String> {
        Ok(true)
    }
}

#[derive(Inject)]
struct Set;

#[toolset]
impl Set {
    #[tool]
    fn add(&self) {}

    #[authorize]
    async fn may(&self) -> &'static str {
        "yes"
    }
}

fn main() {}
