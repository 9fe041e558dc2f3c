//! Handlers that don't do what they should.

use serde_json::{Value, json};

use super::{crowd, echo};
use crate::client::{Client, call, result};
use crate::tally::Tally;
use crate::{Address, Result};

/// Each is answered with an error of the tool, and the next call on the same connection is fine.
pub(super) async fn faults(server: Address, clients: usize) -> Result<Tally> {
    crowd(clients, move |number| async move {
        let tool = ["hang", "block", "panic", "leak"][number % 4];
        let mut client = Client::open(server).await?;
        let mut total = fault(&mut client, tool, &format!("{tool}-{number}")).await?;
        total += echo(&mut client, &format!("after-{tool}-{number}")).await?;
        total.connections = 1;
        Ok(total)
    })
    .await
}

/// Answers that are larger than any may be, or never end.
pub(super) async fn huge_answers(
    server: Address,
    tool: &'static str,
    clients: usize,
) -> Result<Tally> {
    crowd(clients, move |number| async move {
        let mut total = Tally::default();
        let mut client = Client::open(server).await?;
        for turn in 0..3 {
            total += fault(&mut client, tool, &format!("{tool}-{number}-{turn}")).await?;
        }
        total.connections = 1;
        Ok(total)
    })
    .await
}

async fn fault(client: &mut Client, tool: &str, nonce: &str) -> Result<Tally> {
    let response = client.call(&call(nonce, tool, &json!({}))).await?;
    let Some(response) = response else {
        return Err(format!("the connection of {nonce} was closed instead of an answer").into());
    };
    judge(tool, nonce, &result(&response, nonce)?)
}

/// Whether it is what has to become of a call of such a tool.
pub(super) fn judge(tool: &str, nonce: &str, result: &Value) -> Result<Tally> {
    match (tool, result["isError"] == true) {
        ("leak", false) => Ok(Tally::answered()),
        ("leak", true) | (_, false) => Err(format!("{nonce} was answered with {result}").into()),
        (_, true) => Ok(Tally {
            panics: u64::from(tool == "panic"),
            ..Tally::refused()
        }),
    }
}
