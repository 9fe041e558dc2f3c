//! A server, as a host writes it down.

use std::{collections::BTreeMap, env, path::Path};

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

use super::host::Host;

/// How a host reaches a server.
pub(crate) enum Server {
    Command {
        program: String,
        arguments: Vec<String>,
        variables: BTreeMap<String, String>,
    },
    Url {
        url: String,
        headers: BTreeMap<String, String>,
    },
}

impl Server {
    /// A command, whose program is found as a host will find it: hosts run elsewhere than this directory.
    ///
    /// # Errors
    /// When there is no such program, or its path isn't text.
    pub(crate) fn command(words: &[String], variables: BTreeMap<String, String>) -> Result<Self> {
        let (program, arguments) = words.split_first().context("a command without a program")?;
        Ok(Self::Command {
            program: found(program)?,
            arguments: arguments.to_vec(),
            variables,
        })
    }

    /// The value that the host reads.
    ///
    /// # Errors
    /// When the host can't reach servers like this one.
    pub(crate) fn entry(&self, host: Host) -> Result<Map<String, Value>> {
        let mut entry = Map::new();
        let mut put = |key: &str, value: Value| entry.insert(key.into(), value);
        match self {
            Self::Command {
                program,
                arguments,
                variables,
            } => {
                if matches!(host, Host::ClaudeCode | Host::VsCode) {
                    put("type", json!("stdio"));
                }
                put("command", json!(program));
                put("args", json!(arguments));
                if !variables.is_empty() {
                    put("env", json!(variables));
                }
            }
            Self::Url { url, headers } => {
                match host {
                    Host::ClaudeDesktop => bail!(
                        "Claude Desktop's file has no servers by URL; add it as a connector in its settings"
                    ),
                    Host::ClaudeCode | Host::VsCode | Host::McpJson => {
                        put("type", json!("http"));
                        put("url", json!(url));
                    }
                    Host::Gemini => {
                        put("httpUrl", json!(url));
                    }
                    Host::Cursor | Host::Codex | Host::Zed => {
                        put("url", json!(url));
                    }
                }
                if !headers.is_empty() {
                    let key = if host == Host::Codex {
                        "http_headers"
                    } else {
                        "headers"
                    };
                    put(key, json!(headers));
                }
            }
        }
        Ok(entry)
    }

    /// A name, where none is given: that of the program, or of the URL's host.
    pub(crate) fn default_name(&self) -> String {
        let name = match self {
            Self::Command { program, .. } => Path::new(program)
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned()),
            Self::Url { url, .. } => url::Url::parse(url)
                .ok()
                .and_then(|url| url.host_str().map(str::to_owned)),
        };
        let name = name.unwrap_or_default();
        let fitting = |character: char| {
            if character.is_ascii_alphanumeric() || "_-".contains(character) {
                character
            } else {
                '-'
            }
        };
        name.chars().map(fitting).collect()
    }
}

/// An absolute path for what is named by a path; a bare name, which has to be on the search path, as it is.
fn found(program: &str) -> Result<String> {
    let path = Path::new(program);
    if path.components().count() == 1 && !program.contains(['/', '\\']) {
        if on_search_path(program) {
            return Ok(program.into());
        }
        bail!("there is no program `{program}` on the search path; name it by its path");
    }
    let with_ending = path.with_extension(env::consts::EXE_EXTENSION);
    let named_without = path.extension().is_none() && !path.is_file();
    let file = if named_without { &with_ending } else { path };
    if !file.is_file() {
        bail!("there is no program {program}; build it first, or mend the path");
    }
    let absolute = std::path::absolute(file)?;
    let text = absolute.to_str().context("the program's path isn't text")?;
    Ok(text.into())
}

fn on_search_path(program: &str) -> bool {
    let search = env::var_os("PATH").unwrap_or_default();
    let mut folders = env::split_paths(&search).map(|folder| folder.join(program));
    let endings = ["", "exe", "cmd", "bat"];
    folders.any(|file| match cfg!(windows) {
        true => endings
            .iter()
            .any(|ending| file.with_extension(ending).is_file()),
        false => file.is_file(),
    })
}

/// The members as people write them: what it is, what is run, with what; whatever order the map has.
pub(crate) fn in_order(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    const FIRST: [&str; 5] = ["type", "command", "args", "url", "httpUrl"];
    let place = |name: &str| {
        FIRST
            .iter()
            .position(|first| *first == name)
            .unwrap_or(FIRST.len())
    };
    let mut members: Vec<_> = members.iter().collect();
    members.sort_by_key(|(name, _)| (place(name), name.as_str()));
    members
}

/// # Errors
/// When a name has other characters than hosts agree on.
pub(crate) fn checked_name(name: &str) -> Result<&str> {
    let fits =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    if name.is_empty() || name.len() > 64 || !name.chars().all(fits) {
        bail!(
            "`{}` can't be a server's name: 1 to 64 ASCII letters, digits, `_` and `-`",
            name.escape_debug()
        );
    }
    Ok(name)
}

/// # Errors
/// When a text isn't `NAME=VALUE`; the value isn't shown, for it may be a secret.
pub(crate) fn pairs(texts: &[String], separator: char) -> Result<BTreeMap<String, String>> {
    let pairs = texts.iter().map(|text| {
        let (name, value) = text.split_once(separator).with_context(|| {
            format!("an option lacks its `{separator}`: it is NAME{separator}VALUE")
        })?;
        Ok((name.trim().to_owned(), value.trim().to_owned()))
    });
    pairs.collect()
}
