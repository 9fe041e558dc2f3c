//! Values that belong to a call: of a thousand calls at once, each makes its own once and drops them once, however
//! it ends.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::{
    future::{pending, poll_fn},
    panic::resume_unwind,
    pin::pin,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use ferramenta::{
    Answer, Around, Context, Failure, HttpService, Inject, Limits, NextCall, ParamSpec, Server,
    TestClient, ToolDef,
};
use http_body::Body;
use serde_json::{Value, json};
use support::client;
use tokio::{
    sync::{Semaphore, mpsc::unbounded_channel},
    task::{JoinHandle, yield_now},
};
use tower_service::Service;

const CALLS: usize = 1000;

/// The ways in which a call can end; the thousand calls go through them in turn.
const WAYS: [&str; 10] = [
    "done",
    "failed",
    "panicked",
    "panicked at once",
    "timed out",
    "cancelled",
    "hung up",
    "kept",
    "denied",
    "not made",
];

fn way(call: usize) -> &'static str {
    WAYS[call % WAYS.len()]
}

/// Those that wait until they are let go.
const WAITING: [&str; 6] = ["done", "failed", "panicked", "cancelled", "hung up", "kept"];

/// Those whose handler is never reached.
const UNREACHED: [&str; 2] = ["denied", "not made"];

/// What is counted, for each call by itself.
struct Bank {
    transactions: Vec<Counts>,
    orders: Vec<Counts>,
    begun: AtomicUsize,
    /// Closed when all that wait may go on.
    gate: Semaphore,
    /// Contexts that outlive their calls.
    kept: Mutex<Vec<Context>>,
}

#[derive(Default)]
struct Counts {
    made: AtomicUsize,
    dropped: AtomicUsize,
}

impl Counts {
    fn of_each_call() -> Vec<Self> {
        (0..CALLS).map(|_| Self::default()).collect()
    }

    fn get(&self) -> (usize, usize) {
        let [made, dropped] = [&self.made, &self.dropped].map(|count| count.load(Ordering::SeqCst));
        (made, dropped)
    }
}

/// A value that counts itself.
struct Counted {
    bank: Arc<Bank>,
    counts: fn(&Bank) -> &[Counts],
    call: usize,
}

impl Counted {
    fn new(bank: &Arc<Bank>, call: usize, counts: fn(&Bank) -> &[Counts]) -> Self {
        counts(bank)[call].made.fetch_add(1, Ordering::SeqCst);
        let bank = Arc::clone(bank);
        Self { bank, counts, call }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let counts = &(self.counts)(&self.bank)[self.call];
        counts.dropped.fetch_add(1, Ordering::SeqCst);
    }
}

struct Transaction(Counted);

/// Made from the transaction of the same call, which it holds.
struct Order {
    own: Counted,
    transaction: Inject<Transaction>,
}

impl Bank {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            transactions: Counts::of_each_call(),
            orders: Counts::of_each_call(),
            begun: AtomicUsize::new(0),
            gate: Semaphore::new(0),
            kept: Mutex::default(),
        })
    }

    fn begin(self: &Arc<Self>, call: usize) -> Transaction {
        Transaction(Counted::new(self, call, |bank| &bank.transactions))
    }

    fn order(self: &Arc<Self>, transaction: Inject<Transaction>) -> Result<Order, Failure> {
        let call = transaction.0.call;
        if way(call) == "not made" {
            return Err(Failure::hidden("as asked"));
        }
        let own = Counted::new(self, call, |bank| &bank.orders);
        Ok(Order { own, transaction })
    }

    #[track_caller]
    fn assert_counts(&self, call: usize, transaction: (usize, usize), order: (usize, usize)) {
        let counts = [&self.transactions, &self.orders].map(|counts| counts[call].get());
        assert_eq!(counts, [transaction, order], "{call}: {}", way(call));
    }

    /// Nothing of a call that has ended is left, and nothing was made twice.
    #[track_caller]
    fn assert_over(&self, call: usize) {
        let order = usize::from(!UNREACHED.contains(&way(call)));
        self.assert_counts(call, (1, 1), (order, order));
    }
}

fn number(cx: &Context) -> usize {
    let call = cx.arguments()["call"].as_u64();
    call.unwrap().try_into().unwrap()
}

/// The server without tools.
fn services(bank: &Arc<Bank>) -> Server {
    let (first, second) = (Arc::clone(bank), Arc::clone(bank));
    Server::new("Bank")
        .limits(Limits::default().call(Duration::from_secs(3600)))
        .scoped(move |(cx,): (Context,)| {
            let transaction = first.begin(number(&cx));
            async { Ok(transaction) }
        })
        .scoped(move |(transaction,): (Inject<Transaction>,)| {
            let order = second.order(transaction);
            async { order }
        })
}

