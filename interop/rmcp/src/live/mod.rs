//! What is live: progress, log messages, changes, cancellation and questions.

#![allow(
    deprecated,
    reason = "log messages and single subscriptions are spoken still"
)]

mod cases;
mod heard;

use std::time::Duration;

use rmcp::model::{
    CallToolRequest, CallToolRequestParams, CallToolResult, ClientRequest, LoggingLevel,
    ReadResourceRequestParams, RequestMetaObject, SetLevelRequestParams, SubscribeRequestParams,
    SubscriptionFilter,
};
use rmcp::service::{PeerRequestOptions, RequestHandle, RoleClient, RunningService, ServiceError};
use serde_json::{Map, Value};

use crate::report::Report;
use cases::{
    Cancellation, Cases, Logged, Progress, Question, ResourceChange, TakenBack, ToolChange,
};
use heard::Heard;
pub use heard::Live;

const DEADLINE: Duration = Duration::from_secs(10);
/// How long one change may need until it is heard of; whoever has just opened a session may not listen yet.
const PATIENCE: Duration = Duration::from_secs(1);

type Client = RunningService<RoleClient, Live>;
type Outcome = Result<(), ServiceError>;

/// Runs every check, over pipes or over HTTP; an error means that the connection failed under one of them.
pub async fn run(
    client: &Client,
    cases: &Cases,
    mode: &str,
    pipes: bool,
    report: &mut Report,
) -> Outcome {
    let spoken = client
        .peer_info()
        .map(|info| info.protocol_version.to_string());
    let wanted = &cases.versions[mode];
    report.check(
        &format!("speaks {wanted}"),
        spoken.as_ref() == Some(wanted),
        spoken,
    );
    let tools = tool_names(client).await?;
    let all = tools == cases.tools;
    report.check("lists the tools of all pages", all, tools);
    let legacy = mode == "legacy";
    if legacy {
        let level = SetLevelRequestParams::new(cases.log.level);
        client.set_level(level).await?;
    }
    // later versions say it with each request
    let level = (!legacy).then_some(cases.log.level);
    for case in &cases.progress {
        check_progress(client, case, level, report).await?;
    }
    check_log(client, &cases.log, level, report).await?;
    let uris = [&cases.resource_change.uri, &cases.cancellation.uri];
    subscribe(client, &uris, legacy).await?;
    check_tool_change(client, &cases.tool_change, report).await?;
    check_resource_change(client, &cases.resource_change, report).await?;
    check_cancellation(client, &cases.cancellation, report).await?;
    check_questions(client, &cases.questions, report).await?;
    if legacy {
        check_completion(client, report).await;
        // over HTTP, the library reads no more of a call that it has cancelled
        if pipes {
            check_taken_back(client, &cases.taken_back, report).await?;
        }
    }
    Ok(())
}

async fn check_progress(
    client: &Client,
    case: &Progress,
    level: Option<LoggingLevel>,
    report: &mut Report,
) -> Outcome {
    let before = client.service().heard().len();
    let mut request = request(&case.tool, &case.arguments);
    request.meta = level.map(wanting);
    let result = client.call_tool(request).await?;
    let wanted: Vec<Heard> = case.reports.iter().cloned().map(Heard::Progress).collect();
    // the library hands notifications on in tasks of their own
    for step in &wanted {
        client.service().wait_for(step, DEADLINE).await;
    }
    let heard = client.service().heard().split_off(before);
    let label = format!("{} reports progress", case.label);
    report.check(&label, heard == wanted, heard);
    let good = texts(&result) == [case.text.as_str()];
    report.check(&format!("{} answers", case.label), good, result);
    Ok(())
}

async fn check_log(
    client: &Client,
    case: &Logged,
    level: Option<LoggingLevel>,
    report: &mut Report,
) -> Outcome {
    let mut request = request(&case.tool, &case.arguments);
    request.meta = level.map(wanting);
    client.call_tool(request).await?;
    let wanted: Vec<Heard> = case.messages.iter().cloned().map(Heard::Log).collect();
    for message in &wanted {
        client.service().wait_for(message, DEADLINE).await;
    }
    let mut heard = client.service().heard();
    heard.retain(|heard| matches!(heard, Heard::Log(_)));
    let label = "log messages of the level come, and no others";
    report.check(label, heard == wanted, heard);
    Ok(())
}

/// The level of log messages that a request of 2026-07-28 wants.
fn wanting(level: LoggingLevel) -> RequestMetaObject {
    let mut meta = RequestMetaObject::default();
    meta.set_log_level(level);
    meta
}

/// Wants to hear of these resources, and of the lists of tools and resources.
async fn subscribe(client: &Client, uris: &[&String], legacy: bool) -> Outcome {
    if legacy {
        for uri in uris {
            client.subscribe(SubscribeRequestParams::new(*uri)).await?;
        }
        return Ok(());
    }
    let lists = SubscriptionFilter::builder()
        .tools_list_changed()
        .resources_list_changed();
    let filter = lists.resource_subscriptions(uris.iter().copied()).build();
    let subscription = client.listen(filter).await?;
    tokio::spawn(client.service().clone().follow(subscription));
    Ok(())
}

