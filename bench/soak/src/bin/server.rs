//! The server that is worn out: its handlers answer, hang, block, panic, leak and return far too much.
//!
//! Its bounds are short, so that what they end is ended within a run.

use std::{thread, time::Duration};

use ferramenta::{Limits, Server, Structured, tool};
use schemars::JsonSchema;
use serde::{Serialize, Serializer, ser::SerializeSeq};

/// Gives back what is free, so that what stays is what the server keeps.
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Longest time of a call.
const CALL: Duration = Duration::from_secs(2);

fn main() -> ferramenta::Result<()> {
    let limits = Limits::default()
        .call(CALL)
        .head(Duration::from_secs(2))
        .body(Duration::from_secs(2))
        .write(Duration::from_secs(2))
        .drain(Duration::from_secs(3))
        .connections(11_000)
        .concurrent_calls(4096)
        .bodies(32 << 20);
    Server::new("soak")
        .version(env!("CARGO_PKG_VERSION"))
        .limits(limits)
        .dynamic_tools()
        .tools::<(echo, slow, big, huge, endless, hang, block, panic, leak)>()
        .run()
}

/// Repeat the text.
#[tool(inline)]
fn echo(text: String) -> String {
    text
}

/// Repeat the text after some time.
#[tool]
async fn slow(text: String, ms: u64) -> String {
    tokio::time::sleep(Duration::from_millis(ms)).await;
    text
}

/// Repeat the text, and 1 MiB after it.
#[tool]
async fn big(text: String) -> String {
    text + &"x".repeat(1 << 20)
}

/// Return 100 MiB, which is more than any result may have.
#[tool]
async fn huge() -> String {
    "x".repeat(100 << 20)
}

/// Return a list without an end.
#[tool]
async fn endless() -> Structured<Endless> {
    Structured(Endless(Vec::new()))
}

/// A list without an end.
#[derive(JsonSchema)]
#[schemars(transparent)]
struct Endless(#[expect(dead_code, reason = "for the schema")] Vec<u64>);

impl Serialize for Endless {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        loop {
            list.serialize_element(&1)?;
        }
    }
}

/// Never come back.
#[tool]
async fn hang() -> String {
    std::future::pending().await
}

/// Block a thread for longer than a call may take.
#[tool]
fn block() -> String {
    thread::sleep(CALL + Duration::from_millis(500));
    "too late".into()
}

/// Panic.
#[tool]
async fn panic() -> String {
    panic!("as it was asked to")
}

/// Keep a thousand bytes for ever.
#[tool]
async fn leak() -> usize {
    Box::leak(vec![1_u8; 1000].into_boxed_slice()).len()
}