fn server(bank: &Arc<Bank>) -> Server {
    let tool = |name: &str| {
        let bank = Arc::clone(bank);
        let specs = (
            ParamSpec::new("call"),
            ParamSpec::new("order"),
            ParamSpec::new("transaction"),
            ParamSpec::new("cx"),
        );
        ToolDef::new(name)
            .authorize(|(transaction,): (Inject<Transaction>,)| async move {
                way(transaction.0.call) != "denied"
            })
            .handler(specs, move |(_, order, transaction, cx): Params| {
                work(Arc::clone(&bank), order, transaction, cx)
            })
    };
    services(bank)
        .tool_value(tool("work"))
        .tool_value(tool("hurry").timeout(Duration::from_millis(1)))
}

type Params = (usize, Inject<Order>, Inject<Transaction>, Context);

async fn work(
    bank: Arc<Bank>,
    order: Inject<Order>,
    transaction: Inject<Transaction>,
    cx: Context,
) -> Result<&'static str, Failure> {
    let call = number(&cx);
    assert_eq!((order.own.call, order.transaction.0.call), (call, call));
    assert!(std::ptr::eq(
        &raw const *order.transaction,
        &raw const *transaction
    ));
    bank.begun.fetch_add(1, Ordering::SeqCst);
    match way(call) {
        "panicked at once" => resume_unwind(Box::new("as asked")),
        "timed out" | "cancelled" | "hung up" => pending().await,
        "kept" => bank.kept.lock().unwrap().push(cx),
        _ => {}
    }
    let closed = bank.gate.acquire().await.is_err();
    match way(call) {
        "failed" => Err(Failure::hidden("as asked")),
        "panicked" => resume_unwind(Box::new("as asked")),
        _ => Ok(if closed { "done" } else { "too early" }),
    }
}

fn name(call: usize) -> &'static str {
    match way(call) {
        "timed out" => "hurry",
        _ => "work",
    }
}

fn message(call: usize) -> String {
    let name = name(call);
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": name, "arguments": { "call": call }, "_meta": meta });
    json!({ "jsonrpc": "2.0", "id": call, "method": "tools/call", "params": params }).to_string()
}

fn cancel(call: usize) -> String {
    let params = json!({ "requestId": call });
    json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params }).to_string()
}

/// One request of HTTP, and the text of its body.
async fn post(mut service: HttpService, call: usize) -> Option<String> {
    let message = message(call);
    let name = name(call);
    let request = http::Request::post("/")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", name)
        .body(message);
    let Ok(response) = service.call(request.unwrap()).await;
    let mut body = pin!(response.into_body());
    let mut bytes = Vec::new();
    while let Some(frame) = poll_fn(|task| body.as_mut().poll_frame(task)).await {
        bytes.extend(frame.unwrap().into_data().unwrap());
    }
    Some(String::from_utf8(bytes).unwrap())
}

fn each(wanted: &'static str) -> impl Iterator<Item = usize> {
    (0..CALLS).filter(move |call| way(*call) == wanted)
}

/// The text that answers a call.
fn text(answer: &str) -> String {
    spec_check::assert_answer("2026-07-28", "tools/call", answer.as_bytes());
    let answer: Value = serde_json::from_str(answer).unwrap();
    let result = &answer["result"]["content"][0]["text"];
    let text = result
        .as_str()
        .or_else(|| answer["error"]["message"].as_str());
    text.unwrap().to_owned()
}

#[track_caller]
fn assert_answer(call: usize, answer: Option<String>) {
    let begins = match way(call) {
        "cancelled" => return assert_eq!(answer, None),
        "done" | "kept" => "done",
        "timed out" => "timed out after 1 ms",
        "denied" => "Access denied: work",
        _ => "Tool execution failed (reference ",
    };
    let text = text(&answer.unwrap());
    assert!(text.starts_with(begins), "{}: {text}", way(call));
}

/// All calls, each in a task of its own.
struct Calls {
    tasks: Vec<JoinHandle<Option<String>>>,
    /// Those that nobody waits for any longer.
    hung_up: Vec<usize>,
}

impl Calls {
    fn send<F>(call: impl Fn(usize) -> F) -> Self
    where
        F: Future<Output = Option<String>> + Send + 'static,
    {
        Self {
            tasks: (0..CALLS)
                .map(|number| tokio::spawn(call(number)))
                .collect(),
            hung_up: Vec::new(),
        }
    }

    fn of(client: &Arc<TestClient>) -> Self {
        Self::send(|call| {
            let client = Arc::clone(client);
            async move { client.message(message(call)).await }
        })
    }