async fn check_tool_change(client: &Client, case: &ToolChange, report: &mut Report) -> Outcome {
    let mut told = false;
    for _ in 0..DEADLINE.as_secs() / PATIENCE.as_secs() {
        client
            .call_tool(request(&case.tool, &case.arguments))
            .await?;
        told = client.service().wait_for(&Heard::Tools, PATIENCE).await;
        if told {
            break;
        }
    }
    report.check(
        "it is told that tools have changed",
        told,
        client.service().heard(),
    );
    let listed = tool_names(client).await?;
    let good = listed.contains(&case.added);
    report.check("the tool that was added is listed", good, listed);
    let result = client
        .call_tool(request(&case.added, &case.added_arguments))
        .await?;
    let good = texts(&result) == [case.text.as_str()];
    report.check("the tool that was added answers", good, result);
    Ok(())
}

async fn check_resource_change(
    client: &Client,
    case: &ResourceChange,
    report: &mut Report,
) -> Outcome {
    client
        .call_tool(request(&case.tool, &case.arguments))
        .await?;
    check_update(
        client,
        &case.uri,
        "it is told that a resource has changed",
        report,
    )
    .await;
    let text = text_at(client, &case.uri).await?;
    let good = text == case.text;
    report.check("the resource that has changed is read", good, text);
    let told = client.service().wait_for(&Heard::Resources, DEADLINE).await;
    let label = "it is told that there are other resources";
    report.check(label, told, client.service().heard());
    let listed = client.list_all_resources().await?;
    let good = listed.iter().any(|resource| resource.uri == case.added);
    report.check("the resource that was added is listed", good, listed);
    Ok(())
}

async fn check_cancellation(client: &Client, case: &Cancellation, report: &mut Report) -> Outcome {
    let before = text_at(client, &case.uri).await?;
    report.check(
        "nothing was cancelled before",
        before == case.before,
        before,
    );
    let call = begin(client, request(&case.tool, &Map::new())).await?;
    let started = Heard::Progress((1.0, None, None));
    let started = client.service().wait_for(&started, DEADLINE).await;
    report.check(
        "a call that waits has begun",
        started,
        client.service().heard(),
    );
    call.cancel(None).await?;
    let label = "the server learns that a call was cancelled";
    check_update(client, &case.uri, label, report).await;
    let after = text_at(client, &case.uri).await?;
    report.check("the handler was dropped once", after == case.after, after);
    Ok(())
}

async fn check_update(client: &Client, uri: &str, label: &str, report: &mut Report) {
    let update = Heard::Resource(uri.to_owned());
    let told = client.service().wait_for(&update, DEADLINE).await;
    report.check(label, told, client.service().heard());
}

async fn check_questions(client: &Client, cases: &[Question], report: &mut Report) -> Outcome {
    for case in cases {
        client.service().reply(Some(case.reply.clone()));
        let result = client
            .call_tool(request(&case.tool, &case.arguments))
            .await?;
        let asked = client.service().take_asked();
        let good = asked == [(case.message.clone(), case.asks.clone())];
        report.check(&format!("{} is asked once", case.label), good, asked);
        let good = texts(&result) == [case.text.as_str()];
        report.check(&format!("{} is answered", case.label), good, result);
    }
    Ok(())
}

/// Later versions have no word for it.
async fn check_completion(client: &Client, report: &mut Report) {
    let told = client.service().wait_for(&Heard::Completed, DEADLINE).await;
    let label = "it is told that a page is done";
    report.check(label, told, client.service().heard());
}

/// A call is cancelled while the user thinks about its question; later versions leave questions with the client.
async fn check_taken_back(client: &Client, case: &TakenBack, report: &mut Report) -> Outcome {
    client.service().reply(None);
    let call = begin(client, request(&case.tool, &case.arguments)).await?;
    client.service().wait_for(&Heard::Asked, DEADLINE).await;
    call.cancel(None).await?;
    let taken_back = client.service().wait_for(&Heard::TakenBack, DEADLINE).await;
    let label = "the question of a cancelled call is taken back";
    report.check(label, taken_back, client.service().heard());
    Ok(())
}

/// Calls a tool without waiting for what comes of it.
async fn begin(
    client: &Client,
    request: CallToolRequestParams,
) -> Result<RequestHandle<RoleClient>, ServiceError> {
    let call = ClientRequest::CallToolRequest(CallToolRequest::new(request));
    client
        .send_cancellable_request(call, PeerRequestOptions::no_options())
        .await
}

fn request(tool: &str, arguments: &Map<String, Value>) -> CallToolRequestParams {
    CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments.clone())
}

async fn tool_names(client: &Client) -> Result<Vec<String>, ServiceError> {
    let tools = client.list_all_tools().await?;
    Ok(tools
        .into_iter()
        .map(|tool| tool.name.into_owned())
        .collect())
}

/// The text of a resource; empty, which no case expects, for one that has none.
async fn text_at(client: &Client, uri: &str) -> Result<String, ServiceError> {
    let read = client
        .read_resource(ReadResourceRequestParams::new(uri))
        .await?;
    let contents = serde_json::to_value(&read.contents).unwrap_or_default();
    Ok(contents[0]["text"].as_str().unwrap_or_default().to_owned())
}

/// The texts of a result that is no error.
fn texts(result: &CallToolResult) -> Vec<&str> {
    let good = result.is_error != Some(true);
    let blocks = result.content.iter().filter(|_| good);
    blocks
        .filter_map(|block| block.as_text())
        .map(|text| text.text.as_str())
        .collect()
}
