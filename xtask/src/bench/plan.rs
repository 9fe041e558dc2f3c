//! What is measured, in which order.

use super::servers::{Servers, Tools};

/// How much time there is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effort {
    /// Minutes: fewer rounds, and no million calls.
    Quick,
    Whole,
}

/// One run of the harness.
pub(crate) struct Measurement {
    pub(crate) title: String,
    pub(crate) arguments: Vec<String>,
    /// The name of the picture that is drawn of it, if there is one.
    pub(crate) picture: Option<&'static str>,
}

/// Everything, the most important first.
pub(crate) fn all(servers: &Servers, effort: Effort) -> Vec<Measurement> {
    let mut all = Vec::new();
    all.push(http(servers, 16).drawn("http"));
    all.extend([64, 1].map(|connections| http(servers, connections)));
    all.push(ship(servers));
    all.push(stdio(servers, 64).drawn("stdio"));
    all.push(stdio(servers, 1));
    all.extend(big(servers));
    let counts = match effort {
        Effort::Quick => &[1_000][..],
        Effort::Whole => &[100, 1_000, 10_000],
    };
    all.extend(counts.iter().map(|count| match count {
        1_000 => list(servers, *count).drawn("list"),
        _ => list(servers, *count),
    }));
    all.extend([3, 10_000].map(|count| lookup(servers, count)));
    all.push(instructions(servers));
    all.extend(start(servers));
    if effort == Effort::Whole {
        all.extend(memory(servers));
        all.push(listeners(servers));
    }
    for measurement in &mut all {
        measurement.arguments.extend(match effort {
            Effort::Quick => ["--rounds=3", "--seconds=0.4"].map(str::to_owned),
            Effort::Whole => ["--rounds=7", "--seconds=0.7"].map(str::to_owned),
        });
    }
    all
}

impl Measurement {
    fn new(title: impl Into<String>, options: &[&str], servers: Vec<String>) -> Self {
        let options = options.iter().map(|option| (*option).to_owned());
        Self {
            title: title.into(),
            arguments: options.chain(servers).collect(),
            picture: None,
        }
    }

    fn drawn(self, name: &'static str) -> Self {
        Self {
            picture: Some(name),
            ..self
        }
    }
}

fn http(servers: &Servers, connections: u32) -> Measurement {
    let title = format!("Calls over HTTP, connections: {connections}");
    let connections = format!("--connections={connections}");
    let options = ["cpu", &connections, "--case=echo", "--case=summarize"];
    Measurement::new(title, &options, servers.http())
}

fn ship(servers: &Servers) -> Measurement {
    let options = ["cpu", "--connections=16", "--case=ship"];
    let title = "An argument of a medium size over HTTP, connections: 16";
    Measurement::new(title, &options, servers.http_plain())
}

fn stdio(servers: &Servers, in_flight: u32) -> Measurement {
    let title = format!("Calls over stdio, in flight: {in_flight}");
    let in_flight = format!("--in-flight={in_flight}");
    let options = ["cpu", "--transport=stdio", &in_flight];
    Measurement::new(title, &options, servers.stdio())
}

fn big(servers: &Servers) -> [Measurement; 2] {
    let stdio = ["cpu", "--transport=stdio", "--case=big"];
    [
        Measurement::new(
            "`echo` of 1 MiB over HTTP",
            &["cpu", "--case=big"],
            servers.http_plain(),
        ),
        Measurement::new("`echo` of 1 MiB over stdio", &stdio, servers.stdio()),
    ]
}

fn list(servers: &Servers, count: u32) -> Measurement {
    let title = format!("`tools/list` over HTTP, tools: {count}");
    let options = ["cpu", "--connections=16", "--case=list"];
    Measurement::new(
        title,
        &options,
        servers.with_tools(Tools { count, rules: true }),
    )
}

fn lookup(servers: &Servers, count: u32) -> Measurement {
    let title = format!("A call of one tool over HTTP, tools: {count}");
    let options = ["cpu", "--connections=16", "--case=echo"];
    let tools = Tools {
        count,
        rules: false,
    };
    Measurement::new(title, &options, servers.with_tools(tools))
}

fn instructions(servers: &Servers) -> Measurement {
    let title = "Instructions and allocations of a call over HTTP, in user space";
    Measurement::new(title, &["instructions"], servers.compiled_http())
}

fn start(servers: &Servers) -> [Measurement; 2] {
    let stdio = ["start", "--transport=stdio"];
    [
        Measurement::new(
            "From the start of the process to the answer, HTTP",
            &["start"],
            servers.http_plain(),
        ),
        Measurement::new(
            "From the start of the process to the answer, stdio",
            &stdio,
            servers.stdio(),
        ),
    ]
}

fn memory(servers: &Servers) -> [Measurement; 2] {
    let stdio = [
        "memory",
        "--transport=stdio",
        "--case=echo",
        "--in-flight=64",
    ];
    [
        Measurement::new(
            "Resident memory, HTTP",
            &["memory", "--case=echo", "--connections=16"],
            servers.compiled_http(),
        ),
        Measurement::new("Resident memory, stdio", &stdio, servers.compiled_stdio()),
    ]
}

fn listeners(servers: &Servers) -> Measurement {
    let options = ["listeners", "--connections=1000"];
    Measurement::new(
        "1,000 clients that only listen",
        &options,
        servers.listening(),
    )
}
