//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use lexopt::prelude::{Long, Short, Value, ValueExt};

use crate::Result;
use crate::case::Case;
use crate::era::Era;

pub(crate) const USAGE: &str = "\
usage: bench instructions --server NAME=COMMAND ... [--case CASE] [--requests FEW,MANY]
                          [--inside FUNCTION]
       bench cpu --transport http|stdio --server NAME=COMMAND ... [--case CASE]
                 [--connections N | --in-flight N] [--rounds N] [--seconds S]
       bench listeners --server NAME=COMMAND ... [--connections N] [--rounds N]
       bench start --transport http|stdio --server NAME=COMMAND ... [--rounds N]
       bench memory --transport http|stdio --server NAME=COMMAND ... [--connections N | --in-flight N]

Compares MCP servers; every ratio is to the first one.

  --server NAME=COMMAND  a server; the command is split at spaces, and may begin with VARIABLE=VALUE words.
                         HTTP servers have to print their URL on stderr and to end on SIGTERM, stdio servers
                         at the end of their input
  --legacy NAME=COMMAND  the same, to be spoken to in 2025-11-25; --server are spoken to in 2026-07-28
  --case CASE            echo, summarize, ship, big or list; may be repeated (default: echo, summarize, ship)
  --requests FEW,MANY    the two counts whose difference is measured (default: 500,2500; big: 20,60)
  --transport T          http (default) or stdio
  --inside FUNCTION      count only what this function does, and what it calls; `*` stands for any text
  --connections N        HTTP connections, each with one call at a time, or each of a client that listens
                         (default: 1)
  --in-flight N          calls in flight over stdio (default: 1)
  --raw FILE             add every single figure to this file, a JSON object a line
  --rounds N             rounds, in each of which every server is loaded once (default: 5)
  --seconds S            length of a server's turn (default: 0.7)
  --no-pin               leave servers and generator on all cores (default: one core each)";

/// What to measure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Command {
    Help,
    Instructions,
    Cpu,
    Listeners,
    Start,
    Memory,
}

/// How the servers are reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Transport {
    Http,
    Stdio,
}

impl Transport {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Stdio => "stdio",
        }
    }
}

/// A server under test.
pub(crate) struct ServerCommand {
    pub(crate) name: String,
    pub(crate) era: Era,
    /// What its environment has beside ours.
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) words: Vec<String>,
}

pub(crate) struct Options {
    pub(crate) command: Command,
    pub(crate) servers: Vec<ServerCommand>,
    pub(crate) cases: Vec<Case>,
    pub(crate) transport: Transport,
    /// Connections, or requests in flight over stdio.
    pub(crate) concurrency: usize,
    pub(crate) rounds: usize,
    pub(crate) turn: Duration,
    pub(crate) requests: Option<(u64, u64)>,
    /// The function whose instructions are counted, if not all are.
    pub(crate) inside: Option<String>,
    pub(crate) pin: bool,
    pub(crate) raw: Option<PathBuf>,
}

