//! A host's file: read, changed, kept as it was beside.

use std::{
    ffi::OsString,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value};

use super::{
    host::{Format, Host},
    json, toml,
};

/// The file, the place of one server in it, and how to change it.
pub(crate) struct HostFile<'a> {
    pub(crate) host: Host,
    pub(crate) path: PathBuf,
    pub(crate) name: &'a str,
    /// None when there is no file.
    pub(crate) text: Option<String>,
}

/// What uninstalling comes to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Restored {
    /// There was nothing to take out.
    Nothing,
    /// The text from before, byte for byte; none when there was no file.
    Before(Option<String>),
    /// The text has changed since, so that the entry alone is taken out.
    WithoutEntry(String),
}

impl<'a> HostFile<'a> {
    /// # Errors
    /// When there is a file, and it can't be read.
    pub(crate) fn open(host: Host, path: PathBuf, name: &'a str) -> Result<Self> {
        let text = match fs::read_to_string(&path) {
            Ok(text) => Some(text),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                return Err(error).with_context(|| format!("{} can't be read", path.display()));
            }
        };
        Ok(Self {
            host,
            path,
            name,
            text,
        })
    }

    /// # Errors
    /// When the file isn't what the host writes.
    pub(crate) fn entry(&self) -> Result<Option<Value>> {
        self.told(self.get(self.text.as_deref().unwrap_or_default()))
    }

    fn get(&self, text: &str) -> Result<Option<Value>> {
        match self.host.format() {
            Format::Json => json::get(text, self.host.key(), self.name),
            Format::Toml => toml::get(text, self.host.key(), self.name),
        }
    }

    /// The text with the entry in it.
    ///
    /// # Errors
    /// When the file isn't what the host writes.
    pub(crate) fn with(&self, entry: &Map<String, Value>) -> Result<String> {
        let before = self.text.as_deref().unwrap_or_default();
        let after = self.told(self.set(before, entry))?;
        let read = self.told(self.get(&after))?;
        if read.as_ref().and_then(Value::as_object) != Some(entry) {
            bail!(
                "{} can't have this server: line ends in its arguments would become others",
                self.path.display()
            );
        }
        Ok(after)
    }

    fn set(&self, text: &str, entry: &Map<String, Value>) -> Result<String> {
        match self.host.format() {
            Format::Json => json::set(text, self.host.key(), self.name, entry),
            Format::Toml => toml::set(text, self.host.key(), self.name, entry),
        }
    }

    /// What is left when the entry is gone: the file from before, where nothing else has changed since.
    ///
    /// # Errors
    /// When the file isn't what the host writes.
    pub(crate) fn without(&self) -> Result<Restored> {
        let (Some(text), Some(entry)) = (&self.text, self.entry()?) else {
            return Ok(Restored::Nothing);
        };
        let before = match fs::read_to_string(self.backup()) {
            Ok(before) => Some(before),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("{} can't be read", self.backup().display()));
            }
        };
        let entry = entry.as_object().cloned().unwrap_or_default();
        let again = self.set(before.as_deref().unwrap_or_default(), &entry);
        if again.is_ok_and(|again| again == *text) {
            return Ok(Restored::Before(before));
        }
        let text = self.told(match self.host.format() {
            Format::Json => json::remove(text, self.host.key(), self.name),
            Format::Toml => toml::remove(text, self.host.key(), self.name),
        })?;
        Ok(Restored::WithoutEntry(text))
    }

    /// The file as it was before, beside the file.
    pub(crate) fn backup(&self) -> PathBuf {
        let mut name = OsString::from(self.path.file_name().unwrap_or_default());
        name.push(format!(".before-{}", self.name));
        self.path.with_file_name(name)
    }

    /// Keeps the file as it is, unless it is kept from an earlier time when the entry wasn't there.
    ///
    /// # Errors
    /// When the copy can't be written.
    pub(crate) fn keep(&self) -> Result<Option<PathBuf>> {
        let backup = self.backup();
        if self.text.is_none() || (backup.exists() && self.entry()?.is_some()) {
            return Ok(None);
        }
        // the copy has the rights of the original
        fs::copy(&self.path, &backup)
            .with_context(|| format!("{} can't be written", backup.display()))?;
        Ok(Some(backup))
    }

    fn told<T>(&self, outcome: Result<T>) -> Result<T> {
        outcome.with_context(|| format!("{} is left as it is", self.path.display()))
    }
}

/// Writes a file so that there is always a whole one, through links and with its rights.
///
/// # Errors
/// When it can't be written.
pub(crate) fn write(path: &Path, text: &str) -> Result<()> {
    let failed = || format!("{} can't be written", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(failed)?;
    }
    let Ok(real) = path.canonicalize() else {
        return fs::write(path, text).with_context(failed);
    };
    let mut beside = real.clone().into_os_string();
    beside.push(format!(".{}.new", std::process::id()));
    let beside = PathBuf::from(beside);
    if beside.exists() {
        bail!("{} is in the way", beside.display());
    }
    let written = fs::copy(&real, &beside)
        .and_then(|_| fs::write(&beside, text))
        .and_then(|()| fs::rename(&beside, &real));
    if written.is_err() {
        // the error that is told is the first one
        let _ = fs::remove_file(&beside);
    }
    written.with_context(failed)
}
