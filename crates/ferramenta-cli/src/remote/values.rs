//! Arguments of tools, as words of a command line: `name=value`, `name:=json`, `@file`.

use std::{fs, io::Read};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::{Map, Value, json};

use super::schema::Schema;

/// The arguments that the words give, by a schema.
///
/// # Errors
/// When a word isn't an argument, or its value isn't what the schema wants.
pub(crate) fn arguments(words: &[String], schema: Schema<'_>) -> Result<Map<String, Value>> {
    let mut arguments = Map::new();
    for word in words {
        if let Some(file) = word.strip_prefix('@') {
            arguments.extend(object(file)?);
            continue;
        }
        let Some((name, value)) = word.split_once('=') else {
            bail!("`{word}` isn't an argument; write name=value, name:=json, or @file");
        };
        match name.strip_suffix(':') {
            Some(name) => {
                let text = text(value)?;
                let value = serde_json::from_str(&text);
                let value = value.with_context(|| format!("`{name}` isn't JSON"))?;
                arguments.insert(named_argument(name, schema)?, value);
            }
            None => add(
                &mut arguments,
                named_argument(name, schema)?,
                &text(value)?,
                schema,
            )?,
        }
    }
    Ok(arguments)
}

fn named_argument(name: &str, schema: Schema<'_>) -> Result<String> {
    if name.is_empty() {
        bail!("an argument has no name; write name=value");
    }
    if schema.is_closed() && schema.property(name).is_none() {
        let known = schema.names();
        if known.is_empty() {
            bail!("there is no argument `{name}`: none is taken");
        }
        bail!(
            "there is no argument `{name}`; there are {}",
            known.join(", ")
        );
    }
    Ok(name.to_owned())
}

/// A value, or one more of a list.
fn add(
    arguments: &mut Map<String, Value>,
    name: String,
    text: &str,
    schema: Schema<'_>,
) -> Result<()> {
    let read = |schema: Schema<'_>| {
        schema
            .read(text)
            .map_err(|problem| anyhow!("`{name}`: {problem}"))
    };
    let value = match schema.property(&name) {
        None => free(text),
        Some(list) if list.is_list() && !text.trim_start().starts_with('[') => {
            let item = list.items().map_or_else(|| Ok(free(text)), read)?;
            let before = arguments.entry(name).or_insert_with(|| json!([]));
            if let Some(items) = before.as_array_mut() {
                items.push(item);
            }
            return Ok(());
        }
        Some(property) => read(property)?,
    };
    if arguments.contains_key(&name) {
        bail!("`{name}` is given twice");
    }
    arguments.insert(name, value);
    Ok(())
}

/// A value that no schema describes.
fn free(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// All arguments, in a file.
fn object(file: &str) -> Result<Map<String, Value>> {
    let value: Value = serde_json::from_str(&text(&format!("@{file}"))?)
        .with_context(|| format!("{file} isn't JSON"))?;
    match value {
        Value::Object(object) => Ok(object),
        _ => bail!("{file} has no JSON object, and arguments are one"),
    }
}

/// The value itself, or what a file has: `@file`, `@-` for standard input; `@@` is an at sign.
pub(super) fn text(value: &str) -> Result<String> {
    match value.strip_prefix('@') {
        None => Ok(value.to_owned()),
        Some(rest) if rest.starts_with('@') => Ok(rest.to_owned()),
        Some("-") => {
            let mut text = String::new();
            let read = std::io::stdin().read_to_string(&mut text);
            read.context("standard input can't be read")?;
            Ok(text)
        }
        Some(file) => fs::read_to_string(file).with_context(|| format!("{file} can't be read")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{super::schema::Schema, arguments};

    fn read(words: &[&str]) -> Result<Value, String> {
        let schema = json!({
            "properties": {
                "query": {"type": "string"},
                "limit": {"type": "integer"},
                "price": {"type": ["number", "null"]},
                "exact": {"$ref": "#/$defs/Exact"},
                "tags": {"type": "array", "items": {"type": "string"}},
                "pages": {"type": "array", "items": {"type": "integer"}},
                "kind": {"anyOf": [{"const": "book"}, {"type": "null"}]},
                "more": {"type": "object"},
                "any": {},
            },
            "additionalProperties": false,
            "$defs": {"Exact": {"type": "boolean"}},
        });
        let words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let read = arguments(&words, Schema::new(&schema));
        read.map(Value::Object)
            .map_err(|error| format!("{error:#}"))
    }

    #[test]
    fn values_are_what_the_schema_wants() {
        for (words, expected) in [
            (&["query=12"][..], json!({"query": "12"})),
            (&["query="], json!({"query": ""})),
            (&["query=a=b"], json!({"query": "a=b"})),
            (&["query=@@me"], json!({"query": "@me"})),
            (
                &["limit=12", "exact=true"],
                json!({"limit": 12, "exact": true}),
            ),
            (&["price=1.5"], json!({"price": 1.5})),
            (&["price=null"], json!({"price": null})),
            (&["limit=18446744073709551615"], json!({"limit": u64::MAX})),
            (&["tags=1", "tags=b"], json!({"tags": ["1", "b"]})),
            (&["tags=[\"a\"]"], json!({"tags": ["a"]})),
            (&["pages=1", "pages=2"], json!({"pages": [1, 2]})),
            (&["kind=book"], json!({"kind": "book"})),
            (&["more={\"a\": 1}"], json!({"more": {"a": 1}})),
            (&["any=1", "query:=2"], json!({"any": 1, "query": 2})),
            (&["any=word"], json!({"any": "word"})),
        ] {
            assert_eq!(read(words), Ok(expected), "{words:?}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (words, expected) in [
            (&["limit=ten"][..], "`limit`: `ten` isn't an integer"),
            (&["limit=1.5"], "`limit`: `1.5` isn't an integer"),
            (&["exact=yes"], "`exact`: `yes` isn't true or false"),
            (&["pages=x"], "`pages`: `x` isn't an integer"),
            (&["more=x"], "`more`: `x` isn't a JSON object"),
            (&["query"], "`query` isn't an argument; write name=value"),
            (&["=x"], "an argument has no name"),
            (
                &["querry=x"],
                "there is no argument `querry`; there are any, exact, kind",
            ),
            (&["query=a", "query=b"], "`query` is given twice"),
            (&["query:={"], "`query` isn't JSON"),
            (&["query=@nowhere"], "nowhere can't be read"),
            (&["@nowhere"], "nowhere can't be read"),
        ] {
            let problem = read(words).unwrap_err();
            assert!(problem.starts_with(expected), "{words:?}: {problem}");
        }
    }
}
