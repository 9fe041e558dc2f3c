//! What is checked of all that a server offers beside tools: prompts, resources and completions.

use rmcp::model::{
    CompleteRequestParams, GetPromptRequestParams, GetPromptResult, ReadResourceRequestParams,
};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::cases::{Cases, Completion, Lists, Prompt, PromptRefusal, Read};
use crate::report::Report;

/// Runs every check; an error means that the connection failed under one of them.
pub async fn run(
    peer: &Peer<RoleClient>,
    cases: &Cases,
    mode: &str,
    report: &mut Report,
) -> Result<(), ServiceError> {
    check_lists(peer, &cases.lists, report).await?;
    check_prompts(peer, &cases.prompts, report).await?;
    check_prompt_refusals(peer, &cases.prompt_refusals, report).await;
    check_reads(peer, &cases.reads, report).await?;
    let missing = &cases.missing;
    check_missing(peer, &missing.uris, missing.codes[mode], report).await;
    check_completions(peer, &cases.completions, report).await
}

async fn check_lists(
    peer: &Peer<RoleClient>,
    wanted: &Lists,
    report: &mut Report,
) -> Result<(), ServiceError> {
    let prompts = as_json(&peer.list_all_prompts().await?);
    let good = has_entries(&prompts, &wanted.prompts);
    report.check("lists the prompts", good, &prompts);
    let resources = as_json(&peer.list_all_resources().await?);
    let good = has_entries(&resources, &wanted.resources);
    report.check("lists the resources", good, &resources);
    let templates = as_json(&peer.list_all_resource_templates().await?);
    let good = has_entries(&templates, &wanted.templates);
    report.check("lists the templates", good, &templates);
    Ok(())
}

/// True when there are exactly the wanted entries, each with at least the wanted members.
fn has_entries(listed: &Value, wanted: &[Map<String, Value>]) -> bool {
    let has_members = |(entry, members): (&Value, &Map<String, Value>)| {
        members.iter().all(|(name, value)| entry[name] == *value)
    };
    listed.as_array().is_some_and(|entries| {
        entries.len() == wanted.len() && entries.iter().zip(wanted).all(has_members)
    })
}

async fn check_prompts(
    peer: &Peer<RoleClient>,
    prompts: &[Prompt],
    report: &mut Report,
) -> Result<(), ServiceError> {
    for case in prompts {
        let result = get_prompt(peer, &case.prompt, case.arguments.clone()).await?;
        let content = json!({ "type": "text", "text": case.text });
        let wanted = json!([{ "role": "user", "content": content }]);
        let good = as_json(&result.messages) == wanted;
        report.check(&case.label, good, &result);
    }
    Ok(())
}

async fn check_prompt_refusals(
    peer: &Peer<RoleClient>,
    refusals: &[PromptRefusal],
    report: &mut Report,
) {
    for case in refusals {
        let outcome = get_prompt(peer, &case.prompt, case.arguments.clone()).await;
        let explained = match &outcome {
            Err(ServiceError::McpError(error)) => {
                let mentioned = |word: &String| error.message.contains(word.as_str());
                error.code.0 == case.code && case.mentions.iter().all(mentioned)
            }
            _ => false,
        };
        report.check(&case.label, explained, outcome);
    }
}

async fn get_prompt(
    peer: &Peer<RoleClient>,
    prompt: &str,
    arguments: Map<String, Value>,
) -> Result<GetPromptResult, ServiceError> {
    let request = GetPromptRequestParams::new(prompt).with_arguments(arguments);
    peer.get_prompt(request).await
}

async fn check_reads(
    peer: &Peer<RoleClient>,
    reads: &[Read],
    report: &mut Report,
) -> Result<(), ServiceError> {
    for case in reads {
        let uri = case.contents["uri"].as_str().unwrap_or_default();
        let request = ReadResourceRequestParams::new(uri);
        let result = peer.read_resource(request).await?;
        let good = as_json(&result.contents) == json!([case.contents]);
        report.check(&case.label, good, &result);
    }
    Ok(())
}

async fn check_missing(peer: &Peer<RoleClient>, uris: &[String], code: i32, report: &mut Report) {
    for uri in uris {
        let request = ReadResourceRequestParams::new(uri);
        let outcome = peer.read_resource(request).await;
        let refused =
            matches!(&outcome, Err(ServiceError::McpError(error)) if error.code.0 == code);
        report.check(&format!("reading {uri} is error {code}"), refused, outcome);
    }
}

async fn check_completions(
    peer: &Peer<RoleClient>,
    completions: &[Completion],
    report: &mut Report,
) -> Result<(), ServiceError> {
    for case in completions {
        let request = CompleteRequestParams::new(case.r#ref.clone(), case.argument.clone());
        let result = peer.complete(request).await?;
        let good = result.completion.values == case.values;
        report.check(&case.label, good, &result);
    }
    Ok(())
}

/// What the client's model is on the wire; null, which no check expects, if it can't be written.
fn as_json(model: &impl Serialize) -> Value {
    serde_json::to_value(model).unwrap_or_default()
}
