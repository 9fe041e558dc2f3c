//! `ferramenta list`, `call`, `read` and `prompt`: any server, from a shell.

pub(crate) mod arguments;
mod form;
mod listing;
mod progress;
mod questions;
mod schema;
pub(crate) mod session;
pub(crate) mod show;
mod values;

use std::{
    io::{self, IsTerminal},
    process::ExitCode,
};

use anyhow::{Context, anyhow};
use base64::{Engine, engine::general_purpose::STANDARD};
use ferramenta_inspector::{Client, Target};
use serde_json::{Map, Value, json, value::RawValue};

use crate::{output::print, signals::Signals};

use self::{
    arguments::{CallArguments, ListArguments, PromptArguments, ReadArguments, ServerArguments},
    form::{has_person, terminal},
    questions::{Answers, missing},
    schema::Schema,
    session::{Problem, Session, parsed},
    show::text,
};

/// One of the four commands.
#[derive(Debug)]
pub(crate) enum Wish {
    List(ListArguments),
    Call(CallArguments),
    Read(ReadArguments),
    Prompt(PromptArguments),
}

/// Does it, and says with the exit code what became of it.
pub(crate) fn run(wish: &Wish) -> ExitCode {
    let runtime = match tokio::runtime::Runtime::new() {
        Ok(runtime) => runtime,
        Err(error) => return failed(&error.into()),
    };
    let outcome = runtime.block_on(wish.fulfil());
    // what is left is a person who is asked, which ends with the program
    runtime.shutdown_background();
    match outcome {
        Ok(output) => match print(output) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => failed(&error.into()),
        },
        Err(problem) => failed(&problem),
    }
}

/// All lists of a server, and what it says of itself.
///
/// # Errors
/// When the server can't be reached, or a list doesn't come.
pub(crate) fn lists(server: &ServerArguments, words: &[String]) -> Result<Value, Problem> {
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let (target, _) = server.target(words)?;
        let mut session = connect(target, server, Answers::new([])).await?;
        let listed = listing::lists(&mut session).await;
        session.client.end().await?;
        listed
    })
}

/// Opens a connection.
async fn connect(
    target: Target,
    server: &ServerArguments,
    answers: Answers,
) -> Result<Session<'_>, Problem> {
    let reach = server.reach()?;
    let mut signals = Signals::listen()?;
    let client = tokio::select! {
        client = Client::connect(target, &reach) => client?,
        () = signals.next() => return Err(Problem::Interrupted),
    };
    Ok(Session::new(client, server, answers, signals))
}

fn failed(problem: &Problem) -> ExitCode {
    match problem {
        // as a model reads it
        Problem::Tool(text) => eprintln!("{text}"),
        other => eprintln!("ferramenta: {}", other.words()),
    }
    problem.code()
}

impl Wish {
    fn server(&self) -> (&ServerArguments, &[String]) {
        match self {
            Self::List(wish) => (&wish.server, &wish.words),
            Self::Call(wish) => (&wish.server, &wish.words),
            Self::Read(wish) => (&wish.server, &wish.words),
            Self::Prompt(wish) => (&wish.server, &wish.words),
        }
    }

    /// What is printed.
    async fn fulfil(&self) -> Result<Vec<u8>, Problem> {
        let (server, words) = self.server();
        let (target, words) = server.target(words)?;
        self.check(words)?;
        let answers = self.answers()?;
        let mut session = connect(target, server, answers).await?;
        let outcome = self.ask(&mut session, words).await;
        session.client.end().await?;
        outcome
    }

    fn check(&self, words: &[String]) -> anyhow::Result<()> {
        match (self, words) {
            (Self::Call(_), []) => Err(anyhow!("which tool? name it after the URL")),
            (Self::Prompt(_), []) => Err(anyhow!("which prompt? name it after the URL")),
            (Self::Read(_), []) => Err(anyhow!("which resource? give its URI after the URL")),
            (Self::List(_), [word, ..]) | (Self::Read(_), [_, word, ..]) => {
                Err(anyhow!("`{word}` is one word too many"))
            }
            _ => Ok(()),
        }
    }

    fn answers(&self) -> anyhow::Result<Answers> {
        let Self::Call(call) = self else {
            return Ok(Answers::new([]));
        };
        let answers = call.answers.iter().map(|answer| {
            let text = values::text(answer)?;
            serde_json::from_str::<Value>(&text).context("--answer isn't JSON")
        });
        Ok(Answers::new(answers.collect::<anyhow::Result<Vec<_>>>()?))
    }

    async fn ask(&self, session: &mut Session<'_>, words: &[String]) -> Result<Vec<u8>, Problem> {
        match (self, words) {
            (Self::Call(_), [name, words @ ..]) => call(session, name, words).await,
            (Self::Prompt(_), [name, words @ ..]) => prompt(session, name, words).await,
            (Self::Read(_), [uri, ..]) => read(session, uri).await,
            _ => Ok(line(listing::list(session).await?)),
        }
    }
}

