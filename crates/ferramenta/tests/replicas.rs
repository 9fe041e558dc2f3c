//! Several processes behind a proxy that sends each connection to another of them.

#![cfg(feature = "sealing")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::{
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    process::{Child, ChildStdin, Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};

use ferramenta::{
    Context, ParamSpec, PromptDef, Questions, Reply, ResourceDef, Server, ToolDef, ToolResult, tool,
};
use serde_json::{Value, json};
use support::{Client, Request, Response, Running, VERSIONS, initialize};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::oneshot,
};

const ID: &str = "Mcp-Session-Id";
const MODERN: &str = "2026-07-28";
/// Which contract a process serves; without it none does.
const CONTRACT: &str = "FERRAMENTA_TEST_CONTRACT";
/// What all processes seal under.
const KEYS: &str = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

/// Tell what the client can do, and who answers.
#[tool]
async fn client(cx: Context) -> Vec<String> {
    let process = std::process::id().to_string();
    vec![cx.client_capabilities().to_string(), process]
}

/// Close the stream, and go on.
#[tool]
async fn away(cx: Context) -> &'static str {
    cx.close_stream(Duration::from_millis(1));
    tokio::task::yield_now().await;
    "done"
}

#[ferramenta::schema]
struct Answer {
    yes: bool,
}

/// Note who has the effect, once, and ask; tell both and who goes on.
#[tool]
async fn confirm(questions: Questions) -> ToolResult<Vec<String>> {
    let process = std::process::id().to_string();
    let noted = questions
        .once("note", async { Ok(process.clone()) })
        .await?;
    let reply = questions.ask::<Answer>("sure", "Sure?").await?;
    let is_sure = matches!(reply, Reply::Accepted(Answer { yes: true }));
    Ok(vec![is_sure.to_string(), noted, process])
}

/// The server of a contract: the new one has a tool more, and one takes an argument more.
fn server(contract: &str) -> Server {
    let find = ToolDef::new("find");
    let find = if contract == "new" {
        let parameters = (ParamSpec::new("query"), ParamSpec::new("shelf"));
        find.handler(
            parameters,
            |(query, shelf): (String, Option<String>)| async move {
                format!("{query} on {}", shelf.unwrap_or_default())
            },
        )
    } else {
        find.handler(
            (ParamSpec::new("query"),),
            |(query,): (String,)| async move { query },
        )
    };
    let server = Server::new("Books")
        .page_size(2)
        .dynamic_tools()
        .tools::<(client, away, confirm)>()
        .tool_value(find);
    let server = ["a", "b"].into_iter().fold(server, |server, name| {
        server.tool_value(ToolDef::new(name).handler((), |()| async {}))
    });
    let server = if contract == "new" {
        server.tool_value(ToolDef::new("remove").handler((), |()| async { "gone" }))
    } else {
        server
    };
    ["p", "q", "r"].into_iter().fold(server, |server, name| {
        let uri = format!("books://{name}");
        server
            .prompt_value(PromptDef::new(name).handler((), |()| async { "" }))
            .resource_value(ResourceDef::new(uri).handler((), |()| async { "" }))
    })
}

#[tokio::test]
#[ignore = "serves over HTTP, for other tests"]
async fn serves() {
    let Ok(contract) = std::env::var(CONTRACT) else {
        return;
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    println!("at {}", listener.local_addr().unwrap());
    // a test that has ended closes the pipe
    let (end, ended) = oneshot::channel::<()>();
    std::thread::spawn(|| {
        let _ = std::io::stdin().read(&mut [0]);
        drop(end);
    });
    tokio::select! {
        served = server(&contract).serve_http(listener) => served.unwrap(),
        _ = ended => {}
    }
}

/// A process that serves, ended as by a crash when it is dropped.
struct Replica {
    child: Child,
    address: SocketAddr,
    _pipe: ChildStdin,
}

impl Replica {
    fn start(contract: &str) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--quiet", "--nocapture", "--ignored", "--exact", "serves"])
            .env(CONTRACT, contract)
            .env("FERRAMENTA_STATE_KEYS", KEYS)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut addresses = lines.filter_map(|line| {
            let line = line.unwrap();
            let at = line.find("at 127.0.0.1:")?;
            line[at + 3..].parse().ok()
        });
        let address = addresses.next().expect("an address");
        let pipe = child.stdin.take().unwrap();
        Self {
            child,
            address,
            _pipe: pipe,
        }
    }
}

