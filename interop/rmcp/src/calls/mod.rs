//! Calls, and all that a server offers beside tools.

pub mod cases;
mod offers;

use futures::future::join_all;
use rmcp::model::{CallToolRequestParams, CallToolResult};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde_json::{Map, Value, json};

use self::cases::{Call, Cases, Crowd, Refusal, Schema, Unknown};
use crate::report::Report;

/// Runs every check; an error means that the connection failed under one of them.
pub async fn run(
    peer: &Peer<RoleClient>,
    cases: &Cases,
    mode: &str,
    report: &mut Report,
) -> Result<(), ServiceError> {
    check_version(peer, &cases.versions[mode], report);
    check_schema(peer, &cases.schema, report).await?;
    check_calls(peer, &cases.calls, report).await?;
    check_refusals(peer, &cases.refusals, report).await?;
    check_unknown(peer, &cases.unknown, report).await;
    offers::run(peer, cases, mode, report).await?;
    check_crowd(peer, &cases.crowd, report).await
}

fn check_version(peer: &Peer<RoleClient>, wanted: &str, report: &mut Report) {
    let info = peer.peer_info();
    let spoken = info.map(|info| info.protocol_version.to_string());
    let good = spoken.as_deref() == Some(wanted);
    report.check(&format!("speaks {wanted}"), good, spoken);
}

async fn check_schema(
    peer: &Peer<RoleClient>,
    wanted: &Schema,
    report: &mut Report,
) -> Result<(), ServiceError> {
    let tools = peer.list_all_tools().await?;
    let tool = tools.iter().find(|tool| tool.name == wanted.tool);
    report.check(&format!("lists {}", wanted.tool), tool.is_some(), &tools);
    let schema = tool.map(|tool| Value::Object((*tool.input_schema).clone()));
    let schema = schema.unwrap_or_default();
    let required = schema["required"] == wanted.required;
    report.check("names the required arguments", required, &schema);
    let published = wanted
        .defaults
        .iter()
        .all(|(name, value)| schema["properties"][name]["default"] == *value);
    report.check("publishes the defaults", published, &schema);
    Ok(())
}

async fn check_calls(
    peer: &Peer<RoleClient>,
    calls: &[Call],
    report: &mut Report,
) -> Result<(), ServiceError> {
    for case in calls {
        let result = call(peer, &case.tool, case.arguments.clone()).await?;
        report.check(&case.label, has_answer(&result, &case.text), &result);
    }
    Ok(())
}

async fn check_refusals(
    peer: &Peer<RoleClient>,
    refusals: &[Refusal],
    report: &mut Report,
) -> Result<(), ServiceError> {
    for case in refusals {
        let result = call(peer, &case.tool, case.arguments.clone()).await?;
        let text = texts(&result).join(" ");
        let explained = result.is_error == Some(true)
            && case
                .mentions
                .iter()
                .all(|word| text.contains(word.as_str()));
        report.check(&case.label, explained, &result);
    }
    Ok(())
}

async fn check_unknown(peer: &Peer<RoleClient>, case: &Unknown, report: &mut Report) {
    let outcome = call(peer, &case.tool, Map::new()).await;
    let refused =
        matches!(&outcome, Err(ServiceError::McpError(error)) if error.code.0 == case.code);
    let label = format!("an unknown tool is error {}", case.code);
    report.check(&label, refused, outcome);
}

async fn check_crowd(
    peer: &Peer<RoleClient>,
    crowd: &Crowd,
    report: &mut Report,
) -> Result<(), ServiceError> {
    let queries: Vec<String> = (0..crowd.size).map(|n| format!("query {n}")).collect();
    let calls = queries.iter().map(|query| {
        let arguments = Map::from_iter([(crowd.argument.clone(), json!(query))]);
        call(peer, &crowd.tool, arguments)
    });
    let mut wrong = Vec::new();
    for (query, result) in queries.iter().zip(join_all(calls).await) {
        let result = result?;
        if !has_answer(&result, &crowd.text.replace("{}", query)) {
            wrong.push(result);
        }
    }
    let label = format!("{} calls at once get their own answers", crowd.size);
    report.check(&label, wrong.is_empty(), wrong.first());
    Ok(())
}

async fn call(
    peer: &Peer<RoleClient>,
    tool: &str,
    arguments: Map<String, Value>,
) -> Result<CallToolResult, ServiceError> {
    let request = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    peer.call_tool(request).await
}

/// True when both the text and the structured content are exactly the expected ones.
fn has_answer(result: &CallToolResult, text: &str) -> bool {
    result.is_error != Some(true)
        && result.content.len() == 1
        && texts(result) == [text]
        && result.structured_content == Some(json!({ "result": text }))
}

fn texts(result: &CallToolResult) -> Vec<&str> {
    let blocks = result.content.iter();
    blocks
        .filter_map(|block| block.as_text())
        .map(|text| text.text.as_str())
        .collect()
}
