//! From a target to a connection that has said hello.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use rmcp::{
    RoleClient,
    model::ProtocolVersion,
    service::{ClientLifecycleMode, ClientServiceExt, RunningService},
    transport::Transport,
};
use serde::Deserialize;
use serde_json::Value;
use tokio::{io::DuplexStream, sync::Notify, time::timeout};

use super::{Link, client::PageClient, reason};
use crate::{
    hub::{Hub, Wanted},
    state::Era,
    wire::{
        pipe::Pipe,
        process::{Launch, Process},
        tap::Tap,
    },
};

/// How long a server may take to say hello, in all.
const HELLO: Duration = Duration::from_secs(40);
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// How the server is reached.
#[derive(Clone)]
pub(crate) enum Route {
    Process(Launch),
    #[cfg(feature = "http")]
    Url(Arc<str>),
    /// A server in this process, which speaks over what the function returns.
    Stream(Arc<dyn Fn() -> DuplexStream + Send + Sync>),
}

/// A connection, and what has to be ended with it.
#[derive(Debug)]
pub(crate) struct Open {
    pub(crate) service: RunningService<RoleClient, PageClient>,
    pub(crate) process: Option<Process>,
    pub(crate) link: Arc<Link>,
    pub(crate) hello: Hello,
}

/// What the server said of itself.
#[derive(Debug, Default)]
pub(crate) struct Hello {
    pub(crate) version: Option<String>,
    pub(crate) server_info: Option<Value>,
    pub(crate) instructions: Option<String>,
    pub(crate) capabilities: Option<Value>,
}

/// The result of `server/discover`, or of `initialize`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Opening {
    server_info: Option<Value>,
    instructions: Option<String>,
    capabilities: Option<Value>,
    #[serde(rename = "_meta", default)]
    meta: BTreeMap<String, Value>,
}

/// Why a connection didn't come about.
#[derive(Debug)]
pub(crate) struct Refused {
    pub(crate) reason: String,
    /// Whether the process ended while it was asked for the modern era, which some servers of the legacy era do.
    pub(crate) ended_early: bool,
}

/// # Errors
/// When the server can't be started or reached, or doesn't say hello.
pub(crate) async fn open(hub: &Arc<Hub>, route: &Route, wanted: &Wanted) -> Result<Open, Refused> {
    let tap = Arc::new(Tap::new(Arc::clone(&hub.journal)));
    match route {
        Route::Process(launch) => {
            let (process, stdout, stdin) = Process::start(launch, Arc::clone(&hub.journal))
                .map_err(|error| refused(cant_start(launch, &error)))?;
            let pipe = Pipe::new(stdout, stdin, Arc::clone(&tap));
            greet(hub, pipe, tap, wanted.era, Some(process)).await
        }
        #[cfg(feature = "http")]
        Route::Url(url) => {
            let transport = http_transport(url, Arc::clone(&tap), wanted).map_err(refused)?;
            greet(hub, transport, tap, wanted.era, None).await
        }
        Route::Stream(connect) => {
            let (read, write) = tokio::io::split(connect());
            let pipe = Pipe::new(read, write, Arc::clone(&tap));
            greet(hub, pipe, tap, wanted.era, None).await
        }
    }
}

#[cfg(feature = "http")]
fn http_transport(
    url: &Arc<str>,
    tap: Arc<Tap>,
    wanted: &Wanted,
) -> Result<impl Transport<RoleClient> + 'static, String> {
    use rmcp::transport::streamable_http_client::{
        StreamableHttpClientTransport, StreamableHttpClientTransportConfig,
    };

    let client = crate::wire::http::TappedHttp::new(tap, wanted.headers.keys().cloned().collect())?;
    let mut config = StreamableHttpClientTransportConfig::with_uri(Arc::clone(url));
    config.custom_headers = wanted.headers.clone();
    config.auth_header = wanted.bearer.clone();
    Ok(StreamableHttpClientTransport::with_client(client, config))
}

async fn greet<T: Transport<RoleClient> + 'static>(
    hub: &Arc<Hub>,
    transport: T,
    tap: Arc<Tap>,
    era: Era,
    process: Option<Process>,
) -> Result<Open, Refused> {
    let client = PageClient {
        questions: Arc::clone(&hub.questions),
        tap: Arc::clone(&tap),
    };
    let greeting = client.serve_with_lifecycle(transport, lifecycle(era));
    let problem = match timeout(HELLO, greeting).await {
        Ok(Ok(service)) => return Ok(opened(service, tap, process)),
        Ok(Err(error)) => reason::hello(&error),
        Err(_) => format!("the server didn't answer within {} s", HELLO.as_secs()),
    };
    // the transport is gone with the greeting, and with it the input of the process
    let Some(process) = process else {
        return Err(refused(problem));
    };
    Err(match process.end().await {
        Ok(ended) => Refused {
            reason: format!("{problem}; {ended}"),
            ended_early: era == Era::Auto,
        },
        Err(error) => refused(format!("{problem}; its process can't be ended: {error}")),
    })
}

fn opened(
    service: RunningService<RoleClient, PageClient>,
    tap: Arc<Tap>,
    process: Option<Process>,
) -> Open {
    let info = service.peer().peer_info();
    let version = info.as_ref().map(|info| info.protocol_version.clone());
    let legacy = version
        .as_ref()
        .is_some_and(ProtocolVersion::has_initialize);
    let link = Link {
        peer: service.peer().clone(),
        tap,
        era: if legacy { Era::Legacy } else { Era::Modern },
        subscriptions: Default::default(),
        lost: Notify::new(),
    };
    let hello = Hello {
        version: version.map(|version| version.to_string()),
        ..said(&link.tap)
    };
    Open {
        service,
        process,
        link: Arc::new(link),
        hello,
    }
}

fn said(tap: &Tap) -> Hello {
    let opening = tap.opening();
    let opening = opening.and_then(|raw| serde_json::from_str::<Opening>(raw.get()).ok());
    opening.map_or_else(Hello::default, |mut opening| Hello {
        version: None,
        server_info: opening
            .server_info
            .or_else(|| opening.meta.remove(SERVER_INFO)),
        instructions: opening.instructions,
        capabilities: opening.capabilities,
    })
}

fn lifecycle(era: Era) -> ClientLifecycleMode {
    let preferred_versions = vec![ProtocolVersion::LATEST];
    match era {
        Era::Legacy => ClientLifecycleMode::Initialize,
        Era::Modern => ClientLifecycleMode::Discover { preferred_versions },
        Era::Auto => ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: Some(ProtocolVersion::LATEST_WITH_INITIALIZE),
        },
    }
}

fn refused(reason: impl Into<String>) -> Refused {
    Refused {
        reason: reason.into(),
        ended_early: false,
    }
}

fn cant_start(launch: &Launch, error: &std::io::Error) -> String {
    let program = launch.program.display();
    format!("`{program}` can't be started: {error}")
}