impl Drop for Replica {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where connections go, in turn.
type Backends = Arc<Mutex<Vec<SocketAddr>>>;

/// Takes connections, and hands each to the next backend.
async fn proxy(listener: TcpListener, backends: Backends, mut stop: oneshot::Receiver<()>) {
    let mut turn = 0;
    loop {
        let (mut near, _) = tokio::select! {
            accepted = listener.accept() => accepted.unwrap(),
            _ = &mut stop => return,
        };
        let backend = {
            let backends = backends.lock().unwrap();
            turn = (turn + 1) % backends.len();
            backends[turn]
        };
        tokio::spawn(async move {
            if let Ok(mut far) = TcpStream::connect(backend).await {
                let _ = copy_bidirectional(&mut near, &mut far).await;
            }
        });
    }
}

/// Two replicas, and what is before them.
struct Site {
    replicas: [Replica; 2],
    backends: Backends,
    proxy: Running,
}

impl Site {
    fn start(contracts: [&str; 2]) -> Self {
        let replicas = contracts.map(Replica::start);
        let backends: Backends = Arc::default();
        let shared = Arc::clone(&backends);
        let proxy = Running::start_as(move |listener, stop| proxy(listener, shared, stop));
        let site = Self {
            replicas,
            backends,
            proxy,
        };
        site.route();
        site
    }

    fn route(&self) {
        *self.backends.lock().unwrap() = self.replicas.each_ref().map(|one| one.address).into();
    }

    /// Lets a replica crash, and starts another in its place.
    fn restart(&mut self, index: usize, contract: &str) {
        self.replicas[index] = Replica::start(contract);
        self.route();
    }

    /// The answers of two replicas to one request.
    fn both(&self, request: &Request) -> [Response; 2] {
        [(); 2].map(|()| self.proxy.send(request))
    }

    fn open(&self, version: &str) -> String {
        let mut message = initialize();
        message["params"]["protocolVersion"] = version.into();
        message["params"]["capabilities"] = json!({ "roots": {} });
        let opened = self.proxy.send(&Request::post(message.to_string()));
        opened.header(ID).unwrap().to_owned()
    }
}

fn ask(version: &str, session: Option<&str>, method: &str, params: &Value) -> Request {
    if version == MODERN {
        let members = params.to_string();
        let members = members.trim_start_matches('{').trim_end_matches('}');
        let request = Request::modern(method, members);
        return match params["name"].as_str() {
            Some(name) => request.header("Mcp-Name", name),
            None => request,
        };
    }
    let request = Request::legacy(method, &params.to_string());
    request
        .with("MCP-Protocol-Version", version)
        .header(ID, session.unwrap())
}

fn call(version: &str, session: Option<&str>, tool: &str, arguments: &Value) -> Request {
    ask(
        version,
        session,
        "tools/call",
        &json!({ "arguments": arguments, "name": tool }),
    )
}

fn listen(site: &Site, session: &str) -> Client {
    let mut client = site.proxy.connect();
    let get = Request::post("")
        .at("GET /mcp")
        .without("Content-Type")
        .with("Accept", "text/event-stream")
        .header(ID, session);
    client.write(get.head());
    assert_eq!(client.receive_head().status, 200);
    assert_eq!(client.chunk().as_deref(), Some(": ok\n\n"));
    client
}

/// All pages of a list, each from the replica whose turn it is.
fn pages(site: &Site, version: &str, session: Option<&str>, list: &str) -> Vec<Value> {
    let mut entries = Vec::new();
    let mut params = json!({});
    loop {
        let page = site
            .proxy
            .send(&ask(version, session, &format!("{list}/list"), &params));
        let page = page.json()["result"].clone();
        entries.extend(page[list].as_array().unwrap().iter().cloned());
        match page["nextCursor"].as_str() {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => return entries,
        }
    }
}

/// Which processes answer, and that they all know what the client can do.
fn answering(site: &Site, version: &str, session: Option<&str>) -> Vec<String> {
    let asked = call(version, session, "client", &json!({}));
    let mut processes: Vec<String> = site
        .both(&asked)
        .iter()
        .map(|answer| {
            let [capabilities, process]: [String; 2] =
                serde_json::from_str(&answer.text()).unwrap();
            if version != MODERN {
                assert_eq!(capabilities, "{\"roots\":{}}");
            }
            process
        })
        .collect();
    processes.sort();
    processes.dedup();
    processes
}

fn sessions(site: &Site) -> Vec<(&'static str, Option<String>)> {
    let open = |version| (version, (version != MODERN).then(|| site.open(version)));
    VERSIONS.into_iter().map(open).collect()
}

#[test]
fn replicas_are_one_server() {
    let site = Site::start(["old", "old"]);
    for (version, session) in sessions(&site) {
        let session = session.as_deref();
        for list in ["tools", "prompts", "resources"] {
            let [one, other] =
                site.both(&ask(version, session, &format!("{list}/list"), &json!({})));
            assert_eq!(one.body, other.body, "{version} {list}");
            let entries = pages(&site, version, session, list);
            assert_eq!(entries.len(), if list == "tools" { 6 } else { 3 }, "{list}");
        }
        assert_eq!(answering(&site, version, session).len(), 2, "{version}");
    }
    let [one, other] = site.both(&Request::modern("server/discover", ""));
    assert_eq!(one.body, other.body);
}

#[test]
fn a_restart_loses_open_streams_and_nothing_else() {
    let mut site = Site::start(["old", "old"]);
    let sessions = sessions(&site);
    let (version, session) = sessions[3].clone();
    let first = ask(version, session.as_deref(), "tools/list", &json!({}));
    let cursor = site.proxy.send(&first).json()["result"]["nextCursor"].clone();
    let id = session.unwrap();
    let mut streams = [listen(&site, &id), listen(&site, &site.open(version))];
    site.restart(0, "old");
    site.restart(1, "old");
    for stream in &mut streams {
        assert!(stream.is_closed());
    }
    drop(listen(&site, &id));
    for (version, session) in &sessions {
        let session = session.as_deref();
        assert_eq!(answering(&site, version, session).len(), 2, "{version}");
        let second = ask(version, session, "tools/list", &json!({ "cursor": cursor }));
        let [one, other] = site.both(&second);
        assert_eq!(one.body, other.body);
        assert_eq!(one.json()["result"]["tools"].as_array().unwrap().len(), 2);
    }
}

/// What has been answered and done is sealed into what the client brings back: any replica goes on from there, a new
/// one as well.
#[test]
fn a_question_is_asked_by_one_and_answered_to_another() {
    let mut site = Site::start(["old", "old"]);
    let confirm = |more: Value| {
        let mut params = json!({ "name": "confirm", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": MODERN,
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        }});
        params
            .as_object_mut()
            .unwrap()
            .extend(more.as_object().cloned().unwrap());
        let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
        Request::post(call.to_string())
            .header("MCP-Protocol-Version", MODERN)
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", "confirm")
    };
    let asked = site.proxy.send(&confirm(json!({}))).json()["result"].clone();
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    let answered = confirm(json!({
        "requestState": asked["requestState"],
        "inputResponses": { "sure": { "action": "accept", "content": { "yes": true } } },
    }));
    let told = |site: &Site| {
        site.both(&answered).map(|answer| {
            let told: [String; 3] = serde_json::from_str(&answer.text()).unwrap();
            assert_eq!(told[0], "true");
            told
        })
    };
    let [one, other] = told(&site);
    assert_eq!(one[1], other[1], "the effect happened once");
    assert_ne!(one[2], other[2], "both go on");
    site.restart(0, "old");
    site.restart(1, "old");
    for [_, noted, process] in told(&site) {
        assert_eq!(noted, one[1]);
        assert_ne!(process, noted);
    }
}

