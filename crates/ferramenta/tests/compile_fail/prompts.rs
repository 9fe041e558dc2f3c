#![allow(unused)]

use ferramenta::{Args, Inject, IntoMessages, Messages, Server, prompt};

#[prompt]
async fn answers_with_a_number(title: String) -> u32 {
    5
}

#[prompt(read_only, titel = "Review", output = none)]
async fn says_what_tools_say() -> Messages {
    Messages::new()
}

struct Talk;

impl Talk {
    #[prompt]
    async fn begin(&self) -> &'static str {
        "Hello!"
    }
}

#[prompt]
async fn takes_anything<T>(value: T) -> &'static str {
    "anything"
}

#[prompt(name = "write a review")]
async fn has_spaces() -> &'static str {
    "a review"
}

#[ferramenta::schema]
struct Book {
    title: String,
}

#[prompt]
async fn takes_two_objects(one: Args<Book>, other: Args<Book>) -> &'static str {
    "two books"
}

#[prompt]
async fn borrows(title: &str, #[arg(header = "Region")] region: String) -> impl IntoMessages {
    "hello"
}

#[derive(Inject)]
struct WithoutHandle;

#[prompt]
impl WithoutHandle {
    async fn fill(&self) -> &'static str {
        "nothing"
    }
}

struct Generic<T>(T);

#[prompt]
impl<T> Generic<T> {
    async fn handle(&self) -> &'static str {
        "generic"
    }
}

#[prompt]
struct Review {
    title: String,
}

fn main() {
    Server::new("t")
        .prompt::<Talk>()
        .prompts::<(has_spaces, Book)>();
}
