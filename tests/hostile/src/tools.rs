use std::{process::Command, thread, time::Duration};

use ferramenta::{Context, Inject, Progress, ToolError, ToolResult, tool};

use crate::counts::{Counts, Snapshot};

pub(crate) type Tools = (
    count,
    reach,
    (echo, slow, block, panic, print, fail),
    (typed, progress, header),
);

/// Tell what handlers did so far; doesn't count itself.
#[tool]
pub(crate) async fn count(counts: Inject<Counts>) -> String {
    counts.now().to_string()
}

/// Wait until handlers did so much; doesn't count itself, and isn't bound by the time limit of others.
#[tool(timeout = "60s")]
pub(crate) async fn reach(
    counts: Inject<Counts>,
    #[arg(default = 0)] runs: u32,
    #[arg(default = 0)] finished: u32,
    #[arg(default = 0)] cut: u32,
) -> String {
    let least = Snapshot {
        runs,
        finished,
        cut,
        most: 0,
    };
    counts.reach(least).await.to_string()
}

/// Repeat the text.
#[tool]
pub(crate) async fn echo(counts: Inject<Counts>, text: String) -> String {
    counts.begin().finish();
    text
}

/// Wait, and be dropped when nobody waits any more.
#[tool]
pub(crate) async fn slow(counts: Inject<Counts>, ms: u64) -> String {
    let running = counts.begin();
    eprintln!("slow begins");
    tokio::time::sleep(Duration::from_millis(ms)).await;
    running.finish();
    "slept".into()
}

/// Block a thread until the time is over or nobody waits any more.
#[tool]
pub(crate) fn block(cx: Context, counts: Inject<Counts>, ms: u64) -> String {
    const STEP: Duration = Duration::from_millis(5);
    let running = counts.begin();
    let mut left = Duration::from_millis(ms);
    while !left.is_zero() {
        if cx.is_cancelled() {
            return "cancelled".into();
        }
        thread::sleep(STEP);
        left = left.saturating_sub(STEP);
    }
    running.finish();
    "blocked".into()
}

/// Panic, on a thread of the pool or not.
#[tool]
pub(crate) async fn panic(
    counts: Inject<Counts>,
    #[arg(default = false)] on_thread: bool,
) -> ToolResult<String> {
    let _running = counts.begin();
    if on_thread {
        tokio::task::spawn_blocking(|| panic!("a secret")).await?;
    }
    panic!("a secret");
}

/// Print to standard output, where messages belong, and let a child do it as well.
#[tool]
pub(crate) fn print(counts: Inject<Counts>) -> ToolResult<String> {
    let running = counts.begin();
    println!("printed by the tool");
    print!("{{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{{}}}}");
    Command::new("sh")
        .args(["-c", "echo printed by a child; cat"])
        .status()?;
    running.finish();
    Ok("printed".into())
}

/// Fail as asked: `visible` to the model, `hidden` from it.
#[tool]
pub(crate) async fn fail(counts: Inject<Counts>, kind: String) -> ToolResult<String> {
    let _running = counts.begin();
    match kind.as_str() {
        "visible" => Err(ToolError::new("The shelf is empty.").into()),
        _ => Ok(std::fs::read_to_string("/no/such/secret")?),
    }
}

/// Take an argument of each kind.
#[tool]
#[expect(clippy::too_many_arguments, reason = "one of each kind")]
pub(crate) async fn typed(
    counts: Inject<Counts>,
    small: u8,
    large: i64,
    ratio: f64,
    flag: bool,
    #[arg(length(1..=8))] word: String,
    list: Vec<u32>,
    maybe: Option<String>,
    #[arg(default = 7)] seven: u8,
) -> String {
    counts.begin().finish();
    format!("{small} {large} {ratio} {flag} {word} {list:?} {maybe:?} {seven}")
}

/// Report progress, steps in all.
#[tool]
pub(crate) async fn progress(counts: Inject<Counts>, progress: Progress, steps: u32) -> String {
    let running = counts.begin();
    for step in 1..=steps {
        progress.report_of(step, steps);
        tokio::task::yield_now().await;
    }
    running.finish();
    "done".into()
}

/// Tell the region, which a header repeats.
#[tool]
pub(crate) async fn header(
    counts: Inject<Counts>,
    #[arg(header = "Region")] region: String,
    #[arg(header = "Level")] level: Option<u8>,
) -> String {
    counts.begin().finish();
    format!("{region} {level:?}")
}
