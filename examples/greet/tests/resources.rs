//! What is read at a URI, and by whom.

mod support;

use ferramenta::{BuildErrorCode, Context, Failure, Inject, ResourceDef, Server, resource};
use greet::{demo, resources::GreetingResource, services::Greetings};
use serde_json::{Value, json};
use support::{MODERN, ada, client, client_of, mistakes};

#[tokio::test]
async fn a_resource_is_read_at_the_uris_of_its_template() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        for (uri, greeting) in [
            ("greet://people/Ada", "Hello, Ada!"),
            ("greet://people/%20Ada%20", "Hello, Ada!"),
            ("GREET://People/Ada", "Hello, Ada!"),
            ("greet://people/Zo%C3%AB", "Hello, Zoë!"),
        ] {
            let answer = client.read(uri).await;
            let expected = json!([{ "uri": uri, "mimeType": "text/plain", "text": greeting }]);
            assert_eq!(answer.assert_ok().result()["contents"], expected);
        }
    }
}

#[tokio::test]
async fn a_template_is_listed_with_its_metadata() {
    let client = client(demo());
    let listed = client.request("resources/templates/list", json!({})).await;
    let expected = json!([{
        "uriTemplate": "greet://people/{name}",
        "name": "greeting",
        "title": "A greeting",
        "description": "The greeting of the person whom the URI names.",
        "mimeType": "text/plain",
    }]);
    assert_eq!(listed.result()["resourceTemplates"], expected);
    let listed = client.request("resources/list", json!({})).await;
    assert_eq!(listed.result()["resources"], json!([]));
}

#[tokio::test]
async fn a_resource_gets_services_as_a_tool_does() {
    let bare = Server::new("bare").resource::<GreetingResource>();
    let answer = client(bare).read("greet://people/Ada").await;
    assert_eq!(answer.result()["contents"][0]["text"], "Hello, Ada!");
    let replaced = demo().replace_service(Greetings::with_word("Olá"));
    let answer = client(replaced).read("greet://people/Ada").await;
    assert_eq!(answer.result()["contents"][0]["text"], "Olá, Ada!");
}

/// The code of what isn't found.
fn not_found(version: &str) -> i32 {
    if version == MODERN { -32602 } else { -32002 }
}

#[tokio::test]
async fn a_uri_at_which_nothing_is_is_not_found() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        for uri in [
            "greet://people",
            "greet://nobody",
            "greet://people/%20",
            "http://people/Ada",
        ] {
            let answer = client.read(uri).await;
            answer.assert_protocol_error(not_found(version), "Resource not found");
            assert_eq!(answer.message()["error"]["data"]["uri"], uri);
        }
    }
}

#[tokio::test]
async fn a_value_that_would_lead_elsewhere_is_not_found() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, demo());
        for name in [
            "..",
            "%2e%2e",
            "a%2Fb",
            "..%5Ca",
            "a%00",
            "%C0%AE",
            "a/b",
            "Ada?greetings=Boo",
        ] {
            let answer = client.read(&format!("greet://people/{name}")).await;
            answer.assert_protocol_error(not_found(version), "Resource not found");
        }
    }
}

/// The greeting of one person.
#[resource("greet://people/Ada", name = "the greeting of Ada")]
async fn ada_herself() -> &'static str {
    "Good morning, Ada!"
}

#[tokio::test]
async fn one_uri_goes_before_a_template() {
    let client = client(demo().resource::<ada_herself>());
    let text = async |uri: &str| client.read(uri).await.result()["contents"][0]["text"].clone();
    assert_eq!(text("greet://people/Ada").await, "Good morning, Ada!");
    assert_eq!(text("greet://people/Bob").await, "Hello, Bob!");
}

#[derive(Inject)]
struct DiaryResource;

/// A page of the diary.
#[resource("diary://{day}")]
impl DiaryResource {
    async fn handle(&self, day: u8) -> String {
        format!("Day {day} was good.")
    }

    fn visible(cx: &Context) -> bool {
        cx.identity().is_some()
    }
}

#[tokio::test]
async fn a_resource_that_is_hidden_is_not_found() {
    for version in spec_check::VERSIONS {
        let server = || Server::new("t").resource::<DiaryResource>();
        let nobody = client_of(version, server());
        let answer = nobody.read("diary://1").await;
        answer.assert_protocol_error(not_found(version), "Resource not found");
        let listed = nobody.request("resources/templates/list", json!({})).await;
        assert_eq!(listed.result()["resourceTemplates"], json!([]));
        let known = client_of(version, server()).identity(ada());
        let answer = known.read("diary://1").await;
        assert_eq!(answer.result()["contents"][0]["text"], "Day 1 was good.");
    }
}

#[tokio::test]
async fn a_variable_becomes_what_its_parameter_is() {
    let client = client(Server::new("t").resource::<DiaryResource>()).identity(ada());
    client.read("diary://255").await.assert_ok();
    for uri in ["diary://256", "diary://one", "diary://-1"] {
        let answer = client.read(uri).await;
        answer.assert_protocol_error(-32602, "Resource not found");
    }
}

/// A page that was torn out.
#[resource("torn://page")]
async fn torn() -> Result<String, Failure> {
    Err(Failure::hidden("the secret"))
}

#[tokio::test]
async fn a_failure_of_a_resource_shows_no_details() {
    for version in spec_check::VERSIONS {
        let client = client_of(version, Server::new("t").resource::<torn>());
        let answer = client.read("torn://page").await;
        let error: &Value = &answer.message()["error"];
        assert_eq!(error["code"], -32603);
        let message = error["message"].as_str().unwrap_or_default();
        assert!(
            message.starts_with("Internal error (reference "),
            "{message}"
        );
        assert!(!answer.message().to_string().contains("secret"));
    }
}

#[test]
fn a_variable_that_nobody_takes_is_told_when_the_server_is_built() {
    let resource = ResourceDef::new("greet://{name}").handler((), |()| async { "Hello!" });
    let errors = mistakes(Server::new("t").resource_value(resource));
    assert_eq!(errors.errors()[0].code, BuildErrorCode::InvalidUri);
    assert!(
        errors.to_string().contains("the variable `name`"),
        "{errors}"
    );
}
