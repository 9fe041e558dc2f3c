//! Clients that don't do what they should.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::sleep;

use super::{crowd, is_own};
use crate::client::{Client, Response, call, request, result, text};
use crate::tally::Tally;
use crate::{Address, Result};

/// Longer than the server waits for somebody who takes nothing, with time to write what fills the buffers on the way.
const TOO_LONG: Duration = Duration::from_secs(10);

/// Half of them write slowly and are answered; the others stop within their head or body and are closed, or told so.
pub(super) async fn slow_writers(server: Address, clients: usize) -> Result<Tally> {
    crowd(clients, move |number| async move {
        let nonce = format!("writer-{number}");
        let bytes = call(&nonce, "echo", &json!({ "text": nonce }));
        let mut client = Client::open(server).await?;
        let end = match number % 4 {
            0 => 40,
            1 => bytes.len() - 10,
            _ => bytes.len(),
        };
        for part in bytes[..end].chunks(64) {
            // whose connection was closed meanwhile, for it took too long on a busy machine, learns of that below
            if client.stream.write_all(part).await.is_err() {
                break;
            }
            sleep(Duration::from_millis(40)).await;
        }
        match client.receive().await? {
            None => Ok(Tally::closed()),
            Some(response) if end < bytes.len() && (400..500).contains(&response.status) => {
                Ok(Tally::refused())
            }
            Some(response) => {
                is_own(text(&result(&response, &nonce)?), &nonce)?;
                Ok(Tally::answered())
            }
        }
    })
    .await
}

/// Answers that one who takes nothing has asked for: more than buffers on the way can hold.
const UNREAD: usize = 16;

/// Half of them take their megabytes slowly and get all of them; the others take nothing for too long, and their
/// connection is cut.
pub(super) async fn slow_readers(server: Address, clients: usize) -> Result<Tally> {
    crowd(clients, move |number| async move {
        if number % 2 == 0 {
            slow_reader(server, &format!("reader-{number}")).await
        } else {
            no_reader(server, &format!("no-reader-{number}")).await
        }
    })
    .await
}

async fn slow_reader(server: Address, nonce: &str) -> Result<Tally> {
    let mut client = Client::open(server).await?;
    client.stream.write_all(&big(nonce)).await?;
    sleep(Duration::from_secs(1)).await;
    let response = client.receive().await?.ok_or("a slow reader was cut off")?;
    is_own_of_big(&response, nonce)?;
    Ok(Tally::answered())
}

async fn no_reader(server: Address, nonce: &str) -> Result<Tally> {
    let mut client = Client::open_narrow(server).await?;
    let nonces: Vec<String> = (0..UNREAD).map(|turn| format!("{nonce}-{turn}")).collect();
    let requests: Vec<u8> = nonces.iter().flat_map(|nonce| big(nonce)).collect();
    client.stream.write_all(&requests).await?;
    sleep(TOO_LONG).await;
    let mut total = Tally::default();
    for nonce in &nonces {
        total += match client.receive().await? {
            None => Tally::closed(),
            Some(response) => {
                is_own_of_big(&response, nonce)?;
                Tally::answered()
            }
        };
    }
    total.connections = 1;
    if total.closed == 0 {
        return Err(format!("{nonce} took nothing, and was never cut off").into());
    }
    Ok(total)
}

fn big(nonce: &str) -> Vec<u8> {
    call(nonce, "big", &json!({ "text": nonce }))
}

fn is_own_of_big(response: &Response, nonce: &str) -> Result<()> {
    let result = result(response, nonce)?;
    is_own(text(&result).trim_end_matches('x'), nonce)
}

/// Clients that send a part, or all, or nothing, and vanish with or without a word.
pub(super) async fn half_open(server: Address, clients: usize) -> Result<Tally> {
    crowd(clients, move |number| async move {
        let nonce = format!("half-{number}");
        let bytes = call(&nonce, "slow", &json!({ "text": nonce, "ms": 500 }));
        let mut client = Client::open(server).await?;
        let end = [0, 30, bytes.len() - 5, bytes.len()][number % 4];
        client.stream.write_all(&bytes[..end]).await?;
        match number / 4 % 3 {
            0 => {}
            1 => client.stream.shutdown().await?,
            _ => {
                let reply = client.receive().await?;
                return match reply {
                    None => Ok(Tally::closed()),
                    Some(response) if end < bytes.len() && response.status >= 400 => {
                        Ok(Tally::refused())
                    }
                    Some(response) => {
                        is_own(text(&result(&response, &nonce)?), &nonce)?;
                        Ok(Tally::answered())
                    }
                };
            }
        }
        Ok(Tally::closed())
    })
    .await
}

/// Clients that listen, and go.
pub(super) async fn subscriptions(
    server: Address,
    clients: usize,
    time: Duration,
) -> Result<Tally> {
    let start = Instant::now();
    crowd(clients, move |number| async move {
        let mut total = Tally::default();
        while start.elapsed() < time {
            let id = format!("listener-{number}-{}", total.requests);
            let params = json!({ "notifications": { "toolsListChanged": true } });
            let mut client = Client::open(server).await?;
            client
                .stream
                .write_all(&request(&id, "subscriptions/listen", None, params))
                .await?;
            let mut received = String::new();
            while !received.contains(&id) {
                let mut part = [0; 2048];
                let count = client.stream.read(&mut part).await?;
                if count == 0 {
                    return Err(format!("{id} was not acknowledged: {received}").into());
                }
                received.push_str(&String::from_utf8_lossy(&part[..count]));
            }
            total += Tally::answered();
        }
        Ok(total)
    })
    .await
}

/// Calls whose client goes before they are answered.
pub(super) async fn cancellations(
    server: Address,
    clients: usize,
    time: Duration,
) -> Result<Tally> {
    let start = Instant::now();
    crowd(clients, move |number| async move {
        let mut total = Tally::default();
        while start.elapsed() < time {
            let nonce = format!("cancelled-{number}-{}", total.requests);
            let mut client = Client::open(server).await?;
            let bytes = call(&nonce, "slow", &json!({ "text": nonce, "ms": 1900 }));
            client.stream.write_all(&bytes).await?;
            sleep(Duration::from_millis(number as u64 % 20)).await;
            total += Tally::closed();
        }
        Ok(total)
    })
    .await
}
