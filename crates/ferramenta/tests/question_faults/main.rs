//! What can go wrong with a question, one row a fault: over both transports, with real processes and sockets, in all
//! versions whose clients can be asked. Each row has the exact answer, and how often an effect has happened.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "../support/http.rs"]
mod http;
mod losses;
mod outcomes;
#[path = "../support/process.rs"]
mod process;
mod states;
mod unasked;
mod wire;

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};

use ferramenta::{
    BearerTokens, Identity, Inject, Limits, Messages, Questions, Reply, Server, StateKeys,
    ToolResult, prompt, resource, tool,
};
use process::is_asked;

/// The versions whose clients can be asked.
const ASKED: [&str; 3] = ["2025-06-18", "2025-11-25", "2026-07-28"];
const MODERN: &str = "2026-07-28";

/// How often what has happened.
#[derive(Default)]
struct Effects(Mutex<HashMap<String, usize>>);

impl Effects {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn happen(&self, title: &str) {
        *self.lock().entry(title.to_owned()).or_default() += 1;
    }
}

#[ferramenta::schema]
struct Name {
    #[arg(length(2..=10))]
    name: String,
}

async fn asked(questions: &Questions) -> ToolResult<String> {
    Ok(match questions.ask::<Name>("name", "Who?").await? {
        Reply::Accepted(Name { name }) => name,
        Reply::Declined => "declined".into(),
        Reply::Cancelled => "cancelled".into(),
    })
}

/// Has an effect before it asks, once for all rounds.
#[tool]
async fn once(title: String, effects: Inject<Effects>, questions: Questions) -> ToolResult<String> {
    let effect = async {
        effects.happen(&title);
        Ok(())
    };
    questions.once("effect", effect).await?;
    asked(&questions).await
}

/// Has an effect before it asks.
#[tool]
async fn before(
    title: String,
    effects: Inject<Effects>,
    questions: Questions,
) -> ToolResult<String> {
    effects.happen(&title);
    asked(&questions).await
}

/// Has an effect behind its question, as it should.
#[tool]
async fn behind(
    title: String,
    effects: Inject<Effects>,
    questions: Questions,
) -> ToolResult<String> {
    let name = asked(&questions).await?;
    effects.happen(&title);
    Ok(name)
}

/// Tell how often something has happened.
#[tool]
async fn count(title: String, effects: Inject<Effects>) -> usize {
    effects.lock().get(&title).copied().unwrap_or_default()
}

/// Asks in a prompt.
#[prompt]
async fn asking(questions: Questions) -> ToolResult<Messages> {
    Ok(Messages::new().user(asked(&questions).await?))
}

/// Asks in a resource.
#[resource("test://asking")]
async fn asking_resource(questions: Questions) -> ToolResult<String> {
    asked(&questions).await
}

fn keys(byte: u8) -> StateKeys {
    StateKeys::new([byte; 32], [])
}

fn server(name: &str) -> Server {
    let tokens = BearerTokens::new()
        .token("s3cret-a", Identity::new("ada"))
        .token("s3cret-b", Identity::new("bob"))
        .or_anonymous();
    Server::new(name)
        .service(Effects::default())
        .state_keys(keys(1))
        .authenticate(tokens)
        .tools::<(once, before, behind, count)>()
        .prompt::<asking>()
        .resource::<asking_resource>()
}

/// The process that the tests talk to.
#[test]
#[ignore = "serves on standard input and output, for other tests"]
fn serves() {
    if is_asked() {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build();
        // one call at a time: an answer gets through while it waits
        let limits = Limits::default().concurrent_calls(1);
        let served = server("Test").limits(limits).serve_stdio();
        runtime.unwrap().block_on(served).unwrap();
    }
}
