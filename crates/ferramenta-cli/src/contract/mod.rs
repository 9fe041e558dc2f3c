//! `ferramenta contract`: what a server promises, as a file; what a change breaks; what others refuse.

mod arguments;
mod project;

use std::{fs, path::Path, process::ExitCode};

use anyhow::{Context, anyhow};
use ferramenta_contract::{Budget, Contract, Offer, Report};
use serde_json::Value;

pub(crate) use self::arguments::ContractArguments;
use self::arguments::{Subject, Task};
use crate::remote::{self, session::Problem};

/// Where a contract is, if nothing is said.
const FILE: &str = "contract.json";

/// Does it, and says with the exit code what became of it.
pub(crate) fn run(arguments: &ContractArguments) -> ExitCode {
    let task = &arguments.task;
    let subject = task.subject();
    let outcome = if subject.server.is_a_command() || subject.has_url() {
        on_the_wire(task)
    } else {
        project::run(task).map_err(Problem::from)
    };
    outcome.unwrap_or_else(|problem| {
        eprintln!("ferramenta: {}", problem.words());
        problem.code()
    })
}

impl Task {
    const fn subject(&self) -> &Subject {
        match self {
            Self::Write { subject, .. }
            | Self::Check { subject, .. }
            | Self::Lint { subject, .. } => subject,
        }
    }
}

impl Subject {
    fn has_url(&self) -> bool {
        self.target
            .as_ref()
            .is_some_and(|target| target.contains("://"))
    }
}

/// A server that runs already, or that a command launches.
fn on_the_wire(task: &Task) -> Result<ExitCode, Problem> {
    let subject = task.subject();
    if let Some(option) = subject.option_of_projects() {
        let problem = anyhow!("`{option}` is for cargo projects, and nothing is built here");
        return Err(problem.into());
    }
    if let Task::Write { .. } = task
        && subject.server.json
    {
        return Err(anyhow!("`--json` is for what is printed, and a file is written").into());
    }
    let words: Vec<String> = subject.target.clone().into_iter().collect();
    let listed = remote::lists(&subject.server, &words)?;
    let contract = contract_of(listed)?;
    let report = match task {
        Task::Write { file, .. } => {
            let file = file.file.as_deref().unwrap_or(Path::new(FILE));
            let written = fs::write(file, contract.to_json());
            written.with_context(|| file.display().to_string())?;
            println!("{}: {}", file.display(), contract.summary());
            return Ok(ExitCode::SUCCESS);
        }
        Task::Check { file, allow, .. } => {
            let file = file.file.as_deref().unwrap_or(Path::new(FILE));
            read(file)?.report_changes(&contract, allow.class())
        }
        Task::Lint { budget, allow, .. } => {
            contract.report_findings(&within(*budget), allow.severity())
        }
    };
    Ok(tell(&report, subject.server.json))
}

fn contract_of(mut listed: Value) -> anyhow::Result<Contract> {
    let name = listed["server"]["name"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let mut list = |member: &str| match listed[member].take() {
        Value::Array(entries) => entries,
        _ => Vec::new(),
    };
    let offer = Offer {
        tools: list("tools"),
        prompts: list("prompts"),
        resources: list("resources"),
        templates: list("resourceTemplates"),
        ..Offer::named(name)
    };
    Contract::of(offer).context("the server's lists are no contract")
}

fn read(file: &Path) -> anyhow::Result<Contract> {
    let text = fs::read_to_string(file);
    let text = text.with_context(|| format!("{}; `contract write` makes one", file.display()))?;
    let contract = Contract::from_json(&text).with_context(|| file.display().to_string())?;
    Ok(contract.without_scopes())
}

fn within(tokens: Option<usize>) -> Budget {
    let mut budget = Budget::default();
    budget.server = tokens.unwrap_or(budget.server);
    budget
}

fn tell(report: &Report, json: bool) -> ExitCode {
    if json {
        println!("{}", report.json);
    } else {
        print!("{}", report.text);
    }
    match &report.problem {
        Some(problem) => {
            eprintln!("ferramenta: {problem}");
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    }
}
