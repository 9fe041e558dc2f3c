//! The phases: each drives the server in one way, and accounts for every request.

mod clients;
mod everything;
mod faults;
mod legacy;
mod load;
mod stdio;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use serde_json::json;

pub(crate) use self::everything::{OF_EVERYTHING, everything, flat, sample};
pub(crate) use self::load::load_until_closed;
pub(crate) use self::stdio::{load_until_ended, usual_of_pipe, warm_pipe};
use crate::client::{Client, call, result, text};
use crate::stdio::Pipe;
use crate::tally::Tally;
use crate::{Address, Result};

/// One way to wear the server out.
pub(crate) struct Phase<On> {
    pub(crate) name: &'static str,
    /// Memory that its handlers have at once, in MiB.
    pub(crate) of_handlers: u64,
    /// Runs it, for so long where it can last as long as one likes.
    pub(crate) run: fn(On, Duration) -> Running,
}

type Running = Pin<Box<dyn Future<Output = Result<Tally>> + Send>>;

/// All phases over HTTP, in their order.
pub(crate) const PHASES: &[Phase<Address>] = &[
    Phase {
        name: "10,000 connections, 100 at a time",
        of_handlers: 0,
        run: |server, _| Box::pin(load::many_connections(server, 10_000)),
    },
    Phase {
        name: "10,000 connections at once",
        of_handlers: 0,
        run: |server, _| Box::pin(load::open_at_once(server, 10_000)),
    },
    Phase {
        name: "calls on kept connections",
        of_handlers: 0,
        run: |server, time| Box::pin(load::kept_connections(server, 64, time)),
    },
    Phase {
        name: "calls of 2025-11-25 without a session",
        of_handlers: 0,
        run: |server, time| Box::pin(legacy::stateless(server, 64, time)),
    },
    Phase {
        name: "sessions of 2025-11-25",
        of_handlers: 0,
        run: |server, time| Box::pin(legacy::sessions(server, 64, time)),
    },
    Phase {
        name: "slow writers",
        of_handlers: 0,
        run: |server, _| Box::pin(clients::slow_writers(server, 200)),
    },
    Phase {
        name: "slow readers",
        of_handlers: 0,
        run: |server, _| Box::pin(clients::slow_readers(server, 16)),
    },
    Phase {
        name: "half-open connections",
        of_handlers: 0,
        run: |server, _| Box::pin(clients::half_open(server, 500)),
    },
    Phase {
        name: "bodies beyond their bound",
        of_handlers: 0,
        run: |server, _| Box::pin(legacy::large_bodies(server, 100)),
    },
    Phase {
        name: "subscriptions",
        of_handlers: 0,
        run: |server, time| Box::pin(clients::subscriptions(server, 200, time)),
    },
    Phase {
        name: "cancellations",
        of_handlers: 0,
        run: |server, time| Box::pin(clients::cancellations(server, 200, time)),
    },
    Phase {
        name: "handlers that hang, block, panic and leak",
        of_handlers: 0,
        run: |server, _| Box::pin(faults::faults(server, 240)),
    },
    Phase {
        name: "answers of 100 MiB",
        of_handlers: 300,
        run: |server, _| Box::pin(faults::huge_answers(server, "huge", 3)),
    },
    Phase {
        name: "answers without an end",
        of_handlers: 0,
        run: |server, _| Box::pin(faults::huge_answers(server, "endless", 32)),
    },
];

/// All phases over standard input and output, in their order.
pub(crate) const STDIO_PHASES: &[Phase<Pipe>] = &[
    Phase {
        name: "calls in any order",
        of_handlers: 0,
        run: |pipe, time| Box::pin(stdio::calls(pipe, time)),
    },
    Phase {
        name: "cancellations",
        of_handlers: 0,
        run: |pipe, time| Box::pin(stdio::cancellations(pipe, time)),
    },
    Phase {
        name: "slow reader",
        of_handlers: 0,
        run: |pipe, time| Box::pin(stdio::slow_reader(pipe, time)),
    },
    Phase {
        name: "handlers that hang, block, panic and leak",
        of_handlers: 0,
        run: |pipe, time| Box::pin(stdio::faults(pipe, time)),
    },
    Phase {
        name: "answers of 100 MiB",
        of_handlers: 300,
        run: |pipe, time| Box::pin(stdio::huge(pipe, time)),
    },
    Phase {
        name: "answers without an end",
        of_handlers: 0,
        run: |pipe, time| Box::pin(stdio::endless(pipe, time)),
    },
];

/// A call as any client makes it.
pub(crate) async fn usual(server: Address) -> Result<()> {
    let mut client = Client::open(server).await?;
    echo(&mut client, "as usual").await?;
    Ok(())
}

/// Has the server use what it keeps from then on: its threads, its buffers.
pub(crate) async fn warm(server: Address) -> Result<()> {
    load::kept_connections(server, 64, Duration::from_millis(500)).await?;
    // connections that are closed take a moment to be given back
    tokio::time::sleep(Duration::from_millis(500)).await;
    Ok(())
}

/// Calls `echo` with a text of its own, which has to come back.
async fn echo(client: &mut Client, nonce: &str) -> Result<Tally> {
    let response = client
        .call(&call(nonce, "echo", &json!({ "text": nonce })))
        .await?;
    let Some(response) = response else {
        return Err("a connection was closed instead of an answer".into());
    };
    is_own(text(&result(&response, nonce)?), nonce)?;
    Ok(Tally::answered())
}

fn is_own(text: &str, nonce: &str) -> Result<()> {
    if text == nonce {
        return Ok(());
    }
    let text: String = text.chars().take(100).collect();
    Err(format!("{nonce} received the answer {text}").into())
}

/// Runs so many clients at once, and adds up what became of them.
async fn crowd<F>(count: usize, client: impl Fn(usize) -> F) -> Result<Tally>
where
    F: Future<Output = Result<Tally>> + Send + 'static,
{
    let clients: Vec<_> = (0..count)
        .map(|number| tokio::spawn(client(number)))
        .collect();
    let mut total = Tally::default();
    for client in clients {
        total += client.await??;
    }
    Ok(total)
}
