//! `ferramenta doctor`: why a command or a URL doesn't work as a server.

mod cors;
mod endpoint;
mod finding;
mod logs;
mod messages;
mod process;
mod program;
mod reply;

use std::{ffi::OsString, process::ExitCode, time::Duration};

use anyhow::{Context, Result, bail};
use clap::Args;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use url::Url;

use crate::{arguments::checked_url, output::say};

use self::{endpoint::Endpoint, finding::Report, process::Limits};

const EXAMPLES: &str = "\
Examples:
  ferramenta doctor -- ./target/release/my-server
  ferramenta doctor -- npx -y some-mcp-server
  ferramenta doctor https://mcp.example.com/mcp --origin https://app.example.com
  ferramenta doctor                                  where hosts keep their logs

The command is started as a host starts it, and its output is read strictly. Nothing of the server is changed; its
tools are listed and not called.

Exit codes: 0 nothing is wrong; 1 something is; 2 the command line is wrong.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DoctorArguments {
    /// The server's URL
    #[arg(conflicts_with = "launch")]
    url: Option<String>,

    /// Print what is found as JSON
    #[arg(long)]
    json: bool,

    /// The origin of a page that shall call the server from a browser
    #[arg(long, value_name = "ORIGIN", requires = "url")]
    origin: Option<String>,

    /// A header of every HTTP request; can be repeated
    #[arg(
        long = "header",
        short = 'H',
        value_name = "NAME: VALUE",
        requires = "url"
    )]
    headers: Vec<String>,

    /// The token of `Authorization: Bearer`
    #[arg(long, value_name = "TOKEN", requires = "url")]
    bearer: Option<String>,

    /// Seconds until the server has to answer
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    patience: u64,

    /// Seconds until a start, or a stream's beginning, counts as slow
    #[arg(long, value_name = "SECONDS", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    slow: u64,

    /// A command that launches the server on standard input and output
    #[arg(last = true, value_name = "COMMAND")]
    launch: Vec<OsString>,
}

/// Does it, and says with the exit code whether something is wrong.
pub(crate) fn run(arguments: &DoctorArguments) -> ExitCode {
    match diagnose(arguments) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("ferramenta: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn diagnose(arguments: &DoctorArguments) -> Result<ExitCode> {
    let runtime = tokio::runtime::Runtime::new()?;
    let report = runtime.block_on(arguments.examine());
    // a process that ignores everything is killed by now
    runtime.shutdown_background();
    let Some(report) = report? else {
        say(&logs::text())?;
        return Ok(ExitCode::SUCCESS);
    };
    match arguments.json {
        true => say(&report.json().to_string())?,
        false => say(&report.for_people())?,
    }
    Ok(match report.findings.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

impl DoctorArguments {
    async fn examine(&self) -> Result<Option<Report>> {
        let limits = Limits {
            patience: Duration::from_secs(self.patience),
            slow: Duration::from_secs(self.slow),
        };
        if let Some((program, rest)) = self.launch.split_first() {
            return Ok(Some(process::examine(program, rest, limits).await));
        }
        let Some(url) = &self.url else {
            return Ok(None);
        };
        if !url.contains("://") {
            bail!("`{url}` is no URL; a command stands after `--`");
        }
        let origin = self.origin.as_deref().map(checked_origin).transpose()?;
        let endpoint = Endpoint::new(checked_url(url)?, self.all_headers()?, origin, limits)?;
        Ok(Some(endpoint.examine().await))
    }

    fn all_headers(&self) -> Result<HeaderMap> {
        let mut headers = HeaderMap::new();
        for header in &self.headers {
            // the text may be a secret
            let (name, value) = header
                .split_once(':')
                .context("a header has no colon; write `Name: value`")?;
            let name: HeaderName = name.trim().parse().context("a header's name isn't one")?;
            let mut value =
                HeaderValue::from_str(value.trim()).context("a header's value can't be sent")?;
            value.set_sensitive(true);
            headers.append(name, value);
        }
        if let Some(bearer) = &self.bearer {
            let mut value = HeaderValue::from_str(&format!("Bearer {bearer}"))
                .context("the token can't be sent")?;
            value.set_sensitive(true);
            headers.insert(AUTHORIZATION, value);
        }
        Ok(headers)
    }
}

/// As a browser writes it: `https://app.example.com`.
fn checked_origin(text: &str) -> Result<String> {
    let url = Url::parse(text).ok().filter(Url::has_host);
    let origin = url.map(|url| url.origin().ascii_serialization());
    origin
        .filter(|origin| *origin == text.trim_end_matches('/'))
        .with_context(|| {
            format!("`{text}` is no origin; write scheme and host, such as https://app.example.com")
        })
}
