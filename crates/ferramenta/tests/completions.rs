//! Completions: what an argument can be, from its schema or from a function.

mod support;

use std::{
    borrow::Cow,
    sync::{Arc, Mutex},
    time::Duration,
};

use ferramenta::{
    Answer, Args, Completing, Completions, Context, Failure, HttpParts, Identity, Inject, Layer,
    Next, ParamSpec, PromptDef, ProtocolError, ResourceDef, Server, ToolError, ToolResult, prompt,
    resource, tool,
};
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

/// How to write.
#[ferramenta::schema(rename_all = "kebab-case")]
enum Tone {
    /// With a smile.
    Kind,
    VeryKind,
    Strict,
}

struct Books(Vec<(&'static str, &'static str)>);

/// The titles that begin so, of the author that was chosen.
async fn titles(typed: Completing, books: Inject<Books>) -> Vec<String> {
    let author = typed.argument("author");
    let of_author = books
        .0
        .iter()
        .filter(|(by, _)| author.is_none_or(|author| author == *by));
    of_author
        .map(|(_, title)| title.to_string())
        .filter(|title| title.starts_with(typed.value()))
        .collect()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "what is provided is handed over"
)]
fn authors(books: Inject<Books>) -> impl Iterator<Item = &'static str> {
    let mut authors: Vec<_> = books.0.iter().map(|(author, _)| *author).collect();
    authors.dedup();
    authors.into_iter()
}

/// Ask for a review of a book.
#[prompt]
async fn review(
    #[arg(complete = titles)] title: String,
    #[arg(complete = authors)] author: Option<String>,
    tone: Option<Tone>,
    #[arg(default = "short", one_of("short", "long", "very long"))] length: String,
    #[arg(default)] spoilers: bool,
    words: Option<u32>,
    #[arg(secret, one_of("a", "b"))] code: Option<String>,
) -> String {
    let _ = (author, tone, length, spoilers, words, code);
    title
}

#[derive(Inject)]
struct FailPrompt {
    books: Arc<Books>,
}

/// Fail in some way.
#[prompt(timeout = "50ms")]
impl FailPrompt {
    async fn handle(&self, #[arg(complete = Self::fail, rename = "way")] how: String) -> String {
        format!("{how} {}", self.books.0.len())
    }

    fn visible(&self, cx: &Context) -> bool {
        cx.identity()
            .is_none_or(|identity| identity.subject() != "mallory")
    }

    async fn fail(typed: Completing, cx: Context) -> ToolResult<[String; 1]> {
        match typed.value() {
            "said" => Err(ToolError::new("There are no books.").into()),
            "protocol" => {
                Err(ProtocolError::new(ferramenta::ErrorCode::InvalidRequest, "no").into())
            }
            "panic" => panic!("secret"),
            "hang" => std::future::pending().await,
            "name" => Ok([format!("{} {:?}", cx.method(), cx.name())]),
            _ => Err(Failure::hidden("secret")),
        }
    }
}

fn server() -> Server {
    let books = Books(vec![
        ("Herbert", "Dune"),
        ("Herbert", "Dune Messiah"),
        ("Joyce", "Dubliners"),
    ]);
    Server::new("Books")
        .service(books)
        .prompts::<(review, FailPrompt)>()
}

fn completion(values: &[&str]) -> Value {
    json!({ "values": values, "total": values.len(), "hasMore": false })
}

#[tokio::test]
async fn what_a_schema_lists_completes_itself() {
    for version in VERSIONS {
        let client = client_of(version, server());
        for (argument, typed, expected) in [
            ("tone", "", &["kind", "very-kind", "strict"][..]),
            ("tone", "KIND", &["kind", "very-kind"]),
            ("tone", "loud", &[]),
            ("length", "l", &["long", "very long"]),
            ("spoilers", "T", &["true"]),
            ("spoilers", "", &["true", "false"]),
            ("words", "1", &[]),
            ("code", "", &[]),
        ] {
            let answer = client.complete("review", argument, typed).await;
            answer.assert_ok();
            let found = &answer.result()["completion"];
            assert_eq!(*found, completion(expected), "{version} {argument} {typed}");
        }
    }
}

