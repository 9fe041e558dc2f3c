//! A type is a tool: how it is made, called, named, seen and used.

#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "public, to have private parts"
)]

mod support;

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use ferramenta::{
    Args, Context, Identity, Inject, IntoTool, Server, Structured, ToolError, ToolResult, tool,
};
use serde_json::json;
use support::{VERSIONS, client, client_of};

struct Greetings(&'static str);

#[ferramenta::schema]
struct GreetInput {
    name: String,
}

/// Made from services alone, and nobody registers it.
#[derive(Inject)]
struct NameFormatter {
    case: Arc<Case>,
}

#[derive(Inject)]
struct Case {
    #[inject(default = 1)]
    capitals: usize,
    #[inject(default)]
    asked: AtomicUsize,
}

impl NameFormatter {
    fn normalize(&self, name: &str) -> String {
        self.case.asked.fetch_add(1, Ordering::Relaxed);
        let (first, rest) = name.trim().split_at(self.case.capitals);
        format!("{}{rest}", first.to_uppercase())
    }
}

#[derive(Inject)]
pub struct Greet {
    greetings: Arc<Greetings>,
}

/// Return a friendly greeting for the supplied name.
#[tool(
    title = "Greet a user",
    read_only,
    idempotent,
    closed_world,
    scopes("greet")
)]
impl Greet {
    async fn handle(
        &self,
        Args(input): Args<GreetInput>,
        names: Inject<NameFormatter>,
    ) -> ToolResult<Structured<String>> {
        if input.name.trim().is_empty() {
            return Err(ToolError::new("Provide a nonempty name.").into());
        }
        Ok(Structured(self.greet(&names.normalize(&input.name))))
    }

    fn visible(&self, cx: Context) -> bool {
        cx.identity().is_some() && !self.greetings.0.is_empty()
    }

    async fn authorize(cx: &Context) -> bool {
        cx.identity()
            .is_some_and(|identity| identity.subject() == "ada")
    }

    fn greet(&self, name: &str) -> String {
        format!("{}, {name}!", self.greetings.0)
    }
}

fn greeter() -> Server {
    Server::new("t")
        .service(Greetings("Hello"))
        .tools::<(Greet,)>()
}

fn caller(subject: &str) -> Identity {
    Identity::new(subject).scope("greet")
}

#[tokio::test]
async fn a_type_is_a_tool() {
    for version in VERSIONS {
        let client = client_of(version, greeter()).identity(caller("ada"));
        let answer = client.tool("greet", json!({ "name": "ada" })).await;
        answer.assert_ok().assert_text_contains("Hello, Ada!");
        let empty = client.tool("greet", json!({ "name": " " })).await;
        empty.assert_error("Provide a nonempty name.");
    }
    let client = client(greeter()).identity(caller("ada"));
    let tool = client.list_tools().await.remove(0);
    assert_eq!(tool["title"], "Greet a user");
    assert_eq!(
        tool["description"],
        "Return a friendly greeting for the supplied name."
    );
    assert_eq!(tool["annotations"]["openWorldHint"], false);
    assert_eq!(tool["annotations"]["readOnlyHint"], true);
    assert_eq!(
        tool["inputSchema"]["properties"],
        json!({ "name": { "type": "string" } })
    );
}

#[tokio::test]
async fn rules_hide_and_deny() {
    for version in VERSIONS {
        let nobody = client_of(version, greeter());
        assert!(nobody.list_tools().await.is_empty());
        nobody
            .tool("greet", json!({ "zzz": 1 }))
            .await
            .assert_protocol_error(-32602, "Unknown tool: greet");
        for other in [caller("bob"), Identity::new("ada")] {
            let other = client_of(version, greeter()).identity(other);
            assert!(other.list_tools().await.is_empty());
            other
                .tool("greet", json!({ "name": "x" }))
                .await
                .assert_protocol_error(-32602, "Access denied: greet");
        }
    }
}

#[tokio::test]
async fn what_is_registered_wins_over_what_is_derived() {
    let shouting = || NameFormatter {
        case: Arc::new(Case {
            capitals: 3,
            asked: AtomicUsize::new(0),
        }),
    };
    for server in [
        greeter().service(shouting()),
        greeter().replace_service(shouting()),
    ] {
        let client = client(server).identity(caller("ada"));
        let answer = client.tool("greet", json!({ "name": "ada" })).await;
        answer.assert_text_contains("Hello, ADA!");
    }
    let own = Greet {
        greetings: Arc::new(Greetings("Hi")),
    };
    let client = client(Server::new("t").tool_value(own)).identity(caller("ada"));
    let answer = client.tool("greet", json!({ "name": "ada" })).await;
    answer.assert_text_contains("Hi, Ada!");
}

