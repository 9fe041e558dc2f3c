//! Checks the bookshop server with rmcp, the official Rust client.
//!
//! Command line: `CASES MODE URL` or `CASES MODE -- COMMAND [ARG...]`. The modes are `legacy` (initialize),
//! `auto` (discover, then fall back) and `2026-07-28` (nothing else will do).

mod cases;
mod checks;
mod offers;
mod report;

use std::error::Error;
use std::process::{ExitCode, Stdio};
use std::time::Duration;

use rmcp::model::{ClientConfig, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use tokio::process::Command;

use cases::Cases;
use report::Report;

const TIME_LIMIT: Duration = Duration::from_secs(90);

type Client = RunningService<RoleClient, ClientConfig>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [cases, mode, target @ ..] = arguments.as_slice() else {
        eprintln!("usage: CASES MODE URL | CASES MODE -- COMMAND [ARG...]");
        return ExitCode::from(2);
    };
    let mut report = Report::default();
    let checked = tokio::time::timeout(TIME_LIMIT, check(cases, mode, target, &mut report)).await;
    let ended = checked.unwrap_or_else(|elapsed| Err(elapsed.into()));
    report.check("closes without an error", ended.is_ok(), &ended);
    report.close()
}

async fn check(
    cases: &str,
    mode: &str,
    target: &[String],
    report: &mut Report,
) -> Result<(), Box<dyn Error>> {
    let cases: Cases = serde_json::from_str(&std::fs::read_to_string(cases)?)?;
    let mut client = connect(mode, target).await?;
    checks::run(client.peer(), &cases, mode, report).await?;
    client.close().await?;
    Ok(())
}

async fn connect(mode: &str, target: &[String]) -> Result<Client, Box<dyn Error>> {
    let info = ClientConfig::default();
    match target {
        [dashes, program, arguments @ ..] if dashes == "--" => {
            let mut command = Command::new(program);
            command.args(arguments);
            let builder = TokioChildProcess::builder(command).stderr(Stdio::null());
            let (transport, _) = builder.spawn()?;
            Ok(info
                .serve_with_lifecycle(transport, lifecycle(mode))
                .await?)
        }
        [url] => {
            let transport = StreamableHttpClientTransport::from_uri(url.as_str());
            Ok(info
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