impl Options {
    pub(crate) fn from_env() -> Result<Self> {
        let mut options = Self::default();
        let mut command = None;
        let mut cases = Vec::new();
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Value(name) if command.is_none() => command = Some(parse_command(&name.string()?)?),
                Long("case") => cases.push(parser.value()?.string()?),
                Long("help") | Short('h') => return Ok(Self::default()),
                Long(name) => {
                    let name = name.to_owned();
                    options.set(&name, &mut parser)?;
                }
                other => return Err(other.unexpected().into()),
            }
        }
        options.command = command.ok_or("no subcommand; see --help")?;
        options.cases = parse_cases(&cases)?;
        options.check()
    }

    fn set(&mut self, name: &str, parser: &mut lexopt::Parser) -> Result<()> {
        match name {
            "server" => self.add(Era::Modern, parser)?,
            "legacy" => self.add(Era::Legacy, parser)?,
            "transport" => self.transport = parse_transport(&parser.value()?.string()?)?,
            "connections" | "in-flight" => self.concurrency = parser.value()?.parse()?,
            "rounds" => self.rounds = parser.value()?.parse()?,
            "seconds" => self.turn = Duration::try_from_secs_f64(parser.value()?.parse()?)?,
            "requests" => self.requests = Some(parse_requests(&parser.value()?.string()?)?),
            "inside" => self.inside = Some(parser.value()?.string()?),
            "raw" => self.raw = Some(parser.value()?.into()),
            "no-pin" => self.pin = false,
            _ => return Err(format!("unknown option --{name}; see --help").into()),
        }
        Ok(())
    }

    fn add(&mut self, era: Era, parser: &mut lexopt::Parser) -> Result<()> {
        let server = parse_server(era, &parser.value()?.string()?)?;
        self.servers.push(server);
        Ok(())
    }

    fn check(self) -> Result<Self> {
        if self.servers.is_empty() {
            return Err("no --server NAME=COMMAND".into());
        }
        if self.concurrency == 0 || self.rounds == 0 || self.turn.is_zero() {
            return Err(
                "--connections, --in-flight, --rounds and --seconds must be above zero".into(),
            );
        }
        if self.command == Command::Instructions && self.transport == Transport::Stdio {
            return Err("instructions are counted over HTTP".into());
        }
        Ok(self)
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            command: Command::Help,
            servers: Vec::new(),
            cases: Vec::new(),
            transport: Transport::Http,
            concurrency: 1,
            rounds: 5,
            turn: Duration::from_millis(700),
            requests: None,
            inside: None,
            pin: true,
            raw: None,
        }
    }
}

fn parse_command(name: &str) -> Result<Command> {
    match name {
        "instructions" => Ok(Command::Instructions),
        "cpu" => Ok(Command::Cpu),
        "listeners" => Ok(Command::Listeners),
        "start" => Ok(Command::Start),
        "memory" => Ok(Command::Memory),
        other => Err(format!("unknown subcommand {other}; see --help").into()),
    }
}

fn parse_transport(name: &str) -> Result<Transport> {
    match name {
        "http" => Ok(Transport::Http),
        "stdio" => Ok(Transport::Stdio),
        other => Err(format!("unknown transport {other}").into()),
    }
}

fn parse_server(era: Era, text: &str) -> Result<ServerCommand> {
    let (name, command) = text.split_once('=').ok_or("--server needs NAME=COMMAND")?;
    let mut words = command.split_whitespace().peekable();
    let mut variables = Vec::new();
    while let Some((variable, value)) = words.peek().and_then(|word| word.split_once('=')) {
        variables.push((variable.to_owned(), value.to_owned()));
        words.next();
    }
    let words: Vec<String> = words.map(str::to_owned).collect();
    if words.is_empty() {
        return Err(format!("the command of server {name} is empty").into());
    }
    Ok(ServerCommand {
        name: name.to_owned(),
        era,
        variables,
        words,
    })
}

fn parse_requests(text: &str) -> Result<(u64, u64)> {
    let (few, many) = text.split_once(',').ok_or("--requests needs FEW,MANY")?;
    let (few, many) = (few.parse()?, many.parse()?);
    if few >= many {
        return Err("--requests FEW,MANY needs the smaller count first".into());
    }
    Ok((few, many))
}

fn parse_cases(names: &[String]) -> Result<Vec<Case>> {
    if names.is_empty() {
        return Ok(vec![Case::Echo, Case::Summarize, Case::Ship]);
    }
    names.iter().map(|name| Case::parse(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_may_begin_with_variables() {
        let server = parse_server(
            Era::Modern,
            "many=TOOLS=1000 HANDLER=pool ./server http --at=1",
        )
        .expect("a command");
        assert_eq!(server.name, "many");
        let variables = [("TOOLS", "1000"), ("HANDLER", "pool")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        assert_eq!(server.variables, variables);
        assert_eq!(server.words, ["./server", "http", "--at=1"]);
        assert!(parse_server(Era::Modern, "none=TOOLS=1000").is_err());
    }
}
