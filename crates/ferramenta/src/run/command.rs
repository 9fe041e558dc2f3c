//! Reads arguments and environment.

use std::{
    ffi::OsString,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    path::PathBuf,
};

use lexopt::{Arg, Parser, ValueExt};

use super::help::DEFAULT_PORT;
use crate::{Error, HttpOptions, contract, transport::http::endpoint};

/// What the program was told to do.
#[derive(Debug)]
pub(super) struct Command {
    pub(super) action: Action,
    pub(super) log: Log,
}

#[derive(Debug)]
pub(super) enum Action {
    /// With the name of the server, where one was given.
    Stdio(Option<String>),
    Http(Http),
    List {
        verbose: bool,
    },
    #[cfg(feature = "contract")]
    Contract(super::contract::Task),
    Help,
    Version,
}

#[derive(Debug)]
pub(super) struct Http {
    pub(super) listen: SocketAddr,
    pub(super) options: HttpOptions,
    /// The path, where one was given.
    pub(super) path: Option<String>,
}

/// What is logged, and where to.
#[derive(Debug, Default)]
pub(super) struct Log {
    pub(super) filter: Option<String>,
    pub(super) file: Option<PathBuf>,
}

/// The flags as they were given, environment and arguments together.
#[derive(Default)]
struct Flags {
    listen: Option<String>,
    port: Option<u16>,
    path: Option<String>,
    hosts: Vec<String>,
    any_host: bool,
    origins: Vec<String>,
    verbose: bool,
    log: Log,
    /// An option among the arguments that `http` alone has.
    of_http: Option<String>,
}

type Environment<'a> = &'a dyn Fn(&str) -> Option<String>;

const COMMANDS: [&str; 5] = ["stdio", "http", "list", "contract", "help"];
const FLAGS: [&str; 11] = [
    "--listen",
    "--port",
    "--path",
    "--host",
    "--any-host",
    "--origin",
    "--log",
    "--log-file",
    "--verbose",
    "--help",
    "--version",
];

impl Command {
    /// Reads the command line; what isn't given there is taken from the environment.
    ///
    /// # Errors
    /// When a word isn't known, a value is wrong, or the address isn't safe to listen on.
    pub(super) fn parse(
        arguments: impl IntoIterator<Item = OsString>,
        environment: Environment<'_>,
    ) -> Result<Self, Error> {
        let mut flags = Flags::default();
        let (mut command, mut name) = (None, None);
        let mut parser = Parser::from_args(arguments);
        while let Some(argument) = parser.next().map_err(usage)? {
            match argument {
                Arg::Short('h') | Arg::Long("help") => command = Some("help".to_owned()),
                Arg::Short('V') | Arg::Long("version") => command = Some("version".to_owned()),
                Arg::Short('v') | Arg::Long("verbose") => flags.verbose = true,
                Arg::Long(flag) => {
                    let flag = flag.to_owned();
                    flags.set(&flag, &mut parser)?;
                }
                Arg::Value(word) if command.is_none() && word == "contract" => {
                    let action = super::contract::parse(&mut parser)?;
                    return Ok(Self {
                        action,
                        log: flags.log,
                    });
                }
                Arg::Value(word) if command.is_none() => {
                    command = Some(word.string().map_err(usage)?);
                }
                Arg::Value(word) if name.is_none() && command.as_deref() == Some("stdio") => {
                    name = Some(word.string().map_err(usage)?);
                }
                other => return Err(usage(other.unexpected())),
            }
        }
        let action = command.as_deref().unwrap_or("stdio");
        if action == "http" {
            flags.fill_from(environment)?;
        } else {
            flags.fill_log_from(environment);
        }
        if let ("stdio" | "list", Some(flag)) = (action, &flags.of_http) {
            return Err(Error::Usage(format!(
                "`--{flag}` is an option of the command `http`: write `http --{flag}`"
            )));
        }
        let action = match action {
            "stdio" => Action::Stdio(name),
            "http" => Action::Http(flags.http()?),
            "list" => Action::List {
                verbose: flags.verbose,
            },
            "help" => Action::Help,
            "version" => Action::Version,
            unknown => return Err(unknown_word("command", unknown, &COMMANDS)),
        };
        Ok(Self {
            action,
            log: flags.log,
        })
    }
}

impl Flags {
    fn set(&mut self, flag: &str, parser: &mut Parser) -> Result<(), Error> {
        let mut value = || {
            parser
                .value()
                .and_then(|value| value.string())
                .map_err(usage)
        };
        if matches!(
            flag,
            "listen" | "port" | "path" | "host" | "any-host" | "origin"
        ) {
            self.of_http.get_or_insert_with(|| flag.to_owned());
        }
        match flag {
            "listen" => self.listen = Some(value()?),
            "port" => self.port = Some(port("--port", &value()?)?),
            "path" => self.path = Some(path("--path", &value()?)?),
            "host" => self.hosts.push(value()?),
            "any-host" => self.any_host = true,
            "origin" => self.origins.push(value()?),
            "log" => self.log.filter = Some(value()?),
            "log-file" => self.log.file = Some(value()?.into()),
            command if COMMANDS.contains(&command) => {
                return Err(Error::Usage(format!(
                    "there is no option `--{command}`; did you mean the command `{command}`?"
                )));
            }
            unknown => return Err(unknown_word("option", &format!("--{unknown}"), &FLAGS)),
        }
        Ok(())
    }

