//! Servers in a file of TOML, with its comments.

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};
use toml_edit::{Array, DocumentMut, InlineTable, Item, Table};

use super::entry::in_order;

/// The entry of a server; none when it isn't there.
///
/// # Errors
/// When the text isn't TOML, or has something else where the servers are.
pub(crate) fn get(text: &str, key: &str, name: &str) -> Result<Option<Value>> {
    let document = parse(text)?;
    check(&document, key)?;
    let entry = document.get(key).and_then(|servers| servers.get(name));
    Ok(entry.map(value_of))
}

/// The text with the entry in it: at its end, or where the entry was.
///
/// # Errors
/// As for [`get`].
pub(crate) fn set(text: &str, key: &str, name: &str, entry: &Map<String, Value>) -> Result<String> {
    let mut document = parse(text)?;
    check(&document, key)?;
    let mut table = Table::new();
    for (member, value) in in_order(entry) {
        table.insert(member, Item::Value(written(value)?));
    }
    let servers = document.entry(key).or_insert_with(implicit);
    let servers = servers
        .as_table_mut()
        .context("it has its servers on one line")?;
    if let Some(old) = servers.get_mut(name).and_then(Item::as_table_mut) {
        *table.decor_mut() = old.decor().clone();
        *old = table;
        return Ok(as_before(text, &document));
    }
    // a new table is put behind everything, where it can't be taken for a part of something else
    let newline = newline(text);
    let mut alone = DocumentMut::new();
    let mut servers = Table::new();
    servers.set_implicit(true);
    servers.insert(name, Item::Table(table));
    alone.insert(key, Item::Table(servers));
    let gap = match text {
        "" => String::new(),
        text if text.ends_with('\n') => newline.to_owned(),
        _ => newline.repeat(2),
    };
    Ok(format!(
        "{text}{gap}{}",
        alone.to_string().replace('\n', newline)
    ))
}

/// The text without the entry.
///
/// # Errors
/// As for [`get`].
pub(crate) fn remove(text: &str, key: &str, name: &str) -> Result<String> {
    let mut document = parse(text)?;
    check(&document, key)?;
    if let Some(servers) = document.get_mut(key).and_then(Item::as_table_like_mut) {
        servers.remove(name);
    }
    Ok(as_before(text, &document))
}

fn parse(text: &str) -> Result<DocumentMut> {
    let parsed = text.parse::<DocumentMut>();
    parsed.map_err(|error| anyhow::anyhow!("it isn't TOML: {}", error.to_string().trim_end()))
}

fn check(document: &DocumentMut, key: &str) -> Result<()> {
    match document.get(key) {
        Some(servers) if !servers.is_table_like() => bail!("its `{key}` isn't a table"),
        _ => Ok(()),
    }
}

fn implicit() -> Item {
    let mut table = Table::new();
    table.set_implicit(true);
    Item::Table(table)
}

fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// With the line ends that the text had.
fn as_before(text: &str, document: &DocumentMut) -> String {
    let plain = document.to_string().replace("\r\n", "\n");
    plain.replace('\n', newline(text))
}

fn written(value: &Value) -> Result<toml_edit::Value> {
    Ok(match value {
        Value::String(text) => text.as_str().into(),
        Value::Array(values) => values
            .iter()
            .map(written)
            .collect::<Result<Array>>()?
            .into(),
        Value::Object(members) => {
            let mut table = InlineTable::new();
            for (name, value) in in_order(members) {
                table.insert(name, written(value)?);
            }
            table.into()
        }
        other => bail!("{other} isn't written in TOML"),
    })
}

fn value_of(item: &Item) -> Value {
    if let Some(table) = item.as_table_like() {
        return table
            .iter()
            .map(|(name, item)| (name.to_owned(), value_of(item)))
            .collect();
    }
    match item.as_value() {
        Some(toml_edit::Value::String(text)) => Value::String(text.value().clone()),
        Some(toml_edit::Value::Array(values)) => values
            .iter()
            .map(|value| value_of(&Item::Value(value.clone())))
            .collect(),
        Some(other) => Value::String(other.to_string().trim().to_owned()),
        None => Value::Null,
    }
}
