//! Clients of 2025-11-25 over HTTP: with sessions, and without.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{crowd, is_own};
use crate::client::{Client, legacy_request, opening, post, result, text};
use crate::tally::Tally;
use crate::{Address, Result};

/// Calls without a session, one after the other on connections that stay open.
pub(super) async fn stateless(server: Address, clients: usize, time: Duration) -> Result<Tally> {
    let start = Instant::now();
    crowd(clients, move |number| async move {
        let mut client = Client::open(server).await?;
        let mut total = Tally::default();
        while start.elapsed() < time {
            let nonce = format!("stateless-{number}-{}", total.requests);
            total += echo(&mut client, &nonce, None).await?;
        }
        total.connections = 1;
        Ok(total)
    })
    .await
}

/// Sessions that are opened, used, listened to and ended; some of their clients vanish instead.
pub(super) async fn sessions(server: Address, clients: usize, time: Duration) -> Result<Tally> {
    let start = Instant::now();
    crowd(clients, move |number| async move {
        let mut total = Tally::default();
        while start.elapsed() < time {
            let nonce = format!("session-{number}-{}", total.requests);
            total += session(server, &nonce, number % 3 == 0).await?;
        }
        Ok(total)
    })
    .await
}

async fn session(server: Address, nonce: &str, vanishes: bool) -> Result<Tally> {
    let mut client = Client::open(server).await?;
    let request = legacy_request(nonce, "initialize", &opening(), None);
    let opened = client.call(&request).await?.ok_or("closed while opening")?;
    result(&opened, nonce)?;
    let id = opened.session.ok_or("no session was opened")?;
    let mut total = Tally::answered();
    for turn in 0..3 {
        total += echo(&mut client, &format!("{nonce}-{turn}"), Some(&id)).await?;
    }
    listen(server, &id).await?;
    if vanishes {
        let last = legacy_request("last", "tools/call", &slow(), Some(&id));
        client.stream.write_all(&last).await?;
        total += Tally::closed();
    } else {
        let end =
            format!("DELETE /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: {id}\r\n\r\n");
        let ended = client
            .call(end.as_bytes())
            .await?
            .ok_or("closed while ending")?;
        if !(200..300).contains(&ended.status) {
            return Err(format!("a session was ended with {}", ended.status).into());
        }
    }
    total.connections = 2;
    Ok(total)
}

/// Opens the stream of a session, reads its head, and goes.
async fn listen(server: Address, session: &str) -> Result<()> {
    let mut client = Client::open(server).await?;
    let open = format!(
        "GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: {session}\r\n\r\n"
    );
    client.stream.write_all(open.as_bytes()).await?;
    let mut head = [0; 12];
    client.stream.read_exact(&mut head).await?;
    match head.ends_with(b"200") {
        true => Ok(()),
        false => Err("a session has no stream".into()),
    }
}

fn slow() -> Value {
    json!({ "name": "slow", "arguments": { "text": "last", "ms": 1900 } })
}

async fn echo(client: &mut Client, nonce: &str, session: Option<&str>) -> Result<Tally> {
    let params = json!({ "name": "echo", "arguments": { "text": nonce } });
    let request = legacy_request(nonce, "tools/call", &params, session);
    let response = client
        .call(&request)
        .await?
        .ok_or("closed instead of an answer")?;
    is_own(text(&result(&response, nonce)?), nonce)?;
    Ok(Tally::answered())
}

/// Bodies that are more together than the server takes: some are refused, and the others answered.
pub(super) async fn large_bodies(server: Address, clients: usize) -> Result<Tally> {
    let total = crowd(clients, move |number| async move {
        let nonce = format!("body-{number}");
        let filling = "x".repeat(1 << 20);
        let body = json!({
            "jsonrpc": "2.0", "id": nonce, "method": "tools/call",
            "params": { "name": "echo", "arguments": { "text": nonce }, "filling": filling },
        });
        let bytes = post("MCP-Protocol-Version: 2025-11-25\r\n", &body.to_string());
        let (first, last) = bytes.split_at(bytes.len() - 1000);
        let mut client = Client::open(server).await?;
        // what is refused may be closed before all of it is sent
        if client.stream.write_all(first).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(700)).await;
            let _ = client.stream.write_all(last).await;
        }
        Ok(match client.receive().await? {
            None => Tally::closed(),
            Some(response) if response.status >= 400 => Tally::refused(),
            Some(response) => {
                is_own(text(&result(&response, &nonce)?), &nonce)?;
                Tally::answered()
            }
        })
    })
    .await?;
    match total.answered {
        0 => Err("no body was taken".into()),
        all if all == total.requests => Err("every body was taken".into()),
        _ => Ok(total),
    }
}
