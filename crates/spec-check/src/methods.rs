//! Which definition a message is checked against.

use serde_json::Value;

use crate::spec::Spec;

/// Methods of clients with the definition of their result.
const RESULTS: [(&str, &str); 19] = [
    ("completion/complete", "CompleteResult"),
    ("initialize", "InitializeResult"),
    ("logging/setLevel", "EmptyResult"),
    ("ping", "EmptyResult"),
    ("prompts/get", "GetPromptResult"),
    ("prompts/list", "ListPromptsResult"),
    ("resources/list", "ListResourcesResult"),
    ("resources/read", "ReadResourceResult"),
    ("resources/subscribe", "EmptyResult"),
    ("resources/templates/list", "ListResourceTemplatesResult"),
    ("resources/unsubscribe", "EmptyResult"),
    ("server/discover", "DiscoverResult"),
    ("subscriptions/listen", "SubscriptionsListenResult"),
    ("tasks/cancel", "CancelTaskResult"),
    ("tasks/get", "GetTaskResult"),
    ("tasks/list", "ListTasksResult"),
    ("tasks/result", "GetTaskPayloadResult"),
    ("tools/call", "CallToolResult"),
    ("tools/list", "ListToolsResult"),
];

/// Methods that may ask back before they are done.
const ASKING: [&str; 3] = ["prompts/get", "resources/read", "tools/call"];

/// The definition of a result that asks back.
pub(crate) const INPUT_REQUIRED: &str = "InputRequiredResult";

/// The value of `resultType` that marks such a result.
pub(crate) const ASKS_BACK: &str = "input_required";

/// The definition of the result of `method`, if this version has the method.
pub(crate) fn result(spec: &'static Spec, method: &str, result: &Value) -> Option<&'static str> {
    spec.members("ClientRequest")
        .find(|member| method_of(spec, member) == Some(method))?;
    if spec.modern() && ASKING.contains(&method) && result["resultType"] == ASKS_BACK {
        return Some(INPUT_REQUIRED);
    }
    RESULTS
        .iter()
        .find(|(name, _)| *name == method)
        .map(|(_, definition)| *definition)
}

/// The definition of an error answer with this code.
pub(crate) fn error(spec: &Spec, code: Option<i64>) -> &'static str {
    match code {
        Some(-32020) if spec.modern() => "HeaderMismatchError",
        Some(-32021) if spec.modern() => "MissingRequiredClientCapabilityError",
        Some(-32022) if spec.modern() => "UnsupportedProtocolVersionError",
        _ if spec.defines("JSONRPCErrorResponse") => "JSONRPCErrorResponse",
        _ => "JSONRPCError",
    }
}

/// The definition of a request or notification of servers, if this version has it.
pub(crate) fn sent(spec: &'static Spec, method: &str, request: bool) -> Option<&'static str> {
    let union = if request {
        "ServerRequest"
    } else {
        "ServerNotification"
    };
    spec.members(union)
        .find(|member| method_of(spec, member) == Some(method))
}

fn method_of(spec: &'static Spec, definition: &str) -> Option<&'static str> {
    spec.definition(definition)
        .pointer("/properties/method/const")?
        .as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::VERSIONS;

    #[test]
    fn every_client_request_has_a_result() {
        for spec in VERSIONS.map(|version| Spec::of(version).unwrap()) {
            let members: Vec<_> = spec.members("ClientRequest").collect();
            assert!(!members.is_empty());
            for member in members {
                let method = method_of(spec, member).unwrap();
                let definition = result(spec, method, &Value::Null).unwrap();
                assert!(spec.defines(definition), "{} {method}", spec.version);
            }
        }
    }
}
