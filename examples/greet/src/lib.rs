//! A greeting service: each tool and each prompt is a type, made from the services that it names.
//!
//! [`steps`] shows how `greet` came to be; [`tools::GreetTool`] is where it has come to.

pub mod prompts;
pub mod resources;
pub mod services;
pub mod steps;
pub mod tools;

use ferramenta::{App, BearerTokens, Identity, Server};

use crate::services::{GuestBook, MemoryGuestBook, Phrasebook, Visit};

/// The variable that has the tokens of callers over HTTP, as `NAME=TOKEN`.
pub const TOKENS: &str = "GREET_TOKENS";

/// The greeting service: without identities, which [`app`] adds.
pub fn demo() -> Server {
    Server::new("Demo")
        .version("1.0.0")
        .instructions("Greet people by the name they give, and in no other way.")
        .service(MemoryGuestBook::default())
        .bind::<dyn GuestBook, MemoryGuestBook>(|book| book)
        .service(Phrasebook::default())
        .scoped(Visit::begin)
        .tools::<tools::All>()
        .prompts::<prompts::All>()
        .resources::<resources::All>()
}

/// The application: the same server at a path of HTTP, and on standard input and output.
pub fn app() -> App {
    let tokens = BearerTokens::from_env(TOKENS).or_anonymous();
    App::new()
        .web("/mcp/demo", demo().authenticate(tokens))
        .local(
            "demo",
            demo().stdio_identity(Identity::new("the local user")),
        )
}
