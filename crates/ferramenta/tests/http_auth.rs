//! Who is let in over HTTP: tokens, callers without one, and where on the ladder they are asked for.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::{
    io::{self, Write},
    process::Command,
    sync::{Arc, LazyLock, Mutex},
    time::{Duration, Instant},
};

use ferramenta::{
    Authenticate, BearerTokens, Context, HttpOptions, Identity, Limits, ParamSpec, Server, ToolDef,
    Unauthenticated,
};
use http::request::Parts;
use support::{Request, Response, Running, initialize, server};

const PAGE: &str = "https://app.example.com";
const INVALID: &str = "Bearer error=\"invalid_token\"";
const VARIABLE: &str = "FERRAMENTA_TEST_TOKENS";

static SERVER: LazyLock<Running> = LazyLock::new(|| {
    let options = HttpOptions::default().origin(PAGE);
    let limits = Limits::default().message(4096);
    Running::start_with(guarded(tokens()).limits(limits), options)
});

fn tokens() -> BearerTokens {
    let ada = Identity::new("ada").claim("email", "ada@private.example");
    BearerTokens::new()
        .token("s3cret-a", ada)
        .token("s3cret-b", Identity::new("bob"))
}

/// The usual server, with a tool that tells who calls.
fn guarded(authenticator: impl Authenticate) -> Server {
    let whoami =
        ToolDef::new("whoami").handler((ParamSpec::new("cx"),), |(cx,): (Context,)| async move {
            cx.identity().map_or("nobody".to_owned(), |identity| {
                identity.subject().to_owned()
            })
        });
    server().tool_value(whoami).authenticate(authenticator)
}

fn modern() -> Request {
    Request::call("whoami", "")
}

fn legacy() -> Request {
    Request::legacy("tools/call", "{\"name\":\"whoami\"}")
}

fn as_ada(request: Request) -> Request {
    request.header("Authorization", "Bearer s3cret-a")
}

/// A caller that nobody knows is told so, and nothing else.
#[track_caller]
fn unknown(response: &Response, challenge: &str) {
    assert_eq!(response.error(), (401, -32600), "{response:?}");
    let given = response.header("www-authenticate").unwrap();
    assert!(given.starts_with(challenge), "{given}");
    assert!(challenge == INVALID || given == challenge, "{given}");
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("connection"), Some("close"));
    assert_eq!(response.json().get("id"), None);
    assert!(!format!("{response:?}").contains("s3cret"), "{response:?}");
}

#[test]
fn a_known_token_says_who_calls() {
    for (header, name) in [
        ("Bearer s3cret-a", "ada"),
        ("bearer s3cret-b", "bob"),
        ("BEARER   s3cret-b", "bob"),
    ] {
        for request in [modern(), legacy()] {
            let response = SERVER.send(&request.header("Authorization", header));
            assert_eq!(response.text(), name);
            assert_eq!(response.header("www-authenticate"), None);
        }
    }
}

#[test]
fn without_a_good_token_nobody_is_let_in() {
    for (headers, challenge) in [
        (&[][..], "Bearer"),
        (&["Bearer s3cret-c"], INVALID),
        (&["Bearer s3cret-"], INVALID),
        (&["Bearer s3cret-ab"], INVALID),
        (&["Bearer S3CRET-A"], INVALID),
        (&["Bearer"], INVALID),
        (&["Bearer "], INVALID),
        (&["Bearer s3cret-a, Bearer s3cret-a"], INVALID),
        (&["Basic czNjcmV0LWE="], "Bearer"),
        (&["Basic s3cret-a"], "Bearer"),
        (&["s3cret-a"], "Bearer"),
        (&["Bearer\ts3cret-a"], "Bearer"),
        (&["Bearer \u{e9}"], "Bearer"),
        (&[""], "Bearer"),
        (&["Bearer s3cret-a", "Bearer s3cret-a"], INVALID),
        (&["Bearer s3cret-a", "Bearer s3cret-b"], INVALID),
        (&["Bearer s3cret-a", "Basic x"], INVALID),
    ] {
        for request in [modern(), legacy(), Request::post(initialize().to_string())] {
            let request = headers.iter().fold(request, |request, header| {
                request.header("Authorization", header)
            });
            unknown(&SERVER.send(&request), challenge);
        }
    }
    let in_the_address = modern().at("POST /mcp?access_token=s3cret-a");
    unknown(&SERVER.send(&in_the_address), "Bearer");
}

