//! The command `contract`: writes what a server promises, compares it, and tells what others refuse.

use std::{fs, path::PathBuf};

use ferramenta_contract::{Budget, Class, Contract, Report, Severity};
use lexopt::{Arg, Parser, ValueExt};

use super::command::{Action, unknown_word, usage};
use crate::{BuiltServer, Error, Result};

const ACTIONS: [&str; 3] = ["write", "check", "lint"];

const FLAGS: [&str; 5] = ["--allow", "--budget", "--json", "--server", "--help"];

/// What is to be done with a contract.
#[derive(Debug)]
pub(super) struct Task {
    kind: Kind,
    json: bool,
    /// Which server, where there are several.
    pub(super) server: Option<String>,
}

#[derive(Debug)]
enum Kind {
    Write(PathBuf),
    /// With the gravest change that is let pass; `None` lets none pass.
    Check(PathBuf, Option<Class>),
    /// With the gravest finding that is let pass.
    Lint(Budget, Option<Severity>),
}

/// What was given behind `contract`.
#[derive(Default)]
struct Given {
    action: Option<String>,
    file: Option<PathBuf>,
    allow: Option<String>,
    budget: Option<String>,
    json: bool,
    server: Option<String>,
}

/// Reads what stands behind `contract`.
pub(super) fn parse(parser: &mut Parser) -> Result<Action> {
    let mut given = Given::default();
    while let Some(argument) = parser.next().map_err(usage)? {
        match argument {
            Arg::Short('h') | Arg::Long("help") => return Ok(Action::Help),
            Arg::Long("allow") => given.allow = Some(text(parser)?),
            Arg::Long("budget") => given.budget = Some(text(parser)?),
            Arg::Long("json") => given.json = true,
            Arg::Long("server") => given.server = Some(text(parser)?),
            Arg::Long(unknown) => {
                return Err(unknown_word("option", &format!("--{unknown}"), &FLAGS));
            }
            Arg::Value(word) if given.action.is_none() => {
                given.action = Some(word.string().map_err(usage)?);
            }
            Arg::Value(file) if given.file.is_none() => given.file = Some(file.into()),
            other => return Err(usage(other.unexpected())),
        }
    }
    let kind = given.kind()?;
    Ok(Action::Contract(Task {
        kind,
        json: given.json,
        server: given.server,
    }))
}

fn text(parser: &mut Parser) -> Result<String> {
    let value = parser.value().and_then(|value| value.string());
    value.map_err(usage)
}

impl Given {
    fn kind(&self) -> Result<Kind> {
        let file = || self.file.clone().unwrap_or_else(|| "contract.json".into());
        let kind = match self.action.as_deref() {
            Some("write") => Kind::Write(file()),
            Some("check") => Kind::Check(file(), self.allowed_change()?),
            Some("lint") => Kind::Lint(self.tokens()?, self.allowed_finding()?),
            Some(unknown) => return Err(unknown_word("command `contract", unknown, &ACTIONS)),
            None => {
                return Err(Error::Usage(format!(
                    "say what to do: {}",
                    ACTIONS.join(", ")
                )));
            }
        };
        let misplaced = match &kind {
            Kind::Write(_) if self.allow.is_some() => Some("--allow"),
            Kind::Write(_) if self.json => Some("--json"),
            Kind::Write(_) | Kind::Check(..) if self.budget.is_some() => Some("--budget"),
            Kind::Lint(..) if self.file.is_some() => Some("a file"),
            _ => None,
        };
        match (misplaced, &self.action) {
            (Some(what), Some(action)) => Err(Error::Usage(format!(
                "`contract {action}` doesn't take {what}"
            ))),
            _ => Ok(kind),
        }
    }

    fn allowed_change(&self) -> Result<Option<Class>> {
        let known = Class::ALL;
        allowed(self.allow.as_deref(), Class::Minor, &known, Class::as_str)
    }

    fn allowed_finding(&self) -> Result<Option<Severity>> {
        let known = Severity::ALL;
        allowed(
            self.allow.as_deref(),
            Severity::Warning,
            &known,
            Severity::as_str,
        )
    }

    fn tokens(&self) -> Result<Budget> {
        let mut budget = Budget::default();
        if let Some(text) = &self.budget {
            budget.server = text.parse().map_err(|_| {
                Error::Usage(format!(
                    "--budget {text}: a budget is a number of tokens, such as 20000"
                ))
            })?;
        }
        Ok(budget)
    }
}

/// What `--allow` says, and `otherwise` without it.
fn allowed<T: Copy>(
    given: Option<&str>,
    otherwise: T,
    known: &[T],
    name: fn(T) -> &'static str,
) -> Result<Option<T>> {
    match given {
        None => Ok(Some(otherwise)),
        Some("none") => Ok(None),
        Some(word) => {
            let found = known.iter().find(|one| name(**one) == word).copied();
            found.map(Some).ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|one| name(*one)).collect();
                Error::Usage(format!(
                    "--allow {word}: known are none, {}",
                    names.join(", ")
                ))
            })
        }
    }
}

impl Task {
    /// Does it, and says what to print. An error is what wasn't let pass.
    pub(super) fn run(self, server: &BuiltServer, print: impl Fn(&str)) -> Result<()> {
        let contract = server.contract();
        let report = match self.kind {
            Kind::Write(file) => {
                fs::write(&file, contract.to_json())
                    .map_err(|error| Error::Contract(format!("{}: {error}", file.display())))?;
                print(&format!("{}: {}\n", file.display(), contract.summary()));
                return Ok(());
            }
            Kind::Check(file, allowed) => read(&file)?.report_changes(&contract, allowed),
            Kind::Lint(budget, allowed) => contract.report_findings(&budget, allowed),
        };
        let Report {
            text,
            json,
            problem,
            ..
        } = report;
        print(&if self.json { format!("{json}\n") } else { text });
        problem.map_or(Ok(()), |problem| Err(Error::Contract(problem)))
    }
}

fn read(file: &PathBuf) -> Result<Contract> {
    let name = file.display();
    let text = fs::read_to_string(file)
        .map_err(|error| Error::Contract(format!("{name}: {error}; `contract write` makes one")))?;
    Contract::from_json(&text).map_err(|problem| Error::Contract(format!("{name}: {problem}")))
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::super::Program;
    use crate::{App, Server};

    async fn told(app: App, arguments: &[&str]) -> String {
        let arguments = ["contract"].iter().chain(arguments).map(OsString::from);
        match Program::Many(app).run_with(arguments).await {
            Ok(()) => "done".to_owned(),
            Err(problem) => problem.to_string(),
        }
    }

    #[tokio::test]
    async fn one_of_several_servers_is_named() {
        let app = || {
            let (shop, office) = (Server::new("Shop"), Server::new("Office"));
            App::new().web("/shop", shop).local("office", office)
        };
        let which = "say which server: `--server NAME`, with one of office, /shop";
        assert_eq!(told(app(), &["lint"]).await, which);
        assert_eq!(told(app(), &["lint", "--server", "/shop"]).await, "done");
        let unknown = "there is no server `shop`; there are office, /shop";
        assert_eq!(told(app(), &["lint", "--server", "shop"]).await, unknown);
    }
}