#[derive(Inject)]
struct Empty;

#[derive(Inject)]
struct Braced {}

/// Say where it runs.
#[tool(inline, name = "where_it.runs")]
impl Empty {
    fn handle(
        &self,
        /// How often.
        #[arg(default = 2, range(1..=3))]
        times: u8,
        braced: Inject<Braced>,
        cx: &Context,
    ) -> String {
        let Braced {} = *braced;
        cx.method().repeat(times.into())
    }
}

#[tokio::test]
async fn parameters_follow_the_one_rule() {
    let client = client(Server::new("t").tool::<Empty>());
    client
        .tool("where_it.runs", json!({}))
        .await
        .assert_text("tools/calltools/call");
    client
        .tool("where_it.runs", json!({ "times": 4 }))
        .await
        .assert_text_contains("times: 4 is more than the maximum of 3");
    let tool = client.list_tools().await.remove(0);
    assert_eq!(
        tool["inputSchema"]["properties"]["times"]["description"],
        "How often."
    );
}

/// Says whether it runs in the task that calls it.
macro_rules! tells_its_thread {
    ($($Type:ident: [$($attribute:tt)*] [$($keyword:tt)*];)*) => {
        $(
            #[derive(Inject)]
            struct $Type;

            #[tool($($attribute)*)]
            impl $Type {
                $($keyword)* handle(&self, caller: Inject<Caller>) -> bool {
                    caller.0 == std::thread::current().id()
                }
            }
        )*
    };
}

struct Caller(std::thread::ThreadId);

tells_its_thread! {
    Waiting: [] [async fn];
    Blocking: [] [fn];
    Quick: [inline] [fn];
}

#[tokio::test]
async fn a_method_runs_where_a_function_would() {
    let server = Server::new("t")
        .service(Caller(std::thread::current().id()))
        .tools::<(Waiting, Blocking, Quick)>();
    let client = client(server);
    for (name, same) in [
        ("waiting", "true"),
        ("blocking", "false"),
        ("quick", "true"),
    ] {
        let answer = client.tool(name, json!({})).await;
        answer.assert_text_contains(same);
    }
}

mod names {
    use ferramenta::{Inject, tool as is_a_tool};

    macro_rules! named {
        ($($Type:ident),*) => {
            $(
                #[derive(Inject)]
                pub(super) struct $Type;

                #[is_a_tool]
                impl $Type {
                    async fn handle(&self) {}
                }
            )*
        };
    }
    named!(
        HTTPServerTool,
        FindTicket2,
        Find2Tickets,
        ParseJSON,
        Tool,
        Toolbox
    );
}

#[tokio::test]
async fn a_tool_is_named_by_its_type() {
    type All = (
        names::HTTPServerTool,
        names::FindTicket2,
        (names::Find2Tickets, names::ParseJSON),
        names::Tool,
        names::Toolbox,
    );
    let tools = client(Server::new("t").tools::<All>()).list_tools().await;
    let names: Vec<_> = tools
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(
        names,
        [
            "http-server",
            "find-ticket2",
            "find2-tickets",
            "parse-json",
            "tool",
            "toolbox"
        ]
    );
}

/// A public tool whose service, arguments and result are private.
pub mod open {
    use super::{Arc, Inject, IntoTool, tool};

    #[derive(Inject)]
    struct Private {
        #[inject(default = 40)]
        base: u32,
    }

    #[ferramenta::schema]
    struct Input {
        more: u32,
    }

    #[ferramenta::schema]
    struct Sum {
        sum: u32,
    }

    #[derive(Inject)]
    pub struct Add {
        private: Arc<Private>,
    }

    type Whole<T> = ferramenta::Args<T>;

    #[tool]
    impl Add {
        async fn handle(&self, input: Whole<Input>) -> Sum {
            Sum {
                sum: self.private.base + input.0.more,
            }
        }
    }

    pub fn server(server: ferramenta::Server) -> ferramenta::Server {
        let _ = Add::into_tool();
        server.tool::<Add>()
    }
}

#[tokio::test]
async fn private_types_stay_private() {
    let client = client(open::server(Server::new("t")));
    let answer = client.tool("add", json!({ "more": 2 })).await;
    answer.assert_ok().assert_structured(json!({ "sum": 42 }));
}

/// A function's parameters are asked as well whether they say how they are made.
#[tool]
async fn normalize(name: String, names: Inject<NameFormatter>) -> String {
    names.normalize(&name)
}

#[tokio::test]
async fn a_function_takes_derived_services() {
    let client = client(Server::new("t").tool::<normalize>());
    let answer = client.tool("normalize", json!({ "name": "ada" })).await;
    answer.assert_text("Ada");
}