#[test]
fn path_host_origin_and_method_come_before_the_token() {
    let evil = "https://evil.example";
    for (request, expected) in [
        (modern().at("POST /elsewhere"), (404, -32600)),
        (modern().with("Host", "evil.example"), (421, -32600)),
        (modern().header("Origin", evil), (403, -32600)),
        (modern().at("GET /mcp"), (405, -32600)),
        (modern().at("DELETE /mcp"), (405, -32600)),
        (modern().at("OPTIONS /mcp"), (405, -32600)),
    ] {
        for request in [request.clone(), as_ada(request)] {
            let response = SERVER.send(&request);
            assert_eq!(response.error(), expected, "{response:?}");
            assert_eq!(response.header("www-authenticate"), None);
        }
    }
}

#[test]
fn the_token_comes_before_everything_else() {
    let large = format!("\"text\":\"{}\"", "x".repeat(5000));
    for (request, expected) in [
        (modern().with("Content-Type", "text/plain"), (415, -32600)),
        (modern().without("Content-Type"), (415, -32600)),
        (modern().header("Content-Encoding", "gzip"), (415, -32600)),
        (modern().with("Accept", "text/html"), (406, -32600)),
        (Request::call("echo", &large), (413, -32600)),
        (modern().body("{"), (400, -32700)),
        (modern().body(""), (400, -32700)),
        (
            modern().with("MCP-Protocol-Version", "1999-01-01"),
            (400, -32020),
        ),
        (modern().with("Mcp-Method", "tools/list"), (400, -32020)),
        (Request::modern("no/such", ""), (404, -32601)),
        (Request::call("no_such", ""), (200, -32602)),
    ] {
        unknown(&SERVER.send(&request), "Bearer");
        let wrong = request.clone().header("Authorization", "Bearer x");
        unknown(&SERVER.send(&wrong), INVALID);
        assert_eq!(SERVER.send(&as_ada(request)).error(), expected);
    }
}

#[test]
fn whoever_sends_a_head_alone_is_answered() {
    let large = Request::call("echo", &format!("\"text\":\"{}\"", "x".repeat(5000)));
    let patient = modern().header("Expect", "100-continue");
    let chunked = modern()
        .head()
        .replace("content-length", "transfer-encoding: chunked\r\nx");
    for head in [
        modern().head(),
        legacy().head(),
        large.head(),
        patient.head(),
        chunked,
    ] {
        let mut client = SERVER.connect();
        client.write(head);
        unknown(&client.receive(), "Bearer");
        assert!(client.is_closed());
    }
}

#[test]
fn a_client_that_takes_streams_alone_is_refused_in_json() {
    let response = SERVER.send(&modern().with("Accept", "text/event-stream"));
    unknown(&response, "Bearer");
    let response = SERVER.send(&as_ada(modern().with("Accept", "text/event-stream")));
    assert_eq!(response.header("content-type"), Some("text/event-stream"));
    assert!(response.body.contains("\"ada\""), "{response:?}");
}

#[test]
fn notifications_need_a_token_as_well() {
    let cancel = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}";
    unknown(&SERVER.send(&Request::post(cancel)), "Bearer");
    assert_eq!(SERVER.send(&as_ada(Request::post(cancel))).status, 202);
}

#[test]
fn signs_of_life_need_no_token() {
    for path in ["/healthz", "/readyz"] {
        let response = SERVER.send(&Request::post("").at(&format!("GET {path}")));
        assert_eq!(response.status, 200, "{response:?}");
    }
}

