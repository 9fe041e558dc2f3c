//! Much of what clients usually do.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::{Barrier, Semaphore};

use super::{crowd, echo, is_own};
use crate::client::{Client, call, result, text};
use crate::tally::Tally;
use crate::{Address, Result};

/// Clients that open connections, one after the other.
const CLIENTS: usize = 100;

/// Each connection has one call and is closed, with nothing behind the answer.
pub(super) async fn many_connections(server: Address, connections: usize) -> Result<Tally> {
    crowd(CLIENTS, move |number| async move {
        let mut total = Tally::default();
        for turn in 0..connections / CLIENTS {
            let mut client = Client::open(server).await?;
            total += echo(&mut client, &format!("connection-{number}-{turn}")).await?;
            if !client.ends_in_silence().await? {
                return Err("something came behind an answer".into());
            }
        }
        Ok(total)
    })
    .await
}

/// All connections are open at once, and each has a call while they are.
pub(super) async fn open_at_once(server: Address, connections: usize) -> Result<Tally> {
    // the others would wait for the kernel to try again
    let opening = Arc::new(Semaphore::new(CLIENTS));
    let all_are_open = Arc::new(Barrier::new(connections));
    crowd(connections, move |number| {
        let (opening, all_are_open) = (Arc::clone(&opening), Arc::clone(&all_are_open));
        async move {
            let turn = opening.acquire().await?;
            let mut client = Client::open(server).await;
            drop(turn);
            // whatever has become of one, the others don't wait for it
            all_are_open.wait().await;
            let told = match &mut client {
                Ok(client) => echo(client, &format!("at-once-{number}")).await,
                Err(error) => Err(error.to_string().into()),
            };
            all_are_open.wait().await;
            told
        }
    })
    .await
}

/// Calls one after the other on connections that stay open.
pub(super) async fn kept_connections(
    server: Address,
    clients: usize,
    time: Duration,
) -> Result<Tally> {
    let start = Instant::now();
    crowd(clients, move |number| async move {
        let mut client = Client::open(server).await?;
        let mut total = Tally::default();
        while start.elapsed() < time {
            total += echo(&mut client, &format!("kept-{number}-{}", total.requests)).await?;
        }
        total.connections = 1;
        Ok(total)
    })
    .await
}

/// Calls that take a moment, until the server closes the connection or takes no more.
pub(crate) async fn load_until_closed(server: Address) -> Result<Tally> {
    crowd(64, |number| async move {
        let mut client = Client::open(server).await?;
        let mut total = Tally::default();
        loop {
            let nonce = format!("last-{number}-{}", total.requests);
            let request = call(&nonce, "slow", &json!({ "text": nonce, "ms": 50 }));
            let Some(response) = client.call(&request).await? else {
                total += Tally::closed();
                break;
            };
            if response.status == 503 {
                total += Tally::refused();
                break;
            }
            is_own(text(&result(&response, &nonce)?), &nonce)?;
            total += Tally::answered();
        }
        total.connections = 1;
        Ok(total)
    })
    .await
}
