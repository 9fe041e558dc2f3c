//! Results as the protocol has them, read back.

use ferramenta_protocol::{Annotations, Content, ContentKind, Icon, Role};
use serde_json::Value;

use super::{
    hand_made::{Response, Structure},
    json,
    members::Members,
};

/// Reads a `CallToolResult`, or says what isn't one.
pub(super) fn response(result: &Value) -> Result<Response, String> {
    let known = [
        "content",
        "structuredContent",
        "isError",
        "_meta",
        "resultType",
    ];
    let members = Members::of(result, "result".into(), &known)?;
    members.need("content", members.get("content"))?;
    if members.optional_text("resultType")?.unwrap_or("complete") != "complete" {
        return Err("result.resultType is not `complete`".into());
    }
    Ok(Response {
        content: members.list("content", content)?,
        structured: members
            .get("structuredContent")
            .map(structure)
            .transpose()?,
        meta: members.object("_meta")?,
        is_error: members.boolean("isError")?.unwrap_or_default(),
        mistake: None,
    })
}

fn structure(value: &Value) -> Result<Structure, String> {
    let (json, nulls) = json::write(value).map_err(|error| error.to_string())?;
    Ok(Structure { json, nulls })
}

fn content(block: &Value, path: String) -> Result<Content, String> {
    let kind = block.get("type").and_then(Value::as_str);
    let of_kind: &[&str] = match kind {
        Some("text") => &["text"],
        Some("image" | "audio") => &["data", "mimeType"],
        Some("resource_link") => &[
            "uri",
            "name",
            "title",
            "description",
            "mimeType",
            "size",
            "icons",
        ],
        Some("resource") => &["resource"],
        _ => return Err(format!("{path}.type is not a kind of content")),
    };
    let known = [&["type", "annotations", "_meta"], of_kind].concat();
    let members = Members::of(block, path, &known)?;
    let mut content = match kind {
        Some("image") => Content::image_base64(members.base64("data")?, members.text("mimeType")?),
        Some("audio") => Content::audio_base64(members.base64("data")?, members.text("mimeType")?),
        Some("resource_link") => link(&members)?,
        Some("resource") => resource(&members)?,
        _ => Content::text(members.text("text")?),
    };
    content.meta = members.object("_meta")?;
    if let Some(value) = members.get("annotations") {
        content.annotations = annotations(value, members.path("annotations"))?;
    }
    Ok(content)
}

fn link(members: &Members<'_>) -> Result<Content, String> {
    let mut content = Content::link(members.text("uri")?, members.text("name")?);
    if let ContentKind::Link(link) = &mut content.kind {
        link.title = members.optional_text("title")?.map(str::to_owned);
        link.description = members.optional_text("description")?.map(str::to_owned);
        link.mime_type = members.optional_text("mimeType")?.map(str::to_owned);
        link.size = members.size("size")?;
        link.icons = members.list("icons", icon)?;
    }
    Ok(content)
}

fn icon(value: &Value, path: String) -> Result<Icon, String> {
    let members = Members::of(value, path, &["src", "mimeType", "sizes", "theme"])?;
    let mut icon = Icon::new(members.text("src")?);
    icon.mime_type = members.optional_text("mimeType")?.map(str::to_owned);
    icon.sizes = members.list("sizes", |size, path| match size.as_str() {
        Some(size) => Ok(size.to_owned()),
        None => Err(format!("{path} is not a text")),
    })?;
    icon.theme = match members.optional_text("theme")? {
        Some(theme) if !["light", "dark"].contains(&theme) => {
            return Err(format!(
                "{} is not `light` or `dark`",
                members.path("theme")
            ));
        }
        theme => theme.map(str::to_owned),
    };
    Ok(icon)
}

fn resource(members: &Members<'_>) -> Result<Content, String> {
    let value = members.need("resource", members.get("resource"))?;
    let known = ["uri", "mimeType", "text", "blob", "_meta"];
    let inner = Members::of(value, members.path("resource"), &known)?;
    let uri = inner.text("uri")?;
    let mut content = match (inner.optional_text("text")?, inner.get("blob")) {
        (Some(text), None) => Content::resource_text(uri, "", text),
        (None, Some(_)) => Content::resource_base64(uri, "", inner.base64("blob")?),
        _ => {
            let path = members.path("resource");
            return Err(format!("{path} has to have either `text` or `blob`"));
        }
    };
    if let ContentKind::Resource(resource) = &mut content.kind {
        resource.mime_type = inner.optional_text("mimeType")?.map(str::to_owned);
        resource.meta = inner.object("_meta")?;
    }
    Ok(content)
}

fn annotations(value: &Value, path: String) -> Result<Annotations, String> {
    let members = Members::of(value, path, &["audience", "priority", "lastModified"])?;
    let mut annotations = Annotations::default();
    annotations.audience = members.list("audience", |value, path| role(value, &path))?;
    annotations.priority = members.share("priority")?;
    annotations.last_modified = members.optional_text("lastModified")?.map(str::to_owned);
    Ok(annotations)
}

fn role(value: &Value, path: &str) -> Result<Role, String> {
    match value.as_str() {
        Some("user") => Ok(Role::User),
        Some("assistant") => Ok(Role::Assistant),
        _ => Err(format!("{path} is not `user` or `assistant`")),
    }
}