    fn fill_from(&mut self, environment: Environment<'_>) -> Result<(), Error> {
        self.listen = self
            .listen
            .take()
            .or_else(|| environment("FERRAMENTA_LISTEN"));
        if self.path.is_none() {
            const NAME: &str = "FERRAMENTA_PATH";
            self.path = environment(NAME)
                .map(|text| path(NAME, &text))
                .transpose()?;
        }
        if self.port.is_none() && self.listen.is_none() {
            self.port = environment("PORT")
                .map(|text| port("PORT", &text))
                .transpose()?;
        }
        for (list, name) in [
            (&mut self.hosts, "FERRAMENTA_HOST"),
            (&mut self.origins, "FERRAMENTA_ORIGIN"),
        ] {
            if list.is_empty() {
                let given = environment(name).unwrap_or_default();
                list.extend(
                    given
                        .split(',')
                        .map(str::trim)
                        .filter(|item| !item.is_empty())
                        .map(str::to_owned),
                );
            }
        }
        self.any_host |=
            environment("FERRAMENTA_ANY_HOST").is_some_and(|value| value == "1" || value == "true");
        self.fill_log_from(environment);
        Ok(())
    }

    fn fill_log_from(&mut self, environment: Environment<'_>) {
        self.log.filter = self
            .log
            .filter
            .take()
            .or_else(|| environment("FERRAMENTA_LOG"));
        self.log.file = self
            .log
            .file
            .take()
            .or_else(|| environment("FERRAMENTA_LOG_FILE").map(Into::into));
    }

    fn http(&mut self) -> Result<Http, Error> {
        let listen = self.address()?;
        if !listen.ip().is_loopback() && self.hosts.is_empty() && !self.any_host {
            return Err(Error::Usage(format!(
                "{listen} can be reached from outside, and no host is named: add `--host NAME` with the name clients \
                 use, or `--any-host` where a proxy checks it"
            )));
        }
        let mut options = HttpOptions::default();
        for host in &self.hosts {
            options = options.host(host);
        }
        for origin in &self.origins {
            options = options.origin(origin);
        }
        Ok(Http {
            listen,
            options: if self.any_host {
                options.any_host()
            } else {
                options
            },
            path: self.path.take(),
        })
    }

    /// Loopback, unless an address is given, or hosts are named and so the server is meant to be seen.
    fn address(&self) -> Result<SocketAddr, Error> {
        let Some(listen) = &self.listen else {
            let public = self.any_host || !self.hosts.is_empty();
            let ip = if public {
                Ipv4Addr::UNSPECIFIED
            } else {
                Ipv4Addr::LOCALHOST
            };
            return Ok((ip, self.port.unwrap_or(DEFAULT_PORT)).into());
        };
        let port = self.port.unwrap_or(DEFAULT_PORT);
        let named = listen.replacen("localhost", "127.0.0.1", 1);
        let address = named.parse().ok();
        let ip = || named.parse::<IpAddr>().ok().map(|ip| (ip, port).into());
        address.or_else(ip).ok_or_else(|| {
            let hint = match listen.parse::<u16>() {
                Ok(port) => format!("; the port alone is `--port {port}`"),
                Err(_) => String::new(),
            };
            Error::Usage(format!(
                "--listen {listen}: an address is `IP:PORT`, such as 127.0.0.1:8000 or [::1]:8000{hint}"
            ))
        })
    }
}

fn path(name: &str, text: &str) -> Result<String, Error> {
    match endpoint(text) {
        Ok(path) => Ok(path.to_owned()),
        Err(problem) => Err(Error::Usage(format!("{name}: {problem}"))),
    }
}

fn port(name: &str, text: &str) -> Result<u16, Error> {
    text.parse()
        .map_err(|_| Error::Usage(format!("{name} {text}: a port is a number from 0 to 65535")))
}

