//! Prompts and resources that come and go while the server runs, and who is told.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use ferramenta::{
    Notices, PromptDef, PromptRegistry, ResourceDef, ResourceRegistry, Server, TestClient,
    ToolResult, prompt, resource, tool,
};
use serde_json::{Value, json};
use support::{VERSIONS, client_of};

async fn topics() -> Vec<&'static str> {
    vec!["poetry"]
}

/// Recommend a book.
#[prompt]
async fn recommend(
    /// What it has to be about.
    #[arg(complete = topics)]
    topic: String,
) -> String {
    format!("Recommend a book about {topic}.")
}

/// Greet a reader.
#[prompt]
async fn greet() -> &'static str {
    "Greet the reader."
}

/// The books on sale.
#[resource("books://sale")]
async fn sale() -> &'static str {
    "Sealed Verses"
}

/// A shelf.
#[resource("books://shelves/{name}")]
async fn shelf(name: String) -> String {
    name
}

/// Add what the season has, or take it away.
#[tool]
async fn season(
    begins: bool,
    prompts: PromptRegistry,
    resources: ResourceRegistry,
) -> ToolResult<Vec<bool>> {
    let prompts = prompts.update(|prompts| {
        if begins {
            prompts.put::<recommend>();
        } else {
            prompts.remove("recommend");
        }
    })?;
    let resources = resources.update(|resources| {
        if begins {
            resources.put::<sale>();
            resources.put::<shelf>();
        } else {
            resources.remove("books://sale");
            resources.remove("books://shelves/{name}");
        }
    })?;
    Ok(vec![prompts, resources])
}

fn server() -> Server {
    Server::new("Books")
        .dynamic_prompts()
        .dynamic_resources()
        .tool::<season>()
}

async fn list(client: &TestClient, method: &str, member: &str, name: &str) -> Vec<Value> {
    let listed = client.request(method, json!({})).await;
    let entries = listed.result()[member].as_array().unwrap().clone();
    entries.iter().map(|entry| entry[name].clone()).collect()
}

async fn begins(client: &TestClient, begins: bool, changed: [bool; 2]) {
    let answer = client.tool("season", json!({ "begins": begins })).await;
    answer.assert_text(&json!(changed).to_string());
}

#[tokio::test]
async fn prompts_and_resources_come_and_go() {
    for version in VERSIONS {
        let client = client_of(version, server());
        let prompts = || list(&client, "prompts/list", "prompts", "name");
        let resources = || list(&client, "resources/list", "resources", "uri");
        let templates = || {
            list(
                &client,
                "resources/templates/list",
                "resourceTemplates",
                "uriTemplate",
            )
        };
        assert_eq!(prompts().await, [] as [Value; 0]);
        assert_eq!(resources().await, [] as [Value; 0]);
        let unknown = client.prompt("recommend", json!({})).await;
        unknown.assert_protocol_error(-32602, "Unknown prompt: recommend");
        begins(&client, true, [true, true]).await;
        assert_eq!(prompts().await, ["recommend"]);
        assert_eq!(resources().await, ["books://sale"]);
        assert_eq!(templates().await, ["books://shelves/{name}"]);
        let asked = client.prompt("recommend", json!({ "topic": "x" })).await;
        assert_eq!(
            asked.result()["messages"][0]["content"]["text"],
            "Recommend a book about x."
        );
        let read = client.read("books://shelves/7").await;
        assert_eq!(read.result()["contents"][0]["text"], "7");
        let completed = client.complete("recommend", "topic", "po").await;
        assert_eq!(
            completed.result()["completion"]["values"],
            json!(["poetry"])
        );
        begins(&client, false, [true, true]).await;
        begins(&client, false, [false, false]).await;
        assert_eq!(prompts().await, [] as [Value; 0]);
        assert_eq!(resources().await, [] as [Value; 0]);
        assert_eq!(templates().await, [] as [Value; 0]);
    }
}