#[tokio::test]
async fn functions_decide_by_themselves() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let found = client.complete("review", "title", "Du").await;
        let all = completion(&["Dune", "Dune Messiah", "Dubliners"]);
        assert_eq!(found.result()["completion"], all);
        let chosen = json!({ "author": "Joyce" });
        let found = client.complete_with("review", "title", "Du", chosen).await;
        let knows_context = version > "2025-03-26";
        let expected = if knows_context {
            completion(&["Dubliners"])
        } else {
            all
        };
        assert_eq!(found.result()["completion"], expected, "{version}");
        let found = client.complete("review", "author", "any").await;
        let expected = completion(&["Herbert", "Joyce"]);
        assert_eq!(found.result()["completion"], expected);
    }
    let typed = Completing::new("title", "Dub").with_argument("author", "Joyce");
    assert_eq!(typed.name(), "title");
    let books = Inject::new(Books(vec![("Joyce", "Dubliners")]));
    assert_eq!(titles(typed, books).await, ["Dubliners"]);
}

#[tokio::test]
async fn no_more_than_a_hundred_are_sent() {
    let server = Server::new("t").prompt_value(
        PromptDef::new("count")
            .handler(
                (ParamSpec::new("some"), ParamSpec::new("more")),
                |(some, more): (String, String)| async move { some + &more },
            )
            .complete("some", |(typed,): (Completing,)| async move {
                let many: usize = typed.value().parse().unwrap();
                (0..many).map(|n| n.to_string())
            })
            .complete("more", |typed: Completing| async move {
                Ok::<_, ToolError>(Completions::new([typed.value()]).total(1_200))
            }),
    );
    let client = client(server);
    for (many, sent) in [("100", 100), ("101", 100)] {
        let answer = client.complete("count", "some", many).await;
        let found = &answer.result()["completion"];
        assert_eq!(found["values"].as_array().unwrap().len(), sent);
        assert_eq!(found["total"].to_string(), many);
        assert_eq!(found["hasMore"], many != "100");
    }
    let answer = client.complete("count", "more", "x").await;
    let expected = json!({ "values": ["x"], "total": 1_200, "hasMore": true });
    assert_eq!(answer.result()["completion"], expected);
}

#[tokio::test]
async fn capabilities_follow_from_what_is_completed() {
    async fn capabilities(version: &str, server: Server) -> Value {
        let client = client_of(version, server);
        let (method, params) = if version == "2026-07-28" {
            ("server/discover", json!({}))
        } else {
            let client = json!({ "name": "test", "version": "0" });
            let params =
                json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": client });
            ("initialize", params)
        };
        client.request(method, params).await.result()["capabilities"].clone()
    }
    /// Say something.
    #[prompt]
    async fn plain(text: String) -> String {
        text
    }
    for version in VERSIONS {
        let expected = if version == "2024-11-05" {
            json!({ "prompts": {} })
        } else {
            json!({ "prompts": {}, "completions": {} })
        };
        assert_eq!(capabilities(version, server()).await, expected, "{version}");
        let without = || Server::new("t").prompt::<plain>();
        let none = json!({ "prompts": {} });
        assert_eq!(capabilities(version, without()).await, none);
        let answer = client_of(version, without())
            .complete("plain", "text", "")
            .await;
        answer.assert_protocol_error(-32601, "Method not found: completion/complete");
    }
}