#[test]
fn pages_may_ask_without_a_token_and_read_what_is_missing() {
    let preflight = Request::post("")
        .at("OPTIONS /mcp")
        .header("Origin", PAGE)
        .header("Access-Control-Request-Method", "POST");
    let response = SERVER.send(&preflight);
    assert_eq!(response.status, 204, "{response:?}");
    let allowed = response.header("access-control-allow-headers").unwrap();
    assert!(allowed.contains("authorization"), "{allowed}");
    let response = SERVER.send(&modern().header("Origin", PAGE));
    unknown(&response, "Bearer");
    assert_eq!(response.header("access-control-allow-origin"), Some(PAGE));
    let exposed = response.header("access-control-expose-headers").unwrap();
    assert!(exposed.contains("WWW-Authenticate"), "{exposed}");
}

#[test]
fn all_messages_of_a_batch_have_the_callers_name() {
    let call = |id| {
        let params = "{\"name\":\"whoami\"}";
        format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"tools/call\",\"params\":{params}}}")
    };
    let batch = Request::post(format!("[{},{}]", call(1), call(2)));
    unknown(&SERVER.send(&batch), "Bearer");
    let answers = SERVER.send(&as_ada(batch)).json();
    for place in [0, 1] {
        assert_eq!(
            answers[place]["result"]["content"][0]["text"], "ada",
            "{answers}"
        );
    }
}

#[test]
fn callers_without_a_token_can_be_let_in() {
    let server = Running::start(guarded(tokens().or_anonymous()));
    for request in [modern(), legacy()] {
        assert_eq!(server.send(&request).text(), "nobody");
        assert_eq!(server.send(&as_ada(request.clone())).text(), "ada");
        for (header, challenge) in [("Bearer x", INVALID), ("Basic x", "Bearer")] {
            let wrong = request.clone().header("Authorization", header);
            unknown(&server.send(&wrong), challenge);
        }
    }
}

#[test]
fn without_tokens_nobody_is_let_in() {
    let empty = BearerTokens::new().token("", Identity::new("anybody"));
    let server = Running::start(guarded(empty));
    unknown(&server.send(&modern()), "Bearer");
    for header in ["Bearer", "Bearer ", "Bearer x"] {
        let request = modern().header("Authorization", header);
        unknown(&server.send(&request), INVALID);
    }
}

/// Runs itself anew, with a variable and without it.
#[test]
fn tokens_come_from_the_environment() {
    if std::env::var_os(VARIABLE).is_none() {
        let server = Running::start(guarded(BearerTokens::from_env(VARIABLE)));
        unknown(&server.send(&modern()), "Bearer");
        unknown(&server.send(&as_ada(modern())), INVALID);
        let status = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "tokens_come_from_the_environment"])
            .env(
                VARIABLE,
                "eve=3ve==, ada:books:read+books:write=s3cret-a,broken,=nobody",
            )
            .status();
        assert!(status.unwrap().success());
        return;
    }
    let server = Running::start(guarded(BearerTokens::from_env(VARIABLE)));
    let send =
        |token: &str| server.send(&modern().header("Authorization", &format!("Bearer {token}")));
    assert_eq!(send("3ve==").text(), "eve");
    assert_eq!(send("s3cret-a").text(), "ada");
    for token in ["broken", "nobody", "", "3ve"] {
        unknown(&send(token), INVALID);
    }
}

/// Looks at a header, as somebody else's authenticator would; `how` is what goes wrong.
struct Own {
    how: fn(&str) -> Result<Option<Identity>, Unauthenticated>,
    wait: Duration,
}

impl Authenticate for Own {
    async fn authenticate(&self, request: &Parts) -> Result<Option<Identity>, Unauthenticated> {
        tokio::time::sleep(self.wait).await;
        let user = request.headers.get("x-user");
        (self.how)(user.map_or("", |user| user.to_str().unwrap()))
    }
}

