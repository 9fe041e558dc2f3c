//! CPU time per call under load, in rounds in which every server is loaded once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::Result;
use crate::case::Case;
use crate::era::Era;
use crate::figures::{median, micros, sorted};
use crate::http_client::Connection;
use crate::load::{Latencies, Until};
use crate::options::{Options, ServerCommand, Transport};
use crate::pinning::Cores;
use crate::raw;
use crate::server::{Server, Url};
use crate::stdio_client::Pipes;
use crate::table::{Table, number, ratio};

const WARM_UP: Duration = Duration::from_millis(200);

/// Measures every case on every server.
pub(crate) async fn measure(options: &Options) -> Result<Table> {
    let cores = Cores::split(options.pin)?;
    let mut table = Table::new(&[
        "case",
        "server",
        "CPU µs/call",
        "ratio",
        "ratio from–to",
        "calls/s",
        "p50 µs",
        "p99 µs",
    ]);
    for &case in &options.cases {
        let rounds = measure_case(options, case, cores).await?;
        for (server, own) in options.servers.iter().zip(&rounds) {
            let lines = own
                .iter()
                .map(|round| round.line(options, case, &server.name));
            raw::write(options, lines)?;
            table.row(row(case, &server.name, own, &rounds[0]));
        }
    }
    Ok(table)
}

async fn measure_case(options: &Options, case: Case, cores: Cores) -> Result<Vec<Vec<Round>>> {
    let mut targets = Vec::new();
    for command in &options.servers {
        targets.push(Target::start(command, options, case, cores).await?);
    }
    for target in &mut targets {
        target.load(WARM_UP).await?;
    }
    let mut rounds: Vec<Vec<Round>> = targets.iter().map(|_| Vec::new()).collect();
    for _ in 0..options.rounds {
        for (target, rounds) in targets.iter_mut().zip(&mut rounds) {
            rounds.push(target.load(options.turn).await?);
        }
    }
    targets.into_iter().try_for_each(Target::stop)?;
    Ok(rounds)
}

/// A server with the client that loads it.
pub(crate) struct Target {
    name: String,
    server: Server,
    client: Client,
}

enum Client {
    Http(Connections),
    Stdio { pipes: Box<Pipes>, window: usize },
}

impl Target {
    pub(crate) async fn start(
        command: &ServerCommand,
        options: &Options,
        case: Case,
        cores: Cores,
    ) -> Result<Self> {
        let name = command.name.clone();
        match options.transport {
            Transport::Http => {
                let (server, url) = Server::start_http(command, cores)?;
                Ok(Self {
                    name,
                    server,
                    client: Client::Http(Connections {
                        url,
                        case,
                        era: command.era,
                        count: options.concurrency,
                        open: Vec::new(),
                    }),
                })
            }
            Transport::Stdio => {
                let (server, stdin, stdout) = Server::start_stdio(command, cores)?;
                let pipes = Box::new(Pipes::open(stdin, stdout, case, command.era).await?);
                Ok(Self {
                    name,
                    server,
                    client: Client::Stdio {
                        pipes,
                        window: options.concurrency,
                    },
                })
            }
        }
    }

    async fn load(&mut self, turn: Duration) -> Result<Round> {
        self.client.connect().await?;
        let before = self.server.cpu()?;
        let started = Instant::now();
        let latencies = self.drive(Until::Time(started + turn)).await?;
        let elapsed = started.elapsed();
        Ok(Round::new(self.server.cpu()? - before, elapsed, latencies))
    }

    /// Calls on all connections; a count is that of all of them.
    pub(crate) async fn drive(&mut self, until: Until) -> Result<Latencies> {
        self.client.connect().await?;
        let driven = self.client.drive(until).await;
        driven.map_err(|error| format!("{}: {error}", self.name).into())
    }

    pub(crate) fn memory(&self) -> Result<u64> {
        self.server.memory()
    }

    pub(crate) fn stop(self) -> Result<()> {
        let is_http = matches!(self.client, Client::Http(_));
        drop(self.client);
        let stopped = if is_http {
            self.server.terminate()
        } else {
            self.server.wait()
        };
        stopped.map_err(|error| format!("{}: {error}", self.name).into())
    }
}

impl Client {
    async fn connect(&mut self) -> Result<()> {
        match self {
            Self::Http(connections) => connections.open().await,
            Self::Stdio { .. } => Ok(()),
        }
    }

    async fn drive(&mut self, until: Until) -> Result<Latencies> {
        match self {
            Self::Http(connections) => connections.drive(until).await,
            Self::Stdio { pipes, window } => pipes.drive(*window, until).await,
        }
    }
}

/// Connections for one turn: a server may close those that wait while the others have theirs.
struct Connections {
    url: Url,
    case: Case,
    era: Era,
    count: usize,
    open: Vec<Connection>,
}

impl Connections {
    async fn open(&mut self) -> Result<()> {
        while self.open.len() < self.count {
            let connection = Connection::open(&self.url, self.case, self.era).await?;
            self.open.push(connection);
        }
        Ok(())
    }

    /// Calls on all of them, and closes them.
    async fn drive(&mut self, until: Until) -> Result<Latencies> {
        let mut tasks = JoinSet::new();
        let count = self.open.len() as u64;
        for (at, mut connection) in (0..).zip(self.open.drain(..)) {
            let until = until.share(at, count);
            tasks.spawn(async move { connection.drive(until).await });
        }
        let mut all = Latencies::default();
        while let Some(finished) = tasks.join_next().await {
            all.append(finished??);
        }
        Ok(all)
    }
}

/// What one turn of one server brought, in microseconds and calls per second.
struct Round {
    cpu_per_call: f64,
    rate: f64,
    p50: f64,
    p99: f64,
}

impl Round {
    fn new(cpu: Duration, elapsed: Duration, mut latencies: Latencies) -> Self {
        latencies.sort();
        let calls = latencies.calls() as f64;
        Self {
            cpu_per_call: micros(cpu) / calls,
            rate: calls / elapsed.as_secs_f64(),
            p50: micros(latencies.quantile(0.5)),
            p99: micros(latencies.quantile(0.99)),
        }
    }
}

impl Round {
    fn line(&self, options: &Options, case: Case, server: &str) -> Value {
        json!({
            "measured": "cpu",
            "transport": options.transport.name(),
            "concurrency": options.concurrency,
            "case": case.name(),
            "server": server,
            "cpu_us_per_call": self.cpu_per_call,
            "calls_per_s": self.rate,
            "p50_us": self.p50,
            "p99_us": self.p99,
        })
    }
}

fn row(case: Case, name: &str, own: &[Round], first: &[Round]) -> Vec<String> {
    let ratios = sorted(
        own.iter()
            .zip(first)
            .map(|(own, first)| own.cpu_per_call / first.cpu_per_call),
    );
    let figures = |figure: fn(&Round) -> f64| sorted(own.iter().map(figure));
    let rates = figures(|round| round.rate);
    vec![
        case.name().to_owned(),
        name.to_owned(),
        number(median(&figures(|round| round.cpu_per_call)), 1),
        ratio(median(&ratios)),
        format!("{:.2}–{:.2}", ratios[0], ratios[ratios.len() - 1]),
        number(rates[rates.len() - 1], 0),
        number(figures(|round| round.p50)[0], 0),
        number(figures(|round| round.p99)[0], 0),
    ]
}