pub(super) fn unknown_word(kind: &str, word: &str, known: &[&str]) -> Error {
    let hint = match contract::nearest(word, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known are {}", known.join(", ")),
    };
    Error::Usage(format!("there is no {kind} `{word}`; {hint}"))
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
pub(super) fn usage(error: lexopt::Error) -> Error {
    Error::Usage(format!("{error}; `--help` tells what there is"))
}

#[cfg(test)]
mod tests {
    use super::{Action, Command, Http};

    fn parse(arguments: &[&str], environment: &[(&str, &str)]) -> Result<Command, String> {
        let find = |name: &str| {
            environment
                .iter()
                .find(|(key, _)| *key == name)
                .map(|(_, value)| (*value).to_owned())
        };
        Command::parse(arguments.iter().map(Into::into), &find).map_err(|error| error.to_string())
    }

    fn listen(arguments: &[&str], environment: &[(&str, &str)]) -> Result<String, String> {
        match parse(arguments, environment)?.action {
            Action::Http(Http { listen, .. }) => Ok(listen.to_string()),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn no_argument_is_stdio() {
        assert!(matches!(
            parse(&[], &[("PORT", "80")]).map(|command| command.action),
            Ok(Action::Stdio(None))
        ));
    }

    #[test]
    fn addresses_are_loopback_unless_a_host_is_named() {
        for (arguments, environment, expected) in [
            (&["http"][..], &[][..], "127.0.0.1:8000"),
            (&["http", "--listen", "[::1]:1"], &[], "[::1]:1"),
            (&["http", "--listen", "localhost:1"], &[], "127.0.0.1:1"),
            (&["http", "--port", "9"], &[], "127.0.0.1:9"),
            (&["http"], &[("PORT", "9")], "127.0.0.1:9"),
            (
                &["http", "--host", "mcp.example.com"],
                &[("PORT", "9")],
                "0.0.0.0:9",
            ),
            (
                &["http", "--any-host", "--listen", "0.0.0.0:5"],
                &[("PORT", "9")],
                "0.0.0.0:5",
            ),
            (
                &["http"],
                &[("FERRAMENTA_LISTEN", "127.0.0.1:7")],
                "127.0.0.1:7",
            ),
        ] {
            assert_eq!(
                listen(arguments, environment).as_deref(),
                Ok(expected),
                "{arguments:?}"
            );
        }
    }

    #[test]
    fn mistakes_say_what_to_write() {
        for (arguments, expected) in [
            (
                &["htpp"][..],
                "there is no command `htpp`; did you mean `http`?",
            ),
            (
                &["http", "--lisen", "x"],
                "there is no option `--lisen`; did you mean `--listen`?",
            ),
            (
                &["http", "--port", "x"],
                "--port x: a port is a number from 0 to 65535",
            ),
            (
                &["--http"],
                "there is no option `--http`; did you mean the command `http`?",
            ),
            (
                &["stdio", "--listen", "127.0.0.1:1"],
                "`--listen` is an option of the command `http`: write `http --listen`",
            ),
            (
                &["--any-host"],
                "`--any-host` is an option of the command `http`: write `http --any-host`",
            ),
            (
                &["http", "--listen", "9000"],
                "--listen 9000: an address is `IP:PORT`, such as 127.0.0.1:8000 or [::1]:8000; the port alone is \
                 `--port 9000`",
            ),
            (
                &["http", "--listen", "x"],
                "--listen x: an address is `IP:PORT`, such as 127.0.0.1:8000 or [::1]:8000",
            ),
            (
                &["http", "--listen", "0.0.0.0:1"],
                "0.0.0.0:1 can be reached from outside, and no host is named: add `--host NAME` with the name clients \
                 use, or `--any-host` where a proxy checks it",
            ),
        ] {
            assert_eq!(
                parse(arguments, &[]).map(|_| ()),
                Err(expected.to_owned()),
                "{arguments:?}"
            );
        }
    }

    #[test]
    fn paths_are_checked_wherever_they_come_from() {
        fn path(
            arguments: &[&str],
            environment: &[(&str, &str)],
        ) -> Result<Option<String>, String> {
            match parse(arguments, environment)?.action {
                Action::Http(Http { path, .. }) => Ok(path),
                other => panic!("{other:?}"),
            }
        }
        let given = path(&["http", "--path", "/mcp/"], &[("FERRAMENTA_PATH", "x")]);
        assert_eq!(given, Ok(Some("/mcp".into())));
        assert_eq!(
            path(&["http"], &[("FERRAMENTA_PATH", "/a/b/")]),
            Ok(Some("/a/b".into()))
        );
        for (arguments, environment, expected) in [
            (
                &["http", "--path", "mcp"][..],
                &[][..],
                "--path: `mcp` can't be",
            ),
            (
                &["http", "--path", "/a%20b"],
                &[],
                "--path: `/a%20b` can't be",
            ),
            (
                &["http"],
                &[("FERRAMENTA_PATH", "/healthz")],
                "FERRAMENTA_PATH: `/healthz` can't be",
            ),
        ] {
            let problem = path(arguments, environment).expect_err("no path");
            assert!(problem.starts_with(expected), "{problem}");
        }
    }

    #[test]
    fn help_and_version_are_told_whatever_else_is_there() {
        for (arguments, is_help) in [
            (&["--help"][..], true),
            (&["help"], true),
            (&["http", "--listen", "127.0.0.1:1", "-h"], true),
            (&["--version"], false),
            (&["-V"], false),
        ] {
            let action = parse(arguments, &[]).map(|command| command.action);
            match action {
                Ok(Action::Help) => assert!(is_help, "{arguments:?}"),
                Ok(Action::Version) => assert!(!is_help, "{arguments:?}"),
                other => panic!("{other:?}"),
            }
        }
    }
}
