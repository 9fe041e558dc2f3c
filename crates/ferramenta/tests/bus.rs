//! Servers that share a bus: what one changes, the others tell their clients.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use ferramenta::{BuiltServer, Bus, Failure, Heard, ResourceDef, Server, TestClient, tool};
use serde_json::{Value, json};
use tokio::sync::{
    Notify,
    broadcast::{self, error::RecvError},
};

/// A bus of servers in one process, of which tests know what it does.
#[derive(Clone)]
struct Hall(Arc<Inner>);

struct Inner {
    messages: broadcast::Sender<String>,
    sent: Mutex<Vec<String>>,
    /// Who hears so far.
    hearing: AtomicUsize,
    changed: Notify,
    /// Nothing can be sent.
    closed: AtomicBool,
    failures: AtomicUsize,
    /// Hearing ends as soon as it has begun, so often.
    breaks: AtomicUsize,
}

impl Hall {
    fn new() -> Self {
        Self(Arc::new(Inner {
            messages: broadcast::channel(16).0,
            sent: Mutex::default(),
            hearing: AtomicUsize::new(0),
            changed: Notify::new(),
            closed: AtomicBool::new(false),
            failures: AtomicUsize::new(0),
            breaks: AtomicUsize::new(0),
        }))
    }

    fn sent(&self) -> Vec<String> {
        self.0.sent.lock().unwrap().clone()
    }

    /// Waits until something is so.
    async fn until(&self, is_so: impl Fn(&Inner) -> bool) {
        loop {
            let changed = self.0.changed.notified();
            if is_so(&self.0) {
                return;
            }
            changed.await;
        }
    }
}

impl Bus for Hall {
    async fn publish(&self, message: &str) -> Result<(), Failure> {
        let Inner { messages, sent, .. } = &*self.0;
        let closed = self.0.closed.load(Ordering::Relaxed);
        if closed {
            self.0.failures.fetch_add(1, Ordering::Relaxed);
        } else {
            sent.lock().unwrap().push(message.to_owned());
            // an error says that nobody hears it
            let _ = messages.send(message.to_owned());
        }
        self.0.changed.notify_waiters();
        if closed {
            Err(Failure::hidden("closed"))
        } else {
            Ok(())
        }
    }

    async fn subscribe(&self, heard: &Heard) -> Result<(), Failure> {
        let mut messages = self.0.messages.subscribe();
        heard.missed();
        self.0.hearing.fetch_add(1, Ordering::Relaxed);
        self.0.changed.notify_waiters();
        let fewer = |breaks: usize| breaks.checked_sub(1);
        if self
            .0
            .breaks
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer)
            .is_ok()
        {
            panic!("the line breaks");
        }
        loop {
            match messages.recv().await {
                Ok(message) => heard.message(&message),
                Err(RecvError::Lagged(_)) => heard.missed(),
                Err(RecvError::Closed) => return Ok(()),
            }
        }
    }
}

/// Say something.
#[tool]
async fn say() {}

const BOOK: &str = "shop://books/1";

fn replica(bus: &Hall) -> BuiltServer {
    let books = ResourceDef::new("shop://books/{id}").handler(
        (ferramenta::ParamSpec::new("id"),),
        |(id,): (String,)| async move { id },
    );
    let server = Server::new("Shop")
        .resource_updates()
        .dynamic_tools()
        .resource_value(books);
    server.bus(bus.clone()).build().unwrap()
}

/// A client that has subscribed, and a server that hears.
async fn listening(bus: &Hall, server: &BuiltServer) -> TestClient {
    let before = bus.0.hearing.load(Ordering::Relaxed);
    let client = TestClient::of(server).legacy("2025-11-25");
    client
        .request("resources/subscribe", json!({ "uri": BOOK }))
        .await
        .assert_ok();
    bus.until(|inner| inner.hearing.load(Ordering::Relaxed) > before)
        .await;
    client.notifications();
    client
}

/// The next notifications.
async fn told(client: &TestClient) -> Vec<Value> {
    let waiting = async {
        loop {
            let told = client.notifications();
            if !told.is_empty() {
                return told;
            }
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), waiting)
        .await
        .expect("a notification")
}

fn updated() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/resources/updated", "params": { "uri": BOOK } })
}

fn tools_changed() -> Value {
    json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": {} })
}

#[tokio::test]
async fn what_one_server_changes_all_tell() {
    let bus = Hall::new();
    let (one, other) = (replica(&bus), replica(&bus));
    let here = listening(&bus, &one).await;
    let there = listening(&bus, &other).await;
    one.notices().unwrap().resource_updated("SHOP://books/%31");
    assert_eq!(told(&here).await, [updated()]);
    assert_eq!(told(&there).await, [updated()]);
    other
        .tool_registry()
        .unwrap()
        .update(|tools| tools.add::<say>())
        .unwrap();
    assert_eq!(told(&here).await, [tools_changed()]);
    assert_eq!(told(&there).await, [tools_changed()]);
    one.notices().unwrap().resource_updated("shop://books/2");
    bus.until(|inner| inner.sent.lock().unwrap().len() == 3)
        .await;
    // nobody hears their own message once more, nor what they don't listen to
    other.notices().unwrap().resource_updated(BOOK);
    assert_eq!(told(&here).await, [updated()]);
    assert_eq!(there.notifications(), [updated()]);
    assert!(
        bus.sent()[0].ends_with(" resource shop://books/1"),
        "{:?}",
        bus.sent()
    );
    assert!(bus.sent()[1].ends_with(" tools"));
}