#[tokio::test]
async fn clients_are_told_what_may_change() {
    let changes = || json!({ "listChanged": true });
    for version in VERSIONS {
        let capabilities = async |server: Server| {
            let client = client_of(version, server);
            let params = json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
            let answer = match version {
                "2026-07-28" => client.request("server/discover", json!({})).await,
                _ => client.request("initialize", params).await,
            };
            answer.result()["capabilities"].clone()
        };
        let told = capabilities(server()).await;
        assert_eq!(
            (&told["prompts"], &told["resources"]),
            (&changes(), &changes())
        );
        assert_eq!(told["tools"], json!({}));
        let both = capabilities(server().resource_updates()).await;
        assert_eq!(
            both["resources"],
            json!({ "subscribe": true, "listChanged": true })
        );
    }
    let client = client_of("2026-07-28", server());
    for (method, keeps) in [
        ("prompts/list", 0),
        ("resources/list", 0),
        ("resources/templates/list", 0),
        ("tools/list", 60_000),
    ] {
        let listed = client.request(method, json!({})).await;
        assert_eq!(listed.result()["ttlMs"], keeps, "{method}");
    }
}

#[tokio::test]
async fn a_client_that_opened_is_told_once_of_each_list() {
    for version in VERSIONS
        .into_iter()
        .filter(|version| *version != "2026-07-28")
    {
        let client = client_of(version, server());
        drop(client.list_tools().await);
        begins(&client, true, [true, true]).await;
        begins(&client, false, [true, true]).await;
        let told = client.notifications();
        let methods: Vec<_> = told.iter().map(|notice| &notice["method"]).collect();
        assert_eq!(
            methods,
            [
                "notifications/prompts/list_changed",
                "notifications/resources/list_changed"
            ]
        );
        for notice in told {
            spec_check::assert_sent_by_server(version, notice.to_string().as_bytes());
        }
    }
}

#[tokio::test]
async fn a_mistake_changes_nothing() {
    let server = server()
        .prompt::<greet>()
        .resource::<shelf>()
        .build()
        .unwrap();
    let prompts = server.prompt_registry().unwrap();
    let report = prompts.update(|prompts| {
        prompts.add::<(recommend, greet)>();
        prompts.add_value(PromptDef::new("bare"));
    });
    let report = report.unwrap_err().to_string();
    for part in [
        "Books can't change its prompts: 2 mistakes",
        "prompt `greet`: the name is taken by prompt number 1",
        "prompt `bare`: it has no handler",
        "tests/dynamic_lists.rs:",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    let resources = server.resource_registry().unwrap();
    let other = ResourceDef::new("books://shelves/{other}").handler(
        (ferramenta::ParamSpec::new("other"),),
        |(other,): (String,)| async move { other },
    );
    let report = resources.update(|resources| {
        resources.add::<sale>();
        resources.add_value(other);
    });
    let report = report.unwrap_err().to_string();
    for part in [
        "Books can't change its resources: 1 mistake",
        "resource `books://shelves/{other}`: a URI can be of `books://shelves/{name}` as well",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    let client = TestClient::of(&server);
    assert_eq!(
        list(&client, "prompts/list", "prompts", "name").await,
        ["greet"]
    );
    assert_eq!(
        list(&client, "resources/list", "resources", "uri").await,
        [] as [Value; 0]
    );
}

/// Say that lists have changed.
#[tool]
async fn say(notices: Notices) {
    notices.resources_changed();
    notices.prompts_changed();
    notices.tools_changed();
}

#[tokio::test]
async fn handlers_tell_of_lists_that_rules_have_changed() {
    let told = async |server: Server| {
        let client = client_of("2025-11-25", server.tool::<say>());
        client.tool("say", json!({})).await.assert_ok();
        let told = client.notifications();
        let methods = told
            .iter()
            .map(|notice| notice["method"].as_str().unwrap().to_owned());
        methods.collect::<Vec<_>>()
    };
    let all = Server::new("t")
        .dynamic_tools()
        .dynamic_prompts()
        .dynamic_resources();
    assert_eq!(
        told(all).await,
        [
            "notifications/tools/list_changed",
            "notifications/prompts/list_changed",
            "notifications/resources/list_changed"
        ]
    );
    let one = Server::new("t").dynamic_prompts();
    assert_eq!(told(one).await, ["notifications/prompts/list_changed"]);
}

#[test]
fn what_cannot_change_says_how_it_could() {
    let report = Server::new("t")
        .tool::<season>()
        .build()
        .unwrap_err()
        .to_string();
    for part in [
        "season -> PromptRegistry: the prompts don't change",
        ".dynamic_prompts()",
        "season -> ResourceRegistry: the resources don't change",
        ".dynamic_resources()",
    ] {
        assert!(report.contains(part), "{part} is not in\n{report}");
    }
    let fixed = Server::new("t").dynamic_tools().build().unwrap();
    assert!(fixed.prompt_registry().is_none() && fixed.resource_registry().is_none());
}
