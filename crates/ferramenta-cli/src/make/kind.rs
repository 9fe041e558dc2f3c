//! What can be made.

use clap::ValueEnum;

/// A thing to make: its template, its place, and how a server learns of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// What a model calls
    Tool,
    /// What can be read, by its URI
    Resource,
    /// What a person chooses to say
    Prompt,
    /// Another server of the application
    Server,
    /// Tools that share a value
    Toolset,
}

/// The calls by which a server learns of something.
pub(crate) const REGISTERING: [&str; 15] = [
    "tool",
    "tools",
    "tools_with",
    "tool_value",
    "resource",
    "resources",
    "resources_with",
    "resource_value",
    "prompt",
    "prompts",
    "prompts_with",
    "prompt_value",
    "service",
    "bind",
    "scoped",
];

impl Kind {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Resource => "resource",
            Self::Prompt => "prompt",
            Self::Server => "server",
            Self::Toolset => "toolset",
        }
    }

    pub(crate) fn template(self) -> &'static str {
        match self {
            Self::Tool => include_str!("../../templates/tool.rs"),
            Self::Resource => include_str!("../../templates/resource.rs"),
            Self::Prompt => include_str!("../../templates/prompt.rs"),
            Self::Server => include_str!("../../templates/server.rs"),
            Self::Toolset => include_str!("../../templates/toolset.rs"),
        }
    }

    /// The module that all of the kind are in.
    pub(crate) fn module(self) -> &'static str {
        match self {
            Self::Tool | Self::Toolset => "tools",
            Self::Resource => "resources",
            Self::Prompt => "prompts",
            Self::Server => "servers",
        }
    }

    /// The call that tells the server, or the application, of it.
    pub(crate) fn call(self, module: &str, pascal: &str, path: &str) -> String {
        match self {
            Self::Tool => format!(".tool::<{module}::{pascal}Tool>()"),
            Self::Toolset => format!(".tools::<{module}::{pascal}Tools>()"),
            Self::Resource => format!(".resource::<{module}::{pascal}Resource>()"),
            Self::Prompt => format!(".prompt::<{module}::{pascal}Prompt>()"),
            Self::Server => format!(".web(\"/mcp/{path}\", {module}::server())"),
        }
    }

    /// What it is registered at: `Type::new(..)`.
    pub(crate) fn registrar(self) -> &'static str {
        match self {
            Self::Server => "App",
            _ => "Server",
        }
    }

    /// The calls it is put behind.
    pub(crate) fn like(self) -> &'static [&'static str] {
        match self {
            Self::Tool | Self::Toolset => &REGISTERING[..4],
            Self::Resource => &REGISTERING[4..8],
            Self::Prompt => &REGISTERING[8..12],
            Self::Server => &["web", "local"],
        }
    }
}