#[tokio::test]
async fn what_is_asked_has_to_be_there() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let answer = client.complete("nothing", "title", "").await;
        answer.assert_protocol_error(-32602, "Unknown prompt: nothing");
        let answer = client.complete("fail", "how", "").await;
        answer.assert_protocol_error(-32602, "Unknown argument: how; known are way");
        let ask = async |params| client.request("completion/complete", params).await;
        let argument = json!({ "name": "title", "value": "" });
        for reference in [
            Value::Null,
            json!("review"),
            json!([]),
            json!({ "type": "ref/tool", "name": "review" }),
            json!({ "type": "ref/prompt", "uri": "review" }),
            json!({ "type": "ref/resource", "name": "review" }),
            json!({ "name": "review" }),
        ] {
            let answer = ask(json!({ "ref": reference, "argument": argument })).await;
            answer.assert_protocol_error(
                -32602,
                "Invalid params: `ref` has to be an object with the `type` \"ref/prompt\" and a `name`, or with \
                 \"ref/resource\" and a `uri`",
            );
        }
        let resource = json!({ "type": "ref/resource", "uri": "books://{title}" });
        let answer = ask(json!({ "ref": resource, "argument": argument })).await;
        answer.assert_protocol_error(-32602, "Unknown resource: books://{title}");
        let review = json!({ "type": "ref/prompt", "name": "review", "title": "Review" });
        for argument in [
            Value::Null,
            json!(["title", ""]),
            json!({ "name": "title" }),
            json!({ "name": "title", "value": 7 }),
        ] {
            let answer = ask(json!({ "ref": review, "argument": argument })).await;
            answer.assert_protocol_error(
                -32602,
                "Invalid params: `argument` has to be an object with the texts `name` and `value`",
            );
        }
        for context in [json!([]), json!({ "arguments": { "author": 7 } })] {
            let params = json!({ "ref": review, "argument": argument, "context": context });
            let answer = ask(params).await;
            if version < "2025-06-18" {
                answer.assert_ok();
            } else {
                answer.assert_protocol_error(
                    -32602,
                    "Invalid params: `context` has to be an object whose `arguments` are texts",
                );
            }
        }
        for context in [Value::Null, json!({}), json!({ "arguments": {}, "x": 1 })] {
            let params = json!({ "ref": review, "argument": argument, "context": context });
            ask(params).await.assert_ok();
        }
    }
}

#[tokio::test]
async fn rules_hold_as_for_a_get() {
    for version in VERSIONS {
        let mallory = client_of(version, server()).identity(Identity::new("mallory"));
        for argument in ["way", "nothing"] {
            let answer = mallory.complete("fail", argument, "").await;
            answer.assert_protocol_error(-32602, "Unknown prompt: fail");
        }
        let params = json!({ "ref": { "type": "ref/prompt", "name": "fail" } });
        let answer = mallory.request("completion/complete", params).await;
        answer.assert_protocol_error(-32602, "Unknown prompt: fail");
    }
    let denied = PromptDef::new("secret")
        .scopes(["x"])
        .handler((ParamSpec::new("sure"),), |(_,): (bool,)| async {
            "secret"
        });
    let answer = client(Server::new("t").prompt_value(denied))
        .complete("secret", "sure", "")
        .await;
    answer.assert_protocol_error(-32602, "Access denied: secret");
}

#[tokio::test]
async fn failures_are_told_apart() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let said = client.complete("fail", "way", "said").await;
        said.assert_protocol_error(-32603, "There are no books.");
        let protocol = client.complete("fail", "way", "protocol").await;
        protocol.assert_protocol_error(-32600, "no");
        let hung = client.complete("fail", "way", "hang").await;
        hung.assert_protocol_error(-32603, "timed out after 50 ms");
        for way in ["panic", "other"] {
            let hidden = client.complete("fail", "way", way).await;
            assert_eq!(hidden.message()["error"]["code"], -32603);
            let text = hidden.message().to_string();
            assert!(text.contains("Internal error (reference "), "{text}");
            assert!(!text.contains("secret"), "{text}");
        }
        let named = client.complete("fail", "way", "name").await;
        let expected = completion(&["completion/complete Some(\"fail\")"]);
        assert_eq!(named.result()["completion"], expected);
    }
}

/// Notes what requests are about.
struct Names(Arc<Mutex<Vec<Option<String>>>>);