#[tokio::test]
async fn clients_of_the_newest_version_are_told_as_well() {
    let bus = Hall::new();
    let (one, other) = (replica(&bus), replica(&bus));
    let client = Arc::new(TestClient::of(&other));
    let listens = Arc::clone(&client);
    let params = json!({ "notifications": { "resourceSubscriptions": [BOOK] } });
    let listen = tokio::spawn(async move { listens.request("subscriptions/listen", params).await });
    bus.until(|inner| inner.hearing.load(Ordering::Relaxed) > 0)
        .await;
    let acknowledged = told(&client).await;
    assert_eq!(
        acknowledged[0]["method"],
        "notifications/subscriptions/acknowledged"
    );
    let publisher = TestClient::of(&one);
    publisher.request("tools/list", json!({})).await.assert_ok();
    one.notices().unwrap().resource_updated(BOOK);
    let notice = told(&client).await;
    assert_eq!(notice[0]["params"]["uri"], BOOK);
    listen.abort();
}

#[tokio::test(start_paused = true)]
async fn what_cannot_be_sent_is_sent_later_and_once() {
    let bus = Hall::new();
    let (one, other) = (replica(&bus), replica(&bus));
    let _here = listening(&bus, &one).await;
    let there = listening(&bus, &other).await;
    bus.0.closed.store(true, Ordering::Relaxed);
    let notices = one.notices().unwrap();
    notices.resource_updated("shop://books/2");
    bus.until(|inner| inner.failures.load(Ordering::Relaxed) > 1)
        .await;
    for _ in 0..100 {
        notices.resource_updated(BOOK);
    }
    bus.0.closed.store(false, Ordering::Relaxed);
    bus.until(|inner| inner.sent.lock().unwrap().len() == 2)
        .await;
    tokio::time::sleep(Duration::from_secs(600)).await;
    let sent = bus.sent();
    assert!(
        sent.len() == 2 && sent[1].ends_with(" resource shop://books/1"),
        "{sent:?}"
    );
    assert_eq!(told(&there).await, [updated()]);
}

#[tokio::test(start_paused = true)]
async fn who_may_have_missed_something_is_told_of_everything() {
    let bus = Hall::new();
    bus.0.breaks.store(3, Ordering::Relaxed);
    let server = replica(&bus);
    let client = listening(&bus, &server).await;
    bus.until(|inner| inner.hearing.load(Ordering::Relaxed) == 4)
        .await;
    assert_eq!(told(&client).await, [tools_changed(), updated()]);
    // what isn't a message does no harm
    for text in [
        "",
        "nonsense",
        "ferramenta/1 0 tools of another kind",
        "ferramenta/1 0 tools",
    ] {
        bus.publish(text).await.unwrap();
    }
    assert_eq!(told(&client).await, [tools_changed()]);
}

#[tokio::test(start_paused = true)]
async fn a_bus_that_never_answers_keeps_nobody_waiting() {
    struct Stuck;
    impl Bus for Stuck {
        async fn publish(&self, _: &str) -> Result<(), Failure> {
            std::future::pending().await
        }

        async fn subscribe(&self, _: &Heard) -> Result<(), Failure> {
            std::future::pending().await
        }
    }
    let server = Server::new("Shop")
        .resource_updates()
        .resource_value(ResourceDef::new(BOOK).handler((), |()| async { "Dune" }));
    let server = server.bus(Stuck).build().unwrap();
    let client = TestClient::of(&server).legacy("2025-11-25");
    client
        .request("resources/subscribe", json!({ "uri": BOOK }))
        .await
        .assert_ok();
    for _ in 0..10_000 {
        server.notices().unwrap().resource_updated(BOOK);
        assert_eq!(client.notifications(), [updated()]);
    }
}

#[tokio::test]
async fn a_server_that_is_gone_lets_go_of_its_bus() {
    let bus = Hall::new();
    let server = replica(&bus);
    drop(listening(&bus, &server).await);
    assert!(Arc::strong_count(&bus.0) > 1);
    drop(server);
    let gone = async {
        while Arc::strong_count(&bus.0) > 1 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(60), gone)
        .await
        .expect("nobody holds it");
}

#[tokio::test]
async fn lists_keep_where_other_servers_tell_of_their_changes() {
    let told = async |server: Server| {
        let client = support::client(server.dynamic_tools());
        client.request("tools/list", json!({})).await.result()["ttlMs"].clone()
    };
    assert_eq!(told(Server::new("t")).await, 0);
    assert_eq!(told(Server::new("t").bus(Hall::new())).await, 60_000);
}
