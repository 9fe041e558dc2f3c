//! The members of an object of the protocol, read back one by one.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Map, Value};

/// An object, and where it is.
pub(super) struct Members<'a> {
    path: String,
    map: &'a Map<String, Value>,
}

impl<'a> Members<'a> {
    /// Reads an object that has none but these members.
    pub(super) fn of(value: &'a Value, path: String, known: &[&str]) -> Result<Self, String> {
        let map = value
            .as_object()
            .ok_or_else(|| format!("{path} is not an object"))?;
        match map.keys().find(|key| !known.contains(&key.as_str())) {
            Some(unknown) => Err(format!(
                "{path} has a member `{unknown}` that the protocol does not know"
            )),
            None => Ok(Self { path, map }),
        }
    }

    /// The path of a member.
    pub(super) fn path(&self, key: &str) -> String {
        format!("{}.{key}", self.path)
    }

    /// A member's value.
    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.map.get(key)
    }

    pub(super) fn text(&self, key: &str) -> Result<&'a str, String> {
        self.need(key, self.optional_text(key)?)
    }

    pub(super) fn optional_text(&self, key: &str) -> Result<Option<&'a str>, String> {
        self.read(key, "a text", Value::as_str)
    }

    /// A text that has to be standard base64.
    pub(super) fn base64(&self, key: &str) -> Result<&'a str, String> {
        let text = self.text(key)?;
        match STANDARD.decode(text) {
            Ok(_) => Ok(text),
            Err(_) => Err(format!("{} is not base64", self.path(key))),
        }
    }

    pub(super) fn boolean(&self, key: &str) -> Result<Option<bool>, String> {
        self.read(key, "a boolean", Value::as_bool)
    }

    pub(super) fn size(&self, key: &str) -> Result<Option<u64>, String> {
        self.read(key, "a size in bytes", Value::as_u64)
    }

    /// A number from 0 to 1.
    pub(super) fn share(&self, key: &str) -> Result<Option<f64>, String> {
        self.read(key, "a number from 0 to 1", |value| {
            value.as_f64().filter(|number| (0.0..=1.0).contains(number))
        })
    }

    pub(super) fn object(&self, key: &str) -> Result<Map<String, Value>, String> {
        let object = self.read(key, "an object", Value::as_object)?;
        Ok(object.cloned().unwrap_or_default())
    }

    /// Reads every item of a list; one that is absent has none.
    pub(super) fn list<T>(
        &self,
        key: &str,
        item: impl Fn(&'a Value, String) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let items = self.read(key, "a list", Value::as_array)?;
        let path = |index| format!("{}[{index}]", self.path(key));
        items
            .into_iter()
            .flatten()
            .enumerate()
            .map(|(index, value)| item(value, path(index)))
            .collect()
    }

    /// A member that can't be absent.
    pub(super) fn need<T>(&self, key: &str, value: Option<T>) -> Result<T, String> {
        value.ok_or_else(|| format!("{} is missing", self.path(key)))
    }

    fn read<T>(
        &self,
        key: &str,
        kind: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, String> {
        self.map
            .get(key)
            .map(|value| read(value).ok_or_else(|| format!("{} is not {kind}", self.path(key))))
            .transpose()
    }
}