impl Layer for Names {
    async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
        let name = cx.name().map(Cow::into_owned);
        self.0.lock().expect("no panic").push(name);
        Ok(next.run().await)
    }
}

#[tokio::test]
async fn a_reference_is_named_by_what_its_type_has() {
    let names = Arc::new(Mutex::new(Vec::new()));
    let client = client_of("2026-07-28", server().layer(Names(names.clone())));
    for kind in ["ref/prompt", "ref/resource", "ref/tool"] {
        let reference = json!({ "type": kind, "name": "review", "uri": "books://{isbn}" });
        let argument = json!({ "name": "title", "value": "" });
        let params = json!({ "ref": reference, "argument": argument });
        // whatever the answer is, the layer has seen the request
        let _ = client.request("completion/complete", params).await;
    }
    let expected = ["review", "books://{isbn}"].map(|name| Some(name.to_owned()));
    assert_eq!(names.lock().unwrap()[..], [&expected[..], &[None]].concat());
}

struct Refuse;

impl Layer for Refuse {
    async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
        match cx.method() {
            "completion/complete" => Err(ToolError::new("Not now.").into()),
            _ => Ok(next.run().await),
        }
    }
}

#[tokio::test]
async fn layers_are_around_it() {
    let client = client(server().layer(Refuse));
    let answer = client.complete("review", "tone", "").await;
    answer.assert_protocol_error(-32603, "Not now.");
}

#[tokio::test]
async fn nobody_waits_for_what_was_cancelled() {
    let client = Arc::new(client(
        Server::new("t").prompt_value(
            PromptDef::new("p")
                .handler((ParamSpec::new("x"),), |(x,): (String,)| async { x })
                .complete("x", |()| std::future::pending::<Vec<String>>()),
        ),
    ));
    let request = json!({
        "jsonrpc": "2.0",
        "id": "slow",
        "method": "completion/complete",
        "params": {
            "ref": { "type": "ref/prompt", "name": "p" },
            "argument": { "name": "x", "value": "" },
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    });
    let cancel = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": { "requestId": "slow" },
    });
    let waiting = tokio::spawn({
        let client = Arc::clone(&client);
        async move { client.message(request.to_string()).await }
    });
    tokio::time::sleep(Duration::from_millis(20)).await;
    client.message(cancel.to_string()).await;
    let answer = tokio::time::timeout(Duration::from_secs(5), waiting).await;
    assert_eq!(answer.unwrap().unwrap(), None);
}

#[ferramenta::schema]
struct Whole {
    tone: Tone,
    title: String,
}

#[tokio::test]
async fn members_of_the_whole_are_arguments_as_well() {
    /// Ask for a review of a book.
    #[prompt]
    async fn whole(Args(whole): Args<Whole>) -> String {
        whole.title
    }
    use ferramenta::IntoPrompt;
    let whole = whole::into_prompt().complete("title", |()| async { ["Dune"] });
    let client = client(Server::new("t").prompt_value(whole));
    let tone = client.complete("whole", "tone", "very").await;
    assert_eq!(tone.result()["completion"], completion(&["very-kind"]));
    let title = client.complete("whole", "title", "").await;
    assert_eq!(title.result()["completion"], completion(&["Dune"]));
}

