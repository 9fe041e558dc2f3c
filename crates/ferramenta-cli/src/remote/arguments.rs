//! What `list`, `call`, `read` and `prompt` are given.

use std::{collections::BTreeMap, ffi::OsString, time::Duration};

use clap::{Args, ValueEnum};
use ferramenta_inspector::{Era, Launch, Reach, Target};

use crate::arguments::checked_url;

/// A variable of the environment that has the token, so that it isn't on the command line.
const BEARER: &str = "FERRAMENTA_BEARER";

/// Seconds until an answer has to be there, if nothing is said.
const TIMEOUT: u64 = 300;

macro_rules! after_help {
    ($examples:literal) => {
        concat!(
            "Examples:\n",
            $examples,
            "\n\nThe server is named by its URL, as the first word, or by the command that launches it, after `--`.\n\
             A token in the variable FERRAMENTA_BEARER is sent as with --bearer.\n\n\
             Exit codes: 0 it is done; 1 the tool reports an error; 2 the command line is wrong; 3 the server can't be \
             reached, or doesn't answer; 4 the server refuses; 130 it was interrupted."
        )
    };
}

#[derive(Args, Debug)]
#[command(after_help = after_help!(
    "  ferramenta list https://mcp.example.com/mcp\n  ferramenta list --json -- npx -y some-mcp-server"
))]
pub(crate) struct ListArguments {
    /// The server's URL
    #[arg(value_name = "URL")]
    pub(crate) words: Vec<String>,

    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

#[derive(Args, Debug)]
#[command(after_help = after_help!(
    "  ferramenta call http://127.0.0.1:8000/mcp search_books query=dune limit=3\n  \
       ferramenta call add_book 'tags:=[\"sf\",\"classic\"]' summary=@summary.txt -- ./my-server\n  \
       ferramenta call add_book @book.json -- ./my-server"
))]
pub(crate) struct CallArguments {
    /// The server's URL where no command launches it, the tool, and its arguments
    ///
    /// NAME=VALUE is read by the tool's schema: a number where it wants a number, one more item where it wants
    /// a list. NAME:=JSON is taken as it is. @FILE is a file of JSON with all arguments, NAME=@FILE and
    /// NAME:=@FILE have one of them in a file.
    #[arg(value_name = "[URL] TOOL [NAME=VALUE]", required = true)]
    pub(crate) words: Vec<String>,

    /// The answer to the server's next question, as JSON or @FILE; can be repeated
    #[arg(long = "answer", value_name = "JSON")]
    pub(crate) answers: Vec<String>,

    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

#[derive(Args, Debug)]
#[command(after_help = after_help!(
    "  ferramenta read http://127.0.0.1:8000/mcp books://isbn/9780441013593\n  \
       ferramenta read logo://png -- ./my-server > logo.png"
))]
pub(crate) struct ReadArguments {
    /// The server's URL where no command launches it, and the URI of the resource
    #[arg(value_name = "[URL] URI", required = true)]
    pub(crate) words: Vec<String>,

    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

#[derive(Args, Debug)]
#[command(after_help = after_help!(
    "  ferramenta prompt http://127.0.0.1:8000/mcp review_book title=Dune\n  \
       ferramenta prompt review_book title=Dune -- ./my-server"
))]
pub(crate) struct PromptArguments {
    /// The server's URL where no command launches it, the prompt, and its arguments
    #[arg(value_name = "[URL] PROMPT [NAME=VALUE]", required = true)]
    pub(crate) words: Vec<String>,

    #[command(flatten)]
    pub(crate) server: ServerArguments,
}

/// Which server, and how it is talked to.
#[derive(Args, Debug)]
pub(crate) struct ServerArguments {
    /// Print the answer as JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// The protocol: with `initialize` (legacy), without (modern), or whichever the server speaks
    #[arg(long, value_enum, default_value = "auto")]
    era: EraName,

    /// A header of every HTTP request; can be repeated
    #[arg(long = "header", short = 'H', value_name = "NAME: VALUE")]
    headers: Vec<String>,

    /// The token of `Authorization: Bearer`
    #[arg(long, value_name = "TOKEN")]
    bearer: Option<String>,

    /// Seconds until the answer has to be there
    #[arg(long, value_name = "SECONDS", default_value_t = TIMEOUT, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,

    /// A command that launches the server on standard input and output
    #[arg(last = true, value_name = "COMMAND")]
    launch: Vec<OsString>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum EraName {
    Auto,
    Modern,
    Legacy,
}

impl ServerArguments {
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    /// Whether a command launches the server.
    pub(crate) const fn is_a_command(&self) -> bool {
        !self.launch.is_empty()
    }

    /// Whether anything is said of how the server is reached.
    pub(crate) fn is_set(&self) -> bool {
        let era = !matches!(self.era, EraName::Auto);
        let waits = self.timeout != TIMEOUT;
        era || waits || !self.headers.is_empty() || self.bearer.is_some()
    }

    /// The server, and the words that aren't its URL.
    ///
    /// # Errors
    /// When there is no server, or its URL isn't one.
    pub(crate) fn target<'a>(&self, words: &'a [String]) -> anyhow::Result<(Target, &'a [String])> {
        if let Some((program, rest)) = self.launch.split_first() {
            let launch = Launch::new(program).arguments(rest);
            return Ok((Target::command(launch), words));
        }
        match words.split_first() {
            Some((url, rest)) if url.contains("://") => Ok((Target::url(checked_url(url)?), rest)),
            _ => anyhow::bail!("which server? give its URL first, or `-- COMMAND` last"),
        }
    }

    /// # Errors
    /// When a header isn't one, or a command gets what is for HTTP.
    pub(crate) fn reach(&self) -> anyhow::Result<Reach> {
        let mut reach = Reach::default();
        reach.era = match self.era {
            EraName::Auto => Era::Auto,
            EraName::Modern => Era::Modern,
            EraName::Legacy => Era::Legacy,
        };
        if !self.launch.is_empty() {
            if !self.headers.is_empty() || self.bearer.is_some() {
                anyhow::bail!("--header and --bearer are for servers that are reached by a URL");
            }
            return Ok(reach);
        }
        reach.headers = headers(&self.headers)?;
        reach.bearer = self.bearer.clone().or_else(|| std::env::var(BEARER).ok());
        Ok(reach)
    }
}

fn headers(given: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut headers = BTreeMap::new();
    for header in given {
        let Some((name, value)) = header.split_once(':') else {
            // the text may be a secret
            anyhow::bail!("a header has no colon; write `Name: value`");
        };
        headers.insert(name.trim().to_owned(), value.trim().to_owned());
    }
    Ok(headers)
}
