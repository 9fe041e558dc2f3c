use std::time::Duration;

/// Every bound that a server keeps, the same on all transports; all are finite by default.
///
/// ```
/// use std::time::Duration;
/// use ferramenta::{Limits, Server};
///
/// let limits = Limits::default().message(1 << 20).call(Duration::from_secs(5));
/// let server = Server::new("Small").limits(limits);
/// # drop(server);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Largest message, in bytes: a body over HTTP, a line on stdio. 4 MiB.
    pub message: usize,
    /// Deepest nesting of a message, in levels, at most 128. 64.
    pub depth: usize,
    /// Most messages in one batch. 50.
    pub batch: usize,
    /// Largest result of one call, in bytes. 4 MiB.
    pub result: usize,
    /// Longest time for one call. 60 s.
    pub call: Duration,
    /// Longest time for the user's answer to a question: a handler waits as long, and a client can send its request
    /// again as long. 10 min.
    pub answer: Duration,
    /// Time after which a client that asked for progress of a call is told that it goes on, and again each time,
    /// as long as its handler reports none itself; more than `call` for never. 10 s.
    pub heartbeat: Duration,
    /// Most calls at once. 1,024.
    pub concurrent_calls: usize,
    /// Most `fn` tools running at once on the blocking pool. 64.
    pub blocking_calls: usize,
    /// Most `fn` tools waiting for the blocking pool. 1,024.
    pub blocking_queue: usize,
    /// Most notifications of one call that wait for a slow client; more are dropped. 256.
    pub events: usize,
    /// Most clients that listen for changes at once. 512.
    pub listeners: usize,
    /// Longest time that a session over HTTP lasts. 7 days.
    pub session: Duration,
    /// Most sessions remembered that clients have ended. 1,024.
    pub ended_sessions: usize,
    /// Most resources that one client can be subscribed to. 1,024.
    pub subscriptions: usize,
    /// Most legacy sessions over HTTP whose subscriptions are remembered, and as many whose log level is; the first that
    /// came is forgotten first. 1,024.
    pub remembered_sessions: usize,
    /// How long the event stream of a call that has ended can be resumed, by a legacy client over HTTP that has lost it.
    /// 60 s.
    pub replay: Duration,
    /// Most events that are kept of one such stream. 256.
    pub replay_events: usize,
    /// Most bytes that are kept of all such streams together; zero for none, and what ended first goes first. 16 MiB.
    pub replay_bytes: usize,
    /// Most HTTP connections at once. 1,024.
    pub connections: usize,
    /// Longest time in which the head of an HTTP request has to arrive. 10 s.
    pub head: Duration,
    /// Longest time in which the body of an HTTP request has to arrive. 30 s.
    pub body: Duration,
    /// Most bytes of all bodies of HTTP requests under way together, at least `message`. 256 MiB.
    pub bodies: usize,
    /// Longest time in which an HTTP client takes nothing of what is sent to it. 30 s.
    pub write: Duration,
    /// Time that running calls get when the server stops, and then each step of stopping. 5 s.
    pub drain: Duration,
    /// Time between two signs of life on an open event stream. 15 s.
    pub keep_alive: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            message: 4 << 20,
            depth: 64,
            batch: 50,
            result: 4 << 20,
            call: Duration::from_secs(60),
            answer: Duration::from_secs(10 * 60),
            heartbeat: Duration::from_secs(10),
            concurrent_calls: 1024,
            blocking_calls: 64,
            blocking_queue: 1024,
            events: 256,
            listeners: 512,
            session: Duration::from_secs(7 * 24 * 60 * 60),
            ended_sessions: 1024,
            subscriptions: 1024,
            remembered_sessions: 1024,
            replay: Duration::from_secs(60),
            replay_events: 256,
            replay_bytes: 16 << 20,
            connections: 1024,
            head: Duration::from_secs(10),
            body: Duration::from_secs(30),
            bodies: 256 << 20,
            write: Duration::from_secs(30),
            drain: Duration::from_secs(5),
            keep_alive: Duration::from_secs(15),
        }
    }
}

macro_rules! setters {
    ($($name:ident: $type:ty, $what:literal;)*) => {
        impl Limits {
            $(
                #[doc = concat!("Sets ", $what, ".")]
                #[must_use]
                pub const fn $name(mut self, $name: $type) -> Self {
                    self.$name = $name;
                    self
                }
            )*
        }
    };
}

setters! {
    message: usize, "the largest message, in bytes";
    depth: usize, "the deepest nesting, in levels (at most 128)";
    batch: usize, "the most messages in one batch";
    result: usize, "the largest result of one call, in bytes";
    call: Duration, "the longest time for one call";
    answer: Duration, "the longest time for the user's answer to a question";
    heartbeat: Duration, "the time after which a silent call is said to go on";
    concurrent_calls: usize, "the most calls at once";
    blocking_calls: usize, "the most `fn` tools running at once";
    blocking_queue: usize, "the most `fn` tools waiting";
    events: usize, "the most notifications of one call that wait for a slow client";
    listeners: usize, "the most clients that listen for changes at once";
    session: Duration, "the longest time that a session over HTTP lasts";
    ended_sessions: usize, "the most sessions remembered that clients have ended";
    subscriptions: usize, "the most resources that one client can be subscribed to";
    remembered_sessions: usize, "the most legacy sessions over HTTP whose subscriptions, or log levels, are remembered";
    replay: Duration, "how long the event stream of a call that has ended can be resumed";
    replay_events: usize, "the most events that are kept of one stream that can be resumed";
    replay_bytes: usize, "the most bytes that are kept of all streams that can be resumed";
    connections: usize, "the most HTTP connections at once";
    head: Duration, "the longest time for the head of an HTTP request";
    body: Duration, "the longest time for the body of an HTTP request";
    bodies: usize, "the most bytes of all bodies of HTTP requests under way together";
    write: Duration, "the longest time in which an HTTP client takes nothing";
    drain: Duration, "the time that running calls, and then each step of stopping, get when the server stops";
    keep_alive: Duration, "the time between two signs of life on an open event stream";
}

impl Limits {
    /// The bounds that make no sense: `(name, why)`.
    pub(crate) fn mistakes(&self) -> Vec<(&'static str, &'static str)> {
        let counts = [
            ("message", self.message),
            ("depth", self.depth),
            ("batch", self.batch),
            ("result", self.result),
            ("concurrent_calls", self.concurrent_calls),
            ("blocking_calls", self.blocking_calls),
            ("ended_sessions", self.ended_sessions),
            ("replay_events", self.replay_events),
            ("connections", self.connections),
        ];
        let times = [
            ("call", self.call),
            ("answer", self.answer),
            ("heartbeat", self.heartbeat),
            ("session", self.session),
            ("head", self.head),
            ("body", self.body),
            ("write", self.write),
            ("keep_alive", self.keep_alive),
        ];
        let zero_counts = counts
            .into_iter()
            .filter(|(_, n)| *n == 0)
            .map(|(name, _)| (name, "is zero"));
        let zero_times = times
            .into_iter()
            .filter(|(_, t)| t.is_zero())
            .map(|(name, _)| (name, "is zero"));
        let too_deep =
            (self.depth > ferramenta_protocol::MAX_DEPTH).then_some(("depth", "is more than 128"));
        let too_small = (self.bodies < self.message).then_some((
            "bodies",
            "is less than `message`: the largest message finds no room",
        ));
        zero_counts
            .chain(zero_times)
            .chain(too_deep)
            .chain(too_small)
            .collect()
    }
}