#[test]
fn mistakes_are_told_together() {
    /// Tell what is typed.
    #[tool]
    async fn typed(typed: Completing) -> String {
        typed.value().to_owned()
    }
    async fn lost(_: Inject<Books>) -> Vec<String> {
        Vec::new()
    }
    /// Find a book.
    #[prompt]
    async fn find(
        #[arg(complete = lost)] title: String,
        #[arg(complete = lost)] cx: Context,
    ) -> String {
        let _ = cx;
        title
    }
    let prompt =
        |name| PromptDef::new(name).handler((ParamSpec::new("x"),), |(x,): (String,)| async { x });
    let nothing = || async { Vec::<String>::new() };
    let report = Server::new("t")
        .tool::<typed>()
        .prompt::<find>()
        .prompt_value(prompt("a").complete("y", move |()| nothing()))
        .prompt_value(
            PromptDef::new("b")
                .handler((), |()| async { "" })
                .complete("y", move |()| nothing()),
        )
        .prompt_value(
            prompt("c")
                .complete("x", move |()| nothing())
                .complete("x", move |()| nothing()),
        )
        .build()
        .unwrap_err()
        .to_string();
    for part in [
        "6 mistakes",
        "find -> Books: not provided",
        "prompt `find`: a function completes `cx`, and there is no such argument",
        "name one that there is: title",
        "typed -> Completing: this isn't asked while something is typed",
        "take it as a parameter of the function that completes an argument",
        "prompt `a`: a function completes `y`, and there is no such argument",
        "name one that there is: x",
        "drop the function: there are no arguments",
        "prompt `c`: `x` is completed by two functions",
        "FM0024",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
}

#[tokio::test]
async fn a_function_may_need_http() {
    async fn agents(parts: HttpParts) -> Option<String> {
        Some(parts.uri.path().to_owned())
    }
    /// Say something.
    #[prompt]
    async fn say(#[arg(complete = agents)] text: String) -> String {
        text
    }
    let built = Server::new("t").prompt::<say>().build().unwrap();
    let refused = built.serve_stdio().await.unwrap_err().to_string();
    assert!(
        refused.contains("prompt `say`: it takes the HTTP request"),
        "{refused}"
    );
    let (head, ()) = http::Request::get("/mcp").body(()).unwrap().into_parts();
    let client = client(Server::new("t").prompt::<say>()).http(head);
    let answer = client.complete("say", "text", "").await;
    assert_eq!(answer.result()["completion"], completion(&["/mcp"]));
}

/// A shelf of the shop.
#[resource("shop://{kind}/{town}")]
async fn shelf(kind: Kind, #[arg(complete = towns)] town: String) -> String {
    format!("{kind:?} in {town}")
}

/// What stands on a shelf.
#[ferramenta::schema]
#[derive(Debug)]
enum Kind {
    Fiction,
    Poetry,
}

async fn towns(completing: Completing) -> Vec<String> {
    let kind = completing.argument("kind").unwrap_or("nothing");
    vec![format!("{}{} {kind}", completing.value(), "ton")]
}

#[tokio::test]
async fn the_variables_of_a_template_are_completed() {
    for version in VERSIONS {
        let hidden = ResourceDef::new("shop://hidden/{x}")
            .visible(|()| async { false })
            .handler((ParamSpec::new("x"),), |(x,): (String,)| async move { x });
        let server = Server::new("Shop")
            .resource::<shelf>()
            .resource_value(hidden);
        let client = client_of(version, server);
        let complete = async |uri: &str, name: &str, value: &str| {
            let params = json!({
                "ref": { "type": "ref/resource", "uri": uri },
                "argument": { "name": name, "value": value },
                "context": { "arguments": { "kind": "Poetry" } },
            });
            client.request("completion/complete", params).await
        };
        let template = "shop://{kind}/{town}";
        let kinds = complete(template, "kind", "p").await;
        assert_eq!(kinds.result()["completion"]["values"], json!(["Poetry"]));
        let towns = complete(template, "town", "Bos").await;
        let chosen = if matches!(version, "2024-11-05" | "2025-03-26") {
            "nothing"
        } else {
            "Poetry"
        };
        assert_eq!(
            towns.result()["completion"]["values"],
            json!([format!("Boston {chosen}")])
        );
        complete(template, "colour", "")
            .await
            .assert_protocol_error(-32602, "Unknown argument: colour; known are kind, town");
        for uri in ["shop://hidden/{x}", "shop://nothing/{x}"] {
            complete(uri, "x", "")
                .await
                .assert_protocol_error(-32602, &format!("Unknown resource: {uri}"));
        }
    }
}