#[test]
fn a_stream_is_resumed_where_it_was_recorded() {
    let site = Site::start(["old", "old"]);
    let version = "2025-11-25";
    let session = site.open(version);
    let stream = site
        .proxy
        .send(&call(version, Some(&session), "away", &json!({})));
    let first = stream
        .body
        .lines()
        .find_map(|line| line.strip_prefix("id: "));
    let resume = Request::post("")
        .at("GET /mcp")
        .without("Content-Type")
        .with("Accept", "text/event-stream")
        .header(ID, &session)
        .header("Last-Event-ID", first.unwrap());
    let mut statuses = site.both(&resume).map(|answer| answer.status);
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
}

#[test]
fn while_a_contract_is_replaced_each_answers_for_its_own() {
    let site = Site::start(["old", "new"]);
    for (version, session) in sessions(&site) {
        let session = session.as_deref();
        assert_eq!(answering(&site, version, session).len(), 2, "{version}");
        let old = site.both(&call(version, session, "find", &json!({ "query": "x" })));
        assert!(old.iter().all(|answer| answer.text().starts_with('x')));
        let more = json!({ "query": "x", "shelf": "y" });
        let mut more = site
            .both(&call(version, session, "find", &more))
            .map(|answer| {
                let is_error = answer.json()["result"]["isError"] == true;
                (is_error, answer.text())
            });
        more.sort();
        let [(false, found), (true, explained)] = &more else {
            panic!("{more:?}");
        };
        assert_eq!(found, "x on y");
        assert!(explained.contains("shelf"), "{explained}");
        let removed = site.both(&call(version, session, "remove", &json!({})));
        let mut errors = removed.map(|answer| answer.json()["error"]["message"].clone());
        errors.sort_by_key(Value::is_null);
        assert_eq!(errors, [json!("Unknown tool: remove"), Value::Null]);
    }
    // every tool that both have is a place to go on from, on either of them
    let entries = pages(&site, MODERN, None, "tools");
    let name = |entry: &Value| entry["name"].as_str().unwrap().to_owned();
    let names: Vec<String> = entries.iter().map(name).collect();
    assert_eq!(&names[..6], ["client", "away", "confirm", "find", "a", "b"]);
}
