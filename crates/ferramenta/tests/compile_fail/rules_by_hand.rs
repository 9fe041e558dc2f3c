#![allow(unused)]

use ferramenta::{Args, Context, Inject, Server, ToolDef, tool, toolset};

#[ferramenta::schema]
struct Input {
    name: String,
}

struct User;

fn tool() -> ToolDef {
    ToolDef::new("by_hand")
        .visible(|(name,): (String,)| async move { name.is_empty() })
        .authorize(|(cx, user): (Context, User)| async move { true })
}

fn server() -> Server {
    Server::new("Shop").guard(|(input,): (Args<Input>,)| async move { true })
}

#[derive(Inject)]
struct Set;

#[toolset]
impl Set {
    #[tool]
    fn add(&self) {}

    #[visible]
    fn seen(name: String) -> bool {
        name.is_empty()
    }

    #[authorize]
    async fn may(&self, user: User) -> bool {
        true
    }
}

fn main() {}