#[test]
fn an_authenticator_may_take_its_time() {
    let how = |user: &str| match user {
        "" => Err(Unauthenticated::new()),
        user => Ok(Some(Identity::new(user))),
    };
    let wait = Duration::from_millis(300);
    let server = Running::start(guarded(Own { how, wait }));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for user in ["ada", "bob", "eve", ""] {
            let server = &server;
            scope.spawn(move || {
                let response = server.send(&modern().header("X-User", user));
                match user {
                    "" => unknown(&response, "Bearer"),
                    user => assert_eq!(response.text(), user),
                }
            });
        }
    });
    let took = begun.elapsed();
    assert!(
        (wait..wait * 3).contains(&took),
        "{took:?}: each waits for itself alone"
    );
}

#[test]
fn an_authenticator_that_fails_lets_nobody_in() {
    let wait = Duration::ZERO;
    for (how, challenge) in [
        ((|_| panic!("s3cret")) as fn(&str) -> _, "Bearer"),
        (|_| Err(Unauthenticated::default()), "Bearer"),
        (
            |_| {
                Err(Unauthenticated::invalid_token(
                    "expired: \"now\"\r\nX-Injected: yes",
                ))
            },
            INVALID,
        ),
    ] {
        let server = Running::start(guarded(Own { how, wait }));
        for request in [modern(), legacy(), as_ada(modern())] {
            let response = server.send(&request);
            unknown(&response, challenge);
            assert_eq!(response.header("x-injected"), None);
        }
    }
}

/// Panics before there is a future to wait for.
struct Hasty;

impl Authenticate for Hasty {
    fn authenticate(
        &self,
        request: &Parts,
    ) -> impl Future<Output = Result<Option<Identity>, Unauthenticated>> + Send {
        assert!(request.headers.contains_key("x-user"), "nobody");
        std::future::ready(Ok(None))
    }
}

#[test]
fn an_authenticator_that_panics_at_once_lets_nobody_in() {
    let server = Running::start(guarded(Hasty));
    unknown(&server.send(&modern()), "Bearer");
    assert_eq!(
        server.send(&modern().header("X-User", "x")).text(),
        "nobody"
    );
}

#[test]
fn nothing_secret_is_shown() {
    let tokens = tokens();
    let identity = Identity::new("ada")
        .scope("books:read")
        .claim("email", "ada@private.example");
    let server = guarded(tokens.clone());
    let built = guarded(tokens.clone()).build().unwrap();
    let service = guarded(tokens.clone()).into_service().unwrap();
    let shown = format!("{tokens:?} {identity:#?} {server:?} {built:?} {service:?}");
    assert!(
        shown.contains("ada") && shown.contains("books:read"),
        "{shown}"
    );
    for secret in ["s3cret", "private.example"] {
        assert!(!shown.contains(secret), "{shown}");
    }
}

#[test]
fn an_authenticator_that_takes_too_long_lets_nobody_in() {
    let slow = Own {
        how: |_| Ok(None),
        wait: Duration::from_secs(60),
    };
    let limits = Limits::default().call(Duration::from_millis(50));
    let server = Running::start(guarded(slow).limits(limits));
    unknown(&server.send(&modern()), "Bearer");
}

/// What is logged while somebody looks.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_server_that_lets_nobody_in_says_so_when_it_starts() {
    const UNSET: &str = "FERRAMENTA_TEST_NO_TOKENS";
    let logged = |tokens: BearerTokens| {
        let written = Written::default();
        let writer = written.clone();
        let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone());
        tracing::subscriber::with_default(subscriber.finish(), || {
            drop(guarded(tokens).into_service().unwrap());
        });
        String::from_utf8(written.0.lock().unwrap().clone()).unwrap()
    };
    for tokens in [
        BearerTokens::from_env(UNSET),
        BearerTokens::from_env(UNSET).or_anonymous(),
    ] {
        let text = logged(tokens);
        assert!(text.contains("WARN") && text.contains(UNSET), "{text}");
    }
    assert!(logged(BearerTokens::new()).contains("nobody is let in"));
    for fine in [tokens(), BearerTokens::new().or_anonymous()] {
        assert_eq!(logged(fine), "");
    }
}
