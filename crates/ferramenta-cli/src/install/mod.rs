//! `ferramenta install` and `uninstall`: a server in the settings of a host.

mod entry;
mod file;
pub(crate) mod host;
mod json;
mod toml;

use std::{fs, path::PathBuf};

use anyhow::{Context, Result, bail};

use crate::{
    arguments::{HostArguments, InstallArguments, UninstallArguments, checked_url},
    output::{print, say},
};

use self::{
    entry::{Server, checked_name, pairs},
    file::{HostFile, Restored, write},
    host::{Folders, Scope},
};

pub(crate) fn install(arguments: &InstallArguments) -> Result<()> {
    let server = server(arguments)?;
    let name = arguments
        .name
        .clone()
        .unwrap_or_else(|| server.default_name());
    let host = arguments.host.host;
    let entry = server.entry(host)?;
    let file = HostFile::open(host, path(&arguments.host)?, checked_name(&name)?)?;
    let shown = file.path.display();
    if let Some(there) = file.entry()? {
        if there.as_object() == Some(&entry) {
            return Ok(say(&format!("`{name}` is in {shown} already"))?);
        }
        if !arguments.replace {
            bail!(
                "{shown} has another server `{name}`; --replace puts this one in its place, --name gives another name"
            );
        }
    }
    let text = file.with(&entry)?;
    if arguments.host.dry_run {
        return Ok(print(&text)?);
    }
    let backup = file.keep()?;
    write(&file.path, &text)?;
    let mut told = format!("installed `{name}` in {}: {shown}\n", host.name());
    if let Some(backup) = backup {
        told += &format!("the file as it was: {}\n", backup.display());
    }
    told += &format!(
        "now {}\nif it doesn't work: {}",
        host.next_step(),
        host.logs()
    );
    Ok(say(&told)?)
}

pub(crate) fn uninstall(arguments: &UninstallArguments) -> Result<()> {
    let name = checked_name(&arguments.name)?;
    let host = arguments.host.host;
    let file = HostFile::open(host, path(&arguments.host)?, name)?;
    let shown = file.path.display();
    let restored = file.without()?;
    let rest = match &restored {
        Restored::Nothing => bail!("{shown} has no server `{name}`"),
        Restored::Before(before) => before.as_deref(),
        Restored::WithoutEntry(text) => Some(text.as_str()),
    };
    if arguments.host.dry_run {
        return Ok(print(rest.unwrap_or_default())?);
    }
    match rest {
        Some(text) => write(&file.path, text)?,
        None => fs::remove_file(&file.path).with_context(|| format!("{shown} can't be removed"))?,
    }
    let backup = file.backup();
    if backup.exists() {
        fs::remove_file(&backup)
            .with_context(|| format!("{} can't be removed", backup.display()))?;
    }
    let told = match restored {
        Restored::Before(Some(_)) => format!("{shown} is as it was before `{name}`"),
        Restored::Before(None) => format!("{shown} is gone, as it was before `{name}`"),
        _ => format!("took `{name}` out of {shown}, which has changed since"),
    };
    Ok(say(&format!("{told}\nnow {}", host.next_step()))?)
}

fn server(arguments: &InstallArguments) -> Result<Server> {
    let variables = pairs(&arguments.variables, '=')?;
    let headers = pairs(&arguments.headers, ':')?;
    match &arguments.url {
        Some(_) if !variables.is_empty() => bail!("--env is for commands, and this is a URL"),
        Some(url) => Ok(Server::Url {
            url: checked_url(url)?.to_string(),
            headers,
        }),
        None if !headers.is_empty() => bail!("--header is for URLs, and this is a command"),
        None => Server::command(&arguments.launch, variables),
    }
}

fn path(arguments: &HostArguments) -> Result<PathBuf> {
    if let Some(file) = &arguments.config {
        return Ok(file.clone());
    }
    let scope = if arguments.project {
        Scope::Project
    } else {
        Scope::User
    };
    arguments.host.file(scope, &Folders::find()?)
}
