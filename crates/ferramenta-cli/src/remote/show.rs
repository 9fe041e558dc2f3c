//! What a server sends, as text for people: nothing in it can steer the terminal.

use serde_json::Value;

/// The text without what a terminal would take for a command, and without signs that turn its direction.
pub(crate) fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\n' | '\t' => cleaned.push(sign),
            '\r' => {}
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                cleaned.extend(sign.escape_unicode());
            }
            sign if sign.is_control() => cleaned.extend(sign.escape_unicode()),
            sign => cleaned.push(sign),
        }
    }
    cleaned
}

/// The first line, for tables.
pub(crate) fn first_line(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or_default();
    clean(line)
}

/// A member that is a text.
pub(crate) fn text<'a>(value: &'a Value, member: &str) -> Option<&'a str> {
    value.get(member).and_then(Value::as_str)
}

/// What a tool answered: its content, or else its structured content.
pub(crate) fn tool_result(result: &Value) -> String {
    let blocks = result.get("content").and_then(Value::as_array);
    let blocks: Vec<String> = blocks.into_iter().flatten().map(block).collect();
    match result.get("structuredContent") {
        Some(structured) if blocks.is_empty() => pretty(structured),
        _ => blocks.join("\n"),
    }
}

/// One block of content.
pub(crate) fn block(block: &Value) -> String {
    let kind = text(block, "type").unwrap_or_default();
    match kind {
        "text" => clean(text(block, "text").unwrap_or_default()),
        "image" | "audio" => blob(kind, block, text(block, "data")),
        "resource_link" => {
            let name = text(block, "title")
                .or(text(block, "name"))
                .unwrap_or_default();
            format!("[resource {}: {}]", field(block, "uri"), clean(name))
        }
        "resource" => block
            .get("resource")
            .map_or_else(|| pretty(block), contents),
        _ => pretty(block),
    }
}

/// The contents of a resource.
pub(crate) fn contents(contents: &Value) -> String {
    match (text(contents, "text"), text(contents, "blob")) {
        (Some(text), _) => clean(text),
        (None, Some(data)) => blob("blob", contents, Some(data)),
        (None, None) => pretty(contents),
    }
}

fn blob(kind: &str, value: &Value, data: Option<&str>) -> String {
    let bytes = data.map_or(0, |data| data.trim_end_matches('=').len() * 3 / 4);
    let mime = field(value, "mimeType");
    format!("[{kind} {mime}, {bytes} bytes]")
}

fn field(value: &Value, member: &str) -> String {
    clean(text(value, member).unwrap_or("?"))
}

/// The messages of a prompt.
pub(crate) fn prompt(result: &Value) -> String {
    let messages = result.get("messages").and_then(Value::as_array);
    let messages = messages.into_iter().flatten().map(|message| {
        let content = message.get("content").map_or_else(String::new, block);
        format!("{}: {content}", field(message, "role"))
    });
    messages.collect::<Vec<_>>().join("\n\n")
}

/// A JSON-RPC error, with its data.
pub(crate) fn refusal(error: &Value) -> String {
    let code = error.get("code").map_or_else(String::new, Value::to_string);
    let mut words = format!("{} ({code})", field(error, "message"));
    match error.get("data") {
        None | Some(Value::Null) => {}
        Some(Value::String(data)) => words += &format!("\n{}", clean(data)),
        Some(data) => words += &format!("\n{}", pretty(data)),
    }
    words
}

pub(crate) fn pretty(value: &Value) -> String {
    // the keys are strings, so nothing can be refused; `{:#}` is indented JSON
    clean(&format!("{value:#}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{clean, prompt, refusal, tool_result};

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(
            clean("a\u{1b}[2Jb\r\nc\u{7}\u{202e}\u{9b}"),
            "a\\u{1b}[2Jb\nc\\u{7}\\u{202e}\\u{9b}"
        );
        let result = json!({"content": [{"type": "text", "text": "\u{1b}]0;x"}]});
        assert_eq!(tool_result(&result), "\\u{1b}]0;x");
    }

    #[test]
    fn every_kind_of_content_is_shown() {
        let result = json!({"content": [
            {"type": "text", "text": "a"},
            {"type": "image", "mimeType": "image/png", "data": "AAAA"},
            {"type": "resource_link", "uri": "a://b", "name": "n"},
            {"type": "resource", "resource": {"uri": "a://c", "text": "t"}},
            {"type": "resource", "resource": {"uri": "a://c", "blob": "AA==", "mimeType": "x/y"}},
            {"type": "new"},
        ]});
        assert_eq!(
            tool_result(&result),
            "a\n[image image/png, 3 bytes]\n[resource a://b: n]\nt\n[blob x/y, 1 bytes]\n{\n  \"type\": \"new\"\n}"
        );
        let structured = json!({"content": [], "structuredContent": {"a": 1}});
        assert_eq!(tool_result(&structured), "{\n  \"a\": 1\n}");
        let messages =
            json!({"messages": [{"role": "user", "content": {"type": "text", "text": "x"}}]});
        assert_eq!(prompt(&messages), "user: x");
        assert_eq!(
            refusal(&json!({"code": -1, "message": "no", "data": {"a": 1}})),
            "no (-1)\n{\n  \"a\": 1\n}"
        );
    }
}
