//! The command `contract`: writes what a server promises, compares it, and tells what others refuse.

use std::{fmt::Write as _, fs, path::PathBuf};

use ferramenta_contract::{Budget, Change, Class, Contract, Finding, Severity};
use lexopt::{Arg, Parser, ValueExt};

use super::command::{Action, unknown_word, usage};
use crate::{BuiltServer, Error, Result};

const ACTIONS: [&str; 3] = ["write", "check", "lint"];

const FLAGS: [&str; 4] = ["--allow", "--budget", "--server", "--help"];

/// What is to be done with a contract.
#[derive(Debug)]
pub(super) struct Task {
    kind: Kind,
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
        let known = [Class::Patch, Class::Minor, Class::Major];
        allowed(self.allow.as_deref(), Class::Minor, &known, Class::as_str)
    }

    fn allowed_finding(&self) -> Result<Option<Severity>> {
        let known = [Severity::Hint, Severity::Warning, Severity::Error];
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
        match self.kind {
            Kind::Write(file) => {
                fs::write(&file, contract.to_json())
                    .map_err(|error| Error::Contract(format!("{}: {error}", file.display())))?;
                print(&format!("{} has {}\n", file.display(), summary(&contract)));
                Ok(())
            }
            Kind::Check(file, allowed) => {
                let before = read(&file)?;
                let changes = before.changes_to(&contract);
                print(&told(
                    &changes,
                    &format!("{} is kept: {}", file.display(), summary(&contract)),
                ));
                let worst = changes.iter().map(|change| change.class).max();
                let advice = format!("`contract write` puts it into {}", file.display());
                refuse(worst, allowed, "changes", Class::as_str, &advice)
            }
            Kind::Lint(budget, allowed) => {
                let findings = contract.lint(&budget);
                print(&found(&findings, &contract));
                let worst = findings.iter().map(|finding| finding.severity).max();
                refuse(
                    worst,
                    allowed,
                    "findings",
                    Severity::as_str,
                    "each says what would be right",
                )
            }
        }
    }
}

fn read(file: &PathBuf) -> Result<Contract> {
    let name = file.display();
    let text = fs::read_to_string(file)
        .map_err(|error| Error::Contract(format!("{name}: {error}; `contract write` makes one")))?;
    Contract::from_json(&text).map_err(|problem| Error::Contract(format!("{name}: {problem}")))
}

/// An error, if there is something worse than what is let pass.
fn refuse<T: Copy + Ord>(
    worst: Option<T>,
    allowed: Option<T>,
    what: &str,
    name: fn(T) -> &'static str,
    advice: &str,
) -> Result<()> {
    match worst {
        Some(worst) if allowed.is_none_or(|allowed| worst > allowed) => {
            let worst = name(worst);
            Err(Error::Contract(format!(
                "there are {what} of the kind `{worst}`; {advice}, and `--allow {worst}` lets them pass"
            )))
        }
        _ => Ok(()),
    }
}

fn told(changes: &[Change], unchanged: &str) -> String {
    if changes.is_empty() {
        return format!("{unchanged}\n");
    }
    changes.iter().map(|change| format!("{change}\n")).collect()
}

fn found(findings: &[Finding], contract: &Contract) -> String {
    let mut text: String = findings
        .iter()
        .map(|finding| format!("{finding}\n"))
        .collect();
    let count = |severity| {
        let found = findings
            .iter()
            .filter(|finding| finding.severity == severity);
        found.count()
    };
    let [errors, warnings, hints] = [Severity::Error, Severity::Warning, Severity::Hint].map(count);
    let tokens = contract.tokens();
    // writing to a string can't fail
    let _ = writeln!(
        text,
        "{errors} errors, {warnings} warnings, {hints} hints; the tools cost about {tokens} tokens"
    );
    text
}

fn summary(contract: &Contract) -> String {
    format!(
        "{}, and tools for about {} tokens",
        contract.hash(),
        contract.tokens()
    )
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