async fn call(session: &mut Session<'_>, name: &str, words: &[String]) -> Result<Vec<u8>, Problem> {
    let tools = session.all("tools/list", "tools").await?;
    let tool = find(&tools, "tool", name)?;
    let schema = tool.get("inputSchema").cloned().unwrap_or_default();
    let arguments = arguments(words, Schema::new(&schema)).await?;
    let params = json!({"name": name, "arguments": arguments});
    let raw = answered(session, "tools/call", params).await?;
    let result = parsed(&raw)?;
    let is_error = result.get("isError") == Some(&Value::Bool(true));
    match (session.arguments.json, is_error) {
        (true, true) => {
            print(line(raw.get().to_owned()))?;
            Err(Problem::Tool(show::tool_result(&result)))
        }
        (false, true) => Err(Problem::Tool(show::tool_result(&result))),
        (true, false) => Ok(line(raw.get().to_owned())),
        (false, false) => Ok(line(show::tool_result(&result))),
    }
}

async fn prompt(
    session: &mut Session<'_>,
    name: &str,
    words: &[String],
) -> Result<Vec<u8>, Problem> {
    let prompts = session.all("prompts/list", "prompts").await?;
    let schema = schema_of_prompt(find(&prompts, "prompt", name)?);
    let arguments = arguments(words, Schema::new(&schema)).await?;
    let params = json!({"name": name, "arguments": arguments});
    let raw = answered(session, "prompts/get", params).await?;
    match session.arguments.json {
        true => Ok(line(raw.get().to_owned())),
        false => Ok(line(show::prompt(&parsed(&raw)?))),
    }
}

async fn read(session: &mut Session<'_>, uri: &str) -> Result<Vec<u8>, Problem> {
    let raw = answered(session, "resources/read", json!({"uri": uri})).await?;
    if session.arguments.json {
        return Ok(line(raw.get().to_owned()));
    }
    let result = parsed(&raw)?;
    let contents = result.get("contents").and_then(Value::as_array);
    let contents = contents.map_or(&[][..], Vec::as_slice);
    if let [content] = contents
        && !io::stdout().is_terminal()
        && let Some(bytes) = as_it_is(content)?
    {
        return Ok(bytes);
    }
    let texts: Vec<String> = contents.iter().map(show::contents).collect();
    Ok(line(texts.join("\n")))
}

/// What a file is to have, in which nothing is written out.
fn as_it_is(content: &Value) -> Result<Option<Vec<u8>>, Problem> {
    match (text(content, "text"), text(content, "blob")) {
        (Some(text), _) => Ok(Some(text.as_bytes().to_owned())),
        (None, Some(blob)) => match STANDARD.decode(blob) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) => Err(Problem::Connection(format!(
                "the blob isn't base64: {error}"
            ))),
        },
        (None, None) => Ok(None),
    }
}

/// Sends a request; a script gets the server's error as JSON.
async fn answered(
    session: &mut Session<'_>,
    method: &str,
    params: Value,
) -> Result<Box<RawValue>, Problem> {
    let answer = session.ask(method, params).await;
    if let Err(Problem::Refused(error)) = &answer
        && session.arguments.json
    {
        print(line(json!({ "error": error }).to_string()))?;
    }
    answer
}

/// The arguments of the words; what is missing is asked for, where somebody is there.
async fn arguments(words: &[String], schema: Schema<'_>) -> Result<Map<String, Value>, Problem> {
    let mut arguments = values::arguments(words, schema)?;
    let missing = missing(schema, &arguments);
    if missing.is_empty() {
        return Ok(arguments);
    }
    if !has_person() {
        let named: Vec<String> = missing.iter().map(|name| format!("`{name}`")).collect();
        let are = if named.len() == 1 { "is" } else { "are" };
        return Err(Problem::Usage(format!(
            "{} {are} missing",
            named.join(", ")
        )));
    }
    arguments.extend(terminal().fill(schema, &missing)?);
    Ok(arguments)
}

fn find<'a>(items: &'a [Value], kind: &str, name: &str) -> Result<&'a Value, Problem> {
    let found = items.iter().find(|item| text(item, "name") == Some(name));
    found.ok_or_else(|| {
        let names: Vec<&str> = items.iter().filter_map(|item| text(item, "name")).collect();
        let known = match names[..] {
            [] => format!("the server has no {kind}s"),
            _ => format!("there are {}", names.join(", ")),
        };
        Problem::Usage(format!("there is no {kind} `{name}`; {known}"))
    })
}

/// The arguments of a prompt, which are texts, as a schema.
fn schema_of_prompt(prompt: &Value) -> Value {
    let list = prompt.get("arguments").and_then(Value::as_array);
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for argument in list.into_iter().flatten() {
        let name = text(argument, "name").unwrap_or_default();
        let about = text(argument, "description").unwrap_or_default();
        properties.insert(name.into(), json!({"type": "string", "description": about}));
        if argument.get("required") == Some(&Value::Bool(true)) {
            required.push(name);
        }
    }
    json!({"properties": properties, "required": required, "additionalProperties": false})
}

fn line(mut text: String) -> Vec<u8> {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text.into_bytes()
}
