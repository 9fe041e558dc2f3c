//! Results as the protocol has them, read back.

use ferramenta_protocol::{Content, Role};
use serde_json::{Map, Value};

use super::{
    hand_made::{Response, Structure},
    json,
};

/// Reads a `CallToolResult`, or says what isn't one.
pub(super) fn response(result: &Value) -> Result<Response, String> {
    let members = result.as_object().ok_or("the result is not an object")?;
    let known = [
        "content",
        "structuredContent",
        "isError",
        "_meta",
        "resultType",
    ];
    if let Some(unknown) = members.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!(
            "the result has a member `{unknown}` that the protocol does not know"
        ));
    }
    let blocks = members
        .get("content")
        .and_then(Value::as_array)
        .ok_or("the result has no `content`")?;
    let structured = match members.get("structuredContent") {
        None => None,
        Some(value) => {
            let (json, nulls) = json::write(value).map_err(|error| error.to_string())?;
            Some(Structure { json, nulls })
        }
    };
    Ok(Response {
        content: blocks.iter().map(content).collect::<Result<_, _>>()?,
        structured,
        meta: object(members, "_meta"),
        is_error: members
            .get("isError")
            .and_then(Value::as_bool)
            .unwrap_or_default(),
        mistake: None,
    })
}

fn content(block: &Value) -> Result<Content, String> {
    let members = block
        .as_object()
        .ok_or("a block of content is not an object")?;
    let kind = text(members, "type")?;
    let content = match kind {
        "text" => Content::text(text(members, "text")?),
        "image" => Content::image_base64(text(members, "data")?, text(members, "mimeType")?),
        "audio" => Content::audio_base64(text(members, "data")?, text(members, "mimeType")?),
        "resource_link" => link(members)?,
        "resource" => resource(members)?,
        unknown => return Err(format!("there is no content of type `{unknown}`")),
    };
    annotated(content, members)
}

fn link(members: &Map<String, Value>) -> Result<Content, String> {
    let mut content = Content::link(text(members, "uri")?, text(members, "name")?);
    if let ferramenta_protocol::ContentKind::Link(link) = &mut content.kind {
        let optional = |key: &str| members.get(key).and_then(Value::as_str).map(str::to_owned);
        link.title = optional("title");
        link.description = optional("description");
        link.mime_type = optional("mimeType");
        link.size = members.get("size").and_then(Value::as_u64);
    }
    Ok(content)
}

fn resource(members: &Map<String, Value>) -> Result<Content, String> {
    let inner = members
        .get("resource")
        .and_then(Value::as_object)
        .ok_or("a `resource` block has no `resource`")?;
    let uri = text(inner, "uri")?;
    let mime_type = inner.get("mimeType").and_then(Value::as_str);
    let mut content = match inner.get("text").and_then(Value::as_str) {
        Some(body) => Content::resource_text(uri, "", body),
        None => Content::resource_base64(uri, "", text(inner, "blob")?),
    };
    if let ferramenta_protocol::ContentKind::Resource(resource) = &mut content.kind {
        resource.mime_type = mime_type.map(str::to_owned);
    }
    Ok(content)
}

fn annotated(mut content: Content, members: &Map<String, Value>) -> Result<Content, String> {
    content.meta = object(members, "_meta");
    let annotations = object(members, "annotations");
    for role in annotations
        .get("audience")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
    {
        content.annotations.audience.push(match role.as_str() {
            Some("user") => Role::User,
            Some("assistant") => Role::Assistant,
            _ => return Err(format!("{role} is no audience")),
        });
    }
    content.annotations.priority = annotations.get("priority").and_then(Value::as_f64);
    content.annotations.last_modified = annotations
        .get("lastModified")
        .and_then(Value::as_str)
        .map(str::to_owned);
    Ok(content)
}

fn text<'a>(members: &'a Map<String, Value>, key: &str) -> Result<&'a str, String> {
    members
        .get(key)
        .and_then(Value::as_str)
        .ok_or_else(|| format!("`{key}` is missing or not a text"))
}

fn object(members: &Map<String, Value>, key: &str) -> Map<String, Value> {
    members
        .get(key)
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default()
}
