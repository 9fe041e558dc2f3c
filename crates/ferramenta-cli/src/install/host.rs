//! The hosts that are known: where each keeps its servers, how it writes one down, and where it logs.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

/// An application that launches MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Host {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    #[value(name = "vscode")]
    VsCode,
    /// Gemini CLI
    Gemini,
    Codex,
    Zed,
    /// A file `mcp.json` in this directory, as many hosts read it
    #[value(name = "mcp.json")]
    McpJson,
}

/// Whose servers a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    User,
    Project,
}

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    Toml,
}

/// Where the system keeps what belongs to a person.
#[derive(Clone, Debug)]
pub(crate) struct Folders {
    home: PathBuf,
    /// Settings of applications: `~/.config`, `~/Library/Application Support`, `%APPDATA%`.
    settings: PathBuf,
    /// Settings of applications that keep to XDG on macOS as well.
    xdg: PathBuf,
    codex: PathBuf,
}

impl Folders {
    /// # Errors
    /// When the system doesn't say where the person's folder is.
    pub(crate) fn find() -> Result<Self> {
        let home = env::home_dir().context("the home folder isn't known; give --config FILE")?;
        Ok(Self::of(home, |name| {
            env::var_os(name).filter(|value| !value.is_empty())
        }))
    }

    fn of(home: PathBuf, variable: impl Fn(&str) -> Option<OsString>) -> Self {
        let folder =
            |name, default: &str| variable(name).map_or_else(|| home.join(default), PathBuf::from);
        let xdg = match cfg!(windows) {
            true => folder("APPDATA", "AppData/Roaming"),
            false => folder("XDG_CONFIG_HOME", ".config"),
        };
        let settings = match cfg!(target_os = "macos") {
            true => home.join("Library/Application Support"),
            false => xdg.clone(),
        };
        Self {
            settings,
            xdg,
            codex: folder("CODEX_HOME", ".codex"),
            home,
        }
    }
}

impl Host {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "Claude Desktop",
            Self::ClaudeCode => "Claude Code",
            Self::Cursor => "Cursor",
            Self::VsCode => "VS Code",
            Self::Gemini => "Gemini CLI",
            Self::Codex => "Codex",
            Self::Zed => "Zed",
            Self::McpJson => "mcp.json",
        }
    }

    pub(crate) fn format(self) -> Format {
        match self {
            Self::Codex => Format::Toml,
            _ => Format::Json,
        }
    }

    /// The member that has the servers by their names.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Self::VsCode => "servers",
            Self::Codex => "mcp_servers",
            Self::Zed => "context_servers",
            _ => "mcpServers",
        }
    }

    /// The file with the servers, which needn't exist.
    ///
    /// # Errors
    /// When the host has none of that scope.
    pub(crate) fn file(self, scope: Scope, folders: &Folders) -> Result<PathBuf> {
        Ok(match scope {
            Scope::Project => PathBuf::from(match self {
                Self::ClaudeDesktop => bail!("Claude Desktop has no servers of a project"),
                Self::ClaudeCode => ".mcp.json",
                Self::Cursor => ".cursor/mcp.json",
                Self::VsCode => ".vscode/mcp.json",
                Self::Gemini => ".gemini/settings.json",
                Self::Codex => ".codex/config.toml",
                Self::Zed => ".zed/settings.json",
                Self::McpJson => "mcp.json",
            }),
            Scope::User => match self {
                Self::ClaudeDesktop => folders.settings.join("Claude/claude_desktop_config.json"),
                Self::ClaudeCode => folders.home.join(".claude.json"),
                Self::Cursor => folders.home.join(".cursor/mcp.json"),
                Self::VsCode => folders.settings.join("Code/User/mcp.json"),
                Self::Gemini => folders.home.join(".gemini/settings.json"),
                Self::Codex => folders.codex.join("config.toml"),
                Self::Zed => folders.xdg.join(zed_folder()).join("settings.json"),
                Self::McpJson => PathBuf::from("mcp.json"),
            },
        })
    }

    /// What a person does so that the host sees the change.
    pub(crate) fn next_step(self) -> &'static str {
        match self {
            Self::ClaudeDesktop => "quit Claude Desktop, its tray icon as well, and start it again",
            Self::ClaudeCode => "start Claude Code again; `/mcp` shows the server",
            Self::Cursor => "look at it in Cursor's settings, under MCP",
            Self::VsCode => "start it by `MCP: List Servers` in the command palette",
            Self::Gemini => "start Gemini CLI again; `/mcp` shows the server",
            Self::Codex => "start Codex again; `/mcp` shows the server",
            Self::Zed => "look at it in the settings of Zed's agent panel",
            Self::McpJson => "tell your host of the file",
        }
    }

    /// Where the host keeps what goes wrong with servers, for people.
    pub(crate) fn logs(self) -> &'static str {
        match self {
            Self::ClaudeDesktop if cfg!(target_os = "macos") => {
                "~/Library/Logs/Claude/mcp-server-NAME.log"
            }
            Self::ClaudeDesktop if cfg!(windows) => "%APPDATA%\\Claude\\logs\\mcp-server-NAME.log",
            Self::ClaudeDesktop => "~/.config/Claude/logs/mcp-server-NAME.log",
            Self::ClaudeCode => "`claude --debug`, and `/mcp`",
            Self::Cursor => "the panel Output, under MCP Logs",
            Self::VsCode => "`MCP: List Servers` in the command palette, then Show Output",
            Self::Gemini => "`gemini --debug`, and `/mcp`",
            Self::Codex => "~/.codex/log/codex-tui.log",
            Self::Zed => "`zed: open log` in the command palette",
            Self::McpJson => "wherever the host says",
        }
    }
}

fn zed_folder() -> &'static Path {
    Path::new(if cfg!(windows) { "Zed" } else { "zed" })
}

#[cfg(test)]
mod tests {
    use super::{Folders, Host, Scope};

    #[cfg(all(unix, not(target_os = "macos")))]
    #[test]
    fn the_files_are_where_the_hosts_say() {
        let folders = Folders::of("/h".into(), |_| None);
        let file = |host: Host| host.file(Scope::User, &folders).ok();
        for (host, expected) in [
            (
                Host::ClaudeDesktop,
                "/h/.config/Claude/claude_desktop_config.json",
            ),
            (Host::ClaudeCode, "/h/.claude.json"),
            (Host::Cursor, "/h/.cursor/mcp.json"),
            (Host::VsCode, "/h/.config/Code/User/mcp.json"),
            (Host::Gemini, "/h/.gemini/settings.json"),
            (Host::Codex, "/h/.codex/config.toml"),
            (Host::Zed, "/h/.config/zed/settings.json"),
        ] {
            assert_eq!(file(host), Some(expected.into()), "{host:?}");
        }
        let moved = Folders::of("/h".into(), |name| Some(format!("/{name}").into()));
        assert_eq!(
            Host::Codex.file(Scope::User, &moved).ok(),
            Some("/CODEX_HOME/config.toml".into())
        );
        assert_eq!(
            Host::Zed.file(Scope::User, &moved).ok(),
            Some("/XDG_CONFIG_HOME/zed/settings.json".into())
        );
        assert!(Host::ClaudeDesktop.file(Scope::Project, &folders).is_err());
    }
}
