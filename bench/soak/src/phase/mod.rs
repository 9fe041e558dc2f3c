//! The phases: each drives the server in one way, and accounts for every request.

mod clients;
mod faults;
mod load;

use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use serde_json::json;

pub(crate) use self::load::load_until_closed;
use crate::client::{Client, call, result, text};
use crate::tally::Tally;
use crate::{Address, Result};

/// One way to wear the server out.
pub(crate) struct Phase {
    pub(crate) name: &'static str,
    /// Runs it for about so long.
    pub(crate) run: fn(Address, Duration) -> Running,
}

type Running = Pin<Box<dyn Future<Output = Result<Tally>> + Send>>;

/// All phases, in their order.
pub(crate) const PHASES: &[Phase] = &[
    Phase {
        name: "10,000 connections",
        run: |server, _| Box::pin(load::many_connections(server)),
    },
    Phase {
        name: "calls on kept connections",
        run: |server, time| Box::pin(load::kept_connections(server, time)),
    },
    Phase {
        name: "slow writers",
        run: |server, _| Box::pin(clients::slow_writers(server)),
    },
    Phase {
        name: "slow readers",
        run: |server, _| Box::pin(clients::slow_readers(server)),
    },
    Phase {
        name: "half-open connections",
        run: |server, _| Box::pin(clients::half_open(server)),
    },
    Phase {
        name: "subscriptions",
        run: |server, time| Box::pin(clients::subscriptions(server, time)),
    },
    Phase {
        name: "cancellations",
        run: |server, time| Box::pin(clients::cancellations(server, time)),
    },
    Phase {
        name: "handlers that hang, block and panic",
        run: |server, _| Box::pin(faults::faults(server)),
    },
    Phase {
        name: "answers of 100 MiB",
        run: |server, _| Box::pin(faults::huge_answers(server)),
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
    load::kept_connections(server, Duration::from_millis(500)).await?;
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
