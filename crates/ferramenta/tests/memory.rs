//! What clients leave behind on the heap that have listened and are gone.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::time::{Duration, Instant};

use ferramenta::{Limits, Server};
use support::{Client, Request, Running, initialize};

#[global_allocator]
static HEAP: dhat::Alloc = dhat::Alloc;

const CLIENTS: usize = 200;
/// Less than one of the buffers that each connection has.
const SLACK: usize = 8 * 1024;
/// The longest that a server takes to see that clients have left.
const SETTLE: Duration = Duration::from_secs(20);

/// Bytes in use.
fn heap() -> usize {
    dhat::HeapStats::get().curr_bytes
}

/// Opens a stream in the modern era.
fn subscribe(server: &Running) -> Client {
    let wanted = "\"notifications\":{\"toolsListChanged\":true}";
    let mut client = server.connect();
    let request = Request::modern("subscriptions/listen", wanted);
    client.write(request.head() + &request.body);
    begun(client)
}

/// Opens a session, and its stream.
fn open_stream(server: &Running) -> Client {
    let opened = server.send(&Request::post(initialize().to_string()));
    let request = Request::post("")
        .at("GET /mcp")
        .with("Accept", "text/event-stream")
        .header("MCP-Protocol-Version", "2025-11-25")
        .header("Mcp-Session-Id", opened.header("mcp-session-id").unwrap());
    let mut client = server.connect();
    client.write(request.head());
    begun(client)
}

fn begun(mut client: Client) -> Client {
    assert_eq!(client.receive_head().status, 200);
    client.chunk().unwrap();
    client
}

/// Lets clients listen and leave, and gives the bytes in use before, with them, and once as few are in use as may be.
fn come_and_go(server: &Running, open: fn(&Running) -> Client) -> [usize; 3] {
    let before = heap();
    let clients: Vec<Client> = (0..CLIENTS).map(|_| open(server)).collect();
    let with = heap();
    drop(clients);
    let start = Instant::now();
    while heap() > before + SLACK && start.elapsed() < SETTLE {
        std::thread::yield_now();
    }
    [before, with, heap()]
}

#[test]
fn who_has_listened_leaves_nothing() {
    let _profiler = dhat::Profiler::builder().testing().build();
    let limits = Limits::default().listeners(CLIENTS);
    let server = Running::start(Server::new("Books").dynamic_tools().limits(limits));
    for open in [subscribe, open_stream] {
        // the tables have their room from the first on
        drop(open(&server));
        for _ in 0..2 {
            let [before, with, after] = come_and_go(&server, open);
            assert!(with > before + CLIENTS * SLACK, "{with} of {before}");
            assert!(after <= before + SLACK, "{after} of {before}");
        }
    }
}
