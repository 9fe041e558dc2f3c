//! What a server is worn out with over its standard input and output, where one client has many calls under way.

use std::future::Future;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::time::sleep;

use super::{crowd, is_own};
use crate::Result;
use crate::client::{result_of, text};
use crate::stdio::Pipe;
use crate::tally::Tally;

/// Calls from many tasks, of which some take a moment: answers come in any order.
pub(super) async fn calls(pipe: Pipe, time: Duration) -> Result<Tally> {
    let start = Instant::now();
    many(&pipe, 64, move |pipe, number| async move {
        let mut total = Tally::default();
        while start.elapsed() < time {
            let nonce = format!("piped-{number}-{}", total.requests);
            total += match number % 2 {
                0 => echo(&pipe, "echo", &nonce, json!({ "text": nonce })).await?,
                _ => {
                    echo(
                        &pipe,
                        "slow",
                        &nonce,
                        json!({ "text": nonce, "ms": number }),
                    )
                    .await?
                }
            };
        }
        Ok(total)
    })
    .await
}

/// Calls that are cancelled when they have begun.
pub(super) async fn cancellations(pipe: Pipe, time: Duration) -> Result<Tally> {
    let start = Instant::now();
    many(&pipe, 100, move |pipe, number| async move {
        let mut total = Tally::default();
        while start.elapsed() < time {
            let nonce = format!("given-up-{number}-{}", total.requests);
            pipe.begin(&nonce, "slow", json!({ "text": nonce, "ms": 1900 }))
                .await?;
            sleep(Duration::from_millis(number as u64 % 20)).await;
            pipe.cancel(&nonce).await?;
            total += Tally::closed();
        }
        Ok(total)
    })
    .await
}

/// Each is answered with an error of the tool, and the next call is fine.
pub(super) async fn faults(pipe: Pipe, _: Duration) -> Result<Tally> {
    many(&pipe, 120, |pipe, number| async move {
        let tool = ["hang", "block", "panic", "leak"][number % 4];
        let nonce = format!("{tool}-{number}");
        let mut total = fault(&pipe, tool, &nonce).await?;
        let after = format!("after-{nonce}");
        total += echo(&pipe, "echo", &after, json!({ "text": after })).await?;
        Ok(total)
    })
    .await
}

/// Answers that are larger than any may be.
pub(super) async fn huge(pipe: Pipe, _: Duration) -> Result<Tally> {
    many(&pipe, 3, |pipe, number| async move {
        fault(&pipe, "huge", &format!("huge-{number}")).await
    })
    .await
}

/// Answers that never end.
pub(super) async fn endless(pipe: Pipe, _: Duration) -> Result<Tally> {
    many(&pipe, 32, |pipe, number| async move {
        fault(&pipe, "endless", &format!("endless-{number}")).await
    })
    .await
}

/// Megabytes that nobody reads for a while, and all of them then.
pub(super) async fn slow_reader(pipe: Pipe, time: Duration) -> Result<Tally> {
    let held_up = pipe.reading.clone().lock_owned().await;
    let waking = tokio::spawn(async move {
        sleep(time).await;
        drop(held_up);
    });
    let total = many(&pipe, 16, |pipe, number| async move {
        let nonce = format!("unread-{number}");
        let Some(answer) = pipe.call(&nonce, "big", json!({ "text": nonce })).await? else {
            return Err("the server ended".into());
        };
        is_own(
            text(&result_of(answer, &nonce)?).trim_end_matches('x'),
            &nonce,
        )?;
        Ok(Tally::answered())
    })
    .await;
    waking.await?;
    total
}

/// A call as any client makes it.
pub(crate) async fn usual_of_pipe(pipe: &Pipe) -> Result<()> {
    echo(pipe, "echo", "as usual", json!({ "text": "as usual" })).await?;
    Ok(())
}

/// Has the server use what it keeps from then on.
pub(crate) async fn warm_pipe(pipe: &Pipe) -> Result<()> {
    calls(pipe.clone(), Duration::from_millis(500)).await?;
    Ok(())
}

/// Calls that take a moment, until the server ends.
pub(crate) async fn load_until_ended(pipe: Pipe) -> Result<Tally> {
    many(&pipe, 64, |pipe, number| async move {
        let mut total = Tally::default();
        loop {
            let nonce = format!("last-{number}-{}", total.requests);
            let arguments = json!({ "text": nonce, "ms": 50 });
            let Some(answer) = pipe.call(&nonce, "slow", arguments).await? else {
                total += Tally::closed();
                return Ok(total);
            };
            if answer.get("error").is_some() {
                // what comes when it stops is refused
                total += Tally::refused();
                continue;
            }
            is_own(text(&result_of(answer, &nonce)?), &nonce)?;
            total += Tally::answered();
        }
    })
    .await
}

async fn echo(pipe: &Pipe, tool: &str, nonce: &str, arguments: Value) -> Result<Tally> {
    let Some(answer) = pipe.call(nonce, tool, arguments).await? else {
        return Err("the server ended instead of answering".into());
    };
    is_own(text(&result_of(answer, nonce)?), nonce)?;
    Ok(Tally::answered())
}

async fn fault(pipe: &Pipe, tool: &str, nonce: &str) -> Result<Tally> {
    let Some(answer) = pipe.call(nonce, tool, json!({})).await? else {
        return Err(format!("the server ended instead of answering {nonce}").into());
    };
    super::faults::judge(tool, nonce, &result_of(answer, nonce)?)
}

/// Runs so many at once on one pipe, on which nothing may come that nobody has asked for.
async fn many<F>(pipe: &Pipe, count: usize, one: impl Fn(Pipe, usize) -> F) -> Result<Tally>
where
    F: Future<Output = Result<Tally>> + Send + 'static,
{
    let mut total = crowd(count, |number| one(pipe.clone(), number)).await?;
    total.connections = 1;
    match pipe.strays().first() {
        Some(stray) => Err(format!("nobody waits for this: {stray}").into()),
        None => Ok(total),
    }
}