    /// Returns when every call that waits is waiting.
    async fn wait(&self, bank: &Bank) {
        let expected = (0..CALLS).filter(|call| !UNREACHED.contains(&way(*call)));
        let expected = expected.count();
        while bank.begun.load(Ordering::SeqCst) < expected {
            for call in WAITING.into_iter().flat_map(each) {
                assert!(!self.tasks[call].is_finished(), "{call}: {}", way(call));
            }
            yield_now().await;
        }
    }

    fn hang_up(&mut self, way: &'static str) {
        each(way).for_each(|call| self.tasks[call].abort());
        self.hung_up.extend(each(way));
    }

    /// Lets all of them end.
    async fn end(self, bank: &Bank) {
        bank.gate.close();
        for (call, task) in self.tasks.into_iter().enumerate() {
            match task.await {
                Err(error) => assert!(
                    error.is_cancelled() && self.hung_up.contains(&call),
                    "{call}: {error}"
                ),
                Ok(answer) => assert_answer(call, answer),
            }
            bank.assert_over(call);
        }
        (0..CALLS).for_each(|call| bank.assert_over(call));
        assert_eq!(bank.kept.lock().unwrap().len(), CALLS / WAYS.len());
    }
}

async fn cancel_all(client: &TestClient) {
    for call in each("cancelled") {
        assert_eq!(client.message(cancel(call)).await, None);
    }
}

/// On one thread, where time stands still: when the first ends, all are under way.
#[tokio::test(start_paused = true)]
async fn a_thousand_calls_at_once_make_and_drop_their_values_once() {
    let bank = Bank::new();
    let client = Arc::new(client(server(&bank)));
    let mut calls = Calls::of(&client);
    calls.wait(&bank).await;
    for call in WAITING.into_iter().chain(["timed out"]).flat_map(each) {
        bank.assert_counts(call, (1, 0), (1, 0));
    }
    cancel_all(&client).await;
    calls.hang_up("hung up");
    calls.end(&bank).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn so_they_do_on_several_threads() {
    let bank = Bank::new();
    let client = Arc::new(client(server(&bank)));
    let mut calls = Calls::of(&client);
    calls.wait(&bank).await;
    cancel_all(&client).await;
    calls.hang_up("hung up");
    calls.end(&bank).await;
}

/// Whoever drops a request of the modern era cancels its call; nothing else cancels one.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn so_they_do_over_http() {
    let bank = Bank::new();
    let service = server(&bank).into_service().unwrap();
    let mut calls = Calls::send(|call| post(service.clone(), call));
    calls.wait(&bank).await;
    calls.hang_up("cancelled");
    calls.hang_up("hung up");
    calls.end(&bank).await;
}

/// A function on a thread can't be dropped: it has its values until it returns.
#[tokio::test]
async fn a_cancelled_function_drops_its_values_when_it_returns() {
    let bank = Bank::new();
    let (go, gone) = std::sync::mpsc::channel::<()>();
    let (tell, mut told) = unbounded_channel();
    let gone = Mutex::new(gone);
    let slow = ToolDef::new("work").blocking_handler(
        (ParamSpec::new("call"), ParamSpec::new("order")),
        move |(_, order): (usize, Inject<Order>)| {
            tell.send("began").unwrap();
            gone.lock().unwrap().recv().unwrap();
            drop(order);
            tell.send("ended").unwrap();
        },
    );
    let client = client(services(&bank).tool_value(slow));
    let (answer, ()) = tokio::join!(client.message(message(0)), async {
        assert_eq!(told.recv().await, Some("began"));
        assert_eq!(client.message(cancel(0)).await, None);
    });
    assert_eq!(answer, None);
    bank.assert_counts(0, (1, 0), (1, 0));
    go.send(()).unwrap();
    assert_eq!(told.recv().await, Some("ended"));
    bank.assert_over(0);
}

/// Runs each call once more.
struct Twice;

impl Around for Twice {
    async fn around(&self, _: &Context, call: NextCall<'_>) -> Result<Answer, Failure> {
        drop(call.run().await);
        Ok(call.run().await)
    }
}

#[tokio::test]
async fn a_call_that_is_run_twice_has_its_values_once() {
    let bank = Bank::new();
    let counted = Arc::clone(&bank);
    let tool = ToolDef::new("work").around(Twice).handler(
        (ParamSpec::new("call"), ParamSpec::new("order")),
        move |(_, order): (usize, Inject<Order>)| {
            let runs = counted.begun.fetch_add(1, Ordering::SeqCst) + 1;
            async move { format!("{runs} of {}", order.own.call) }
        },
    );
    let client = client(services(&bank).tool_value(tool));
    let answer = client.message(message(0)).await;
    assert_eq!(text(&answer.unwrap()), "2 of 0");
    bank.assert_over(0);
}
