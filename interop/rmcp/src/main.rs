//! Checks a server with rmcp, the official Rust client.
//!
//! Command line: `calls|live CASES MODE URL` or `calls|live CASES MODE -- COMMAND [ARG...]`. The modes are `legacy`
//! (initialize), `auto` (discover, then fall back) and `2026-07-28` (nothing else will do).

mod calls;
mod live;
mod report;

use std::error::Error;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use rmcp::ClientHandler;
use rmcp::model::{ClientConfig, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde::de::DeserializeOwned;
use tokio::process::Command;

use live::Live;
use report::Report;

const TIME_LIMIT: Duration = Duration::from_secs(90);

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [what, cases, mode, target @ ..] = arguments.as_slice() else {
        eprintln!("usage: calls|live CASES MODE URL | calls|live CASES MODE -- COMMAND [ARG...]");
        return ExitCode::from(2);
    };
    let mut report = Report::default();
    let checks = check(what, cases, mode, target, &mut report);
    let ended = tokio::time::timeout(TIME_LIMIT, checks).await;
    let ended = ended.unwrap_or_else(|elapsed| Err(elapsed.into()));
    report.check("closes without an error", ended.is_ok(), &ended);
    report.close()
}

async fn check(
    what: &str,
    cases: &str,
    mode: &str,
    target: &[String],
    report: &mut Report,
) -> Result<(), Box<dyn Error>> {
    match what {
        "calls" => {
            let mut client = connect(ClientConfig::default(), mode, target).await?;
            calls::run(client.peer(), &read(cases)?, mode, report).await?;
            client.close().await?;
        }
        "live" => {
            let mut client = connect(Live::default(), mode, target).await?;
            let pipes = target[0] == "--";
            live::run(&client, &read(cases)?, mode, pipes, report).await?;
            client.close().await?;
        }
        other => return Err(format!("there are no checks called {other}").into()),
    }
    Ok(())
}

fn read<T: DeserializeOwned>(file: &str) -> Result<T, Box<dyn Error>> {
    Ok(serde_json::from_str(&std::fs::read_to_string(file)?)?)
}

async fn connect<H: ClientHandler>(
    handler: H,
    mode: &str,
    target: &[String],
) -> Result<RunningService<RoleClient, H>, Box<dyn Error>> {
    match target {
        [dashes, program, arguments @ ..] if dashes == "--" => {
            let mut command = Command::new(program);
            command.args(arguments);
            let builder = TokioChildProcess::builder(command).stderr(Stdio::null());
            let (transport, _) = builder.spawn()?;
            Ok(handler
                .serve_with_lifecycle(transport, lifecycle(mode))
                .await?)
        }
        [url] => {
            let transport = StreamableHttpClientTransport::from_uri(url.as_str());
            Ok(handler
                .serve_with_lifecycle(transport, lifecycle(mode))
                .await?)
        }
        _ => Err("the target is a URL or -- COMMAND [ARG...]".into()),
    }
}

fn lifecycle(mode: &str) -> ClientLifecycleMode {
    let preferred_versions = vec![ProtocolVersion::LATEST];
    match mode {
        "legacy" => ClientLifecycleMode::Initialize,
        "auto" => ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: None,
        },
        _ => ClientLifecycleMode::Discover { preferred_versions },
    }
}
