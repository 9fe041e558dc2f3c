//! The command line.

use std::{ffi::OsString, path::PathBuf};

use clap::{Args, Parser, Subcommand};
use clap_complete::Shell;

use crate::{
    contract::ContractArguments,
    doctor::DoctorArguments,
    install::host::Host,
    make::kind::Kind,
    remote::arguments::{CallArguments, ListArguments, PromptArguments, ReadArguments},
};

/// Develop MCP servers.
#[derive(Debug, Parser)]
#[command(name = "ferramenta", version, disable_help_subcommand = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Build and run a server, and show it on a page that follows every change
    ///
    /// Builds a cargo project, runs its server on standard input and output, watches its sources, and
    /// prints the address of a page that shows what the server offers, calls it, and logs every message.
    /// Compiler errors are shown on the page as well. Any other MCP server can be shown too, by its URL
    /// or by the command that launches it.
    Dev(DevArguments),

    /// Begin a project: a server with a tool, a resource, a prompt and a test
    New(NewArguments),

    /// Add a tool, a resource, a prompt, a set of tools or a server to a project
    ///
    /// Writes a file with its test, declares it in the tree of modules, and prints the line that
    /// registers it; or registers it itself. Nothing is overwritten.
    Make(MakeArguments),

    /// Keep what a server promises in a file, and tell what a change of it breaks
    Contract(ContractArguments),

    /// Show what a server offers
    List(ListArguments),

    /// Call a tool
    ///
    /// What is missing among its arguments, and what the server asks while it works, is asked for where there
    /// is a terminal. An error of the tool is printed as a model would read it.
    Call(CallArguments),

    /// Read a resource
    Read(ReadArguments),

    /// Get a prompt
    Prompt(PromptArguments),

    /// Say why a command or a URL doesn't work as a server
    Doctor(DoctorArguments),

    /// Put a server into the settings of a host, such as Claude Desktop or VS Code
    ///
    /// Comments and all else in the file stay as they are, a copy of it is kept beside it, and
    /// `uninstall` brings it back byte for byte.
    Install(InstallArguments),

    /// Take a server out of the settings of a host
    Uninstall(UninstallArguments),

    /// Say what a start-up code or an error of the compiler is about, without a network
    #[command(after_help = EXPLAIN_EXAMPLES)]
    Explain {
        /// A code such as FM0003, or some words of an error; without it, all are listed
        #[arg(value_name = "CODE|WORDS")]
        about: Vec<String>,
    },

    /// Print what a shell completes this command with
    #[command(after_help = COMPLETIONS_EXAMPLES)]
    Completions {
        #[arg(value_enum)]
        shell: Shell,
    },
}

const EXPLAIN_EXAMPLES: &str = "\
Examples:
  ferramenta explain FM0003
  ferramenta explain future cannot be sent
  ferramenta explain";

const COMPLETIONS_EXAMPLES: &str = "\
Examples:
  ferramenta completions bash > ~/.local/share/bash-completion/completions/ferramenta
  ferramenta completions zsh > ~/.zfunc/_ferramenta
  ferramenta completions fish > ~/.config/fish/completions/ferramenta.fish";

#[derive(Args, Debug)]
pub(crate) struct HostArguments {
    /// The application
    #[arg(value_enum)]
    pub(crate) host: Host,

    /// Another file than the host's own
    #[arg(long, value_name = "FILE", conflicts_with = "project")]
    pub(crate) config: Option<PathBuf>,

    /// The file of the project in this directory, in place of that of the user
    #[arg(long)]
    pub(crate) project: bool,

    /// Print the file as it would be, and write nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

const INSTALL_EXAMPLES: &str = "\
Examples:
  ferramenta install claude-desktop -- target/release/my-server
  ferramenta install cursor --name docs -e TOKEN=abc -- npx -y some-mcp-server
  ferramenta install vscode --project https://mcp.example.com/mcp -H 'Authorization: Bearer abc'
  ferramenta install codex --dry-run -- target/release/my-server";

#[derive(Args, Debug)]
#[command(after_help = INSTALL_EXAMPLES)]
pub(crate) struct InstallArguments {
    #[command(flatten)]
    pub(crate) host: HostArguments,

    /// URL of the server
    #[arg(required_unless_present = "launch", conflicts_with = "launch")]
    pub(crate) url: Option<String>,

    /// The server's name, in place of that of its program
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// A variable for the command; can be repeated
    #[arg(long = "env", short = 'e', value_name = "NAME=VALUE")]
    pub(crate) variables: Vec<String>,

    /// A header for the URL; can be repeated
    #[arg(long = "header", short = 'H', value_name = "NAME: VALUE")]
    pub(crate) headers: Vec<String>,

    /// Replace another server of that name
    #[arg(long)]
    pub(crate) replace: bool,

    /// A command that launches the server
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) launch: Vec<String>,
}

const UNINSTALL_EXAMPLES: &str = "\
Examples:
  ferramenta uninstall claude-desktop my-server
  ferramenta uninstall vscode docs --project";

#[derive(Args, Debug)]
#[command(after_help = UNINSTALL_EXAMPLES)]
pub(crate) struct UninstallArguments {
    #[command(flatten)]
    pub(crate) host: HostArguments,

    /// The server's name
    pub(crate) name: String,
}

const NEW_EXAMPLES: &str = "\
Examples:
  ferramenta new my-server                         a project in ./my-server
  ferramenta new servers/shop --path ../ferramenta one that is built with a checkout of ferramenta
  ferramenta new my-server --git                   one that is built with its newest sources";

#[derive(Args, Debug)]
#[command(after_help = NEW_EXAMPLES)]
pub(crate) struct NewArguments {
    /// The project's folder, whose last part is its name
    pub(crate) name: PathBuf,

    /// Depend on a checkout of ferramenta, in place of a version from crates.io
    #[arg(long, value_name = "FOLDER")]
    pub(crate) path: Option<PathBuf>,

    /// Depend on a repository of ferramenta, its own when none is named
    #[arg(
        long,
        value_name = "URL",
        num_args = 0..=1,
        default_missing_value = env!("CARGO_PKG_REPOSITORY"),
        conflicts_with = "path"
    )]
    pub(crate) git: Option<String>,
}

const MAKE_EXAMPLES: &str = "\
Examples:
  ferramenta make tool echo                            src/tools/echo.rs
  ferramenta make tool support/FindTicket --register   src/tools/support/find_ticket.rs, and the server knows it
  ferramenta make resource opening-hours
  ferramenta make tool --template > .ferramenta/templates/tool.rs   the template, to be changed

Names are understood in snake_case, kebab-case and CamelCase. A template of the package's own, such as
.ferramenta/templates/tool.rs, is taken in place of the built-in one; it has {{name}}, {{type}}, {{title}}, {{path}}
and {{uri}} where the names go.";

#[derive(Args, Debug)]
#[command(after_help = MAKE_EXAMPLES)]
pub(crate) struct MakeArguments {
    /// What is made
    #[arg(value_enum)]
    pub(crate) kind: Kind,

    /// Its name, such as `find_ticket` or `support/find_ticket`
    #[arg(required_unless_present = "template")]
    pub(crate) name: Option<String>,

    /// Register it, in the source of the server
    #[arg(long)]
    pub(crate) register: bool,

    /// The function or file that has the server, where there are several
    #[arg(long, value_name = "NAME", requires = "register")]
    pub(crate) server: Option<String>,

    /// The package, in a workspace with several
    #[arg(long, short, value_name = "NAME")]
    pub(crate) package: Option<String>,

    /// The program that gets it, in place of the package's library
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Option<String>,

    /// Print the built-in template
    #[arg(long, conflicts_with_all = ["name", "register"])]
    pub(crate) template: bool,
}

const EXAMPLES: &str = "\
Examples:
  ferramenta dev                                 the project in this directory
  ferramenta dev examples/bookshop --open        another one, with the page opened
  ferramenta dev . --bin my-server --release     one of its programs, optimized
  ferramenta dev https://mcp.example.com/mcp     a server that runs already
  ferramenta dev -- npx -y some-mcp-server       a server that a command launches

The page is served on 127.0.0.1 alone, and closed to who doesn't have the whole address. Ctrl-C ends
everything.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DevArguments {
    /// Directory (or Cargo.toml) of a cargo project, or the URL of a server
    #[arg(
        value_name = "PATH|URL",
        default_value = ".",
        conflicts_with = "launch"
    )]
    pub(crate) target: String,

    /// The package, in a workspace with several
    #[arg(long, short, value_name = "NAME")]
    pub(crate) package: Option<String>,

    /// The program, in a package with several
    #[arg(long, value_name = "NAME")]
    pub(crate) bin: Option<String>,

    /// Features of the package, as for cargo
    #[arg(long, short = 'F', value_name = "FEATURES")]
    pub(crate) features: Vec<String>,

    /// Build with optimizations
    #[arg(long, short)]
    pub(crate) release: bool,

    /// An argument for the project's program; can be repeated
    #[arg(long = "arg", value_name = "ARG", allow_hyphen_values = true)]
    pub(crate) arguments: Vec<OsString>,

    /// Port of the page; 0 is any that is free
    #[arg(long, value_name = "PORT", default_value_t = 0)]
    pub(crate) port: u16,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// A command that launches a server on standard input and output
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) launch: Vec<OsString>,
}

/// What is to be inspected.
#[derive(Debug)]
pub(crate) enum Subject {
    Project(PathBuf),
    Url(url::Url),
    Command(OsString, Vec<OsString>),
}

impl DevArguments {
    /// # Errors
    /// When a URL isn't one, or an option has nothing to work on.
    pub(crate) fn subject(&self) -> anyhow::Result<Subject> {
        let subject = match self.launch.split_first() {
            Some((program, rest)) => Subject::Command(program.clone(), rest.to_vec()),
            None if self.target.contains("://") => Subject::Url(checked_url(&self.target)?),
            None => Subject::Project(PathBuf::from(&self.target)),
        };
        if !matches!(subject, Subject::Project(_))
            && let Some(option) = self.option_of_projects()
        {
            anyhow::bail!("`--{option}` is for cargo projects, and nothing is built here");
        }
        Ok(subject)
    }

    fn option_of_projects(&self) -> Option<&'static str> {
        [
            ("package", self.package.is_some()),
            ("bin", self.bin.is_some()),
            ("features", !self.features.is_empty()),
            ("release", self.release),
            ("arg", !self.arguments.is_empty()),
        ]
        .into_iter()
        .find_map(|(name, given)| given.then_some(name))
    }
}

pub(crate) fn checked_url(text: &str) -> anyhow::Result<url::Url> {
    let url = url::Url::parse(text).map_err(|error| anyhow::anyhow!("`{text}`: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        anyhow::bail!("`{text}`: a server is reached by http:// or https://");
    }
    if !url.username().is_empty() || url.password().is_some() {
        anyhow::bail!("the URL has a name or a password in it; give a header or a token instead");
    }
    Ok(url)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Arguments, Command, DevArguments, Subject};

    fn dev(arguments: &[&str]) -> DevArguments {
        let words = ["ferramenta", "dev"].iter().chain(arguments);
        match Arguments::parse_from(words).command {
            Command::Dev(dev) => dev,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_definition_holds() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_target_is_a_project_a_url_or_a_command() {
        assert!(
            matches!(dev(&[]).subject(), Ok(Subject::Project(path)) if path.as_os_str() == ".")
        );
        assert!(matches!(dev(&["a/b"]).subject(), Ok(Subject::Project(_))));
        assert!(matches!(
            dev(&["https://example.com/mcp"]).subject(),
            Ok(Subject::Url(_))
        ));
        let launch = dev(&["--", "npx", "-y", "--", "x"]);
        assert!(matches!(
            launch.subject(),
            Ok(Subject::Command(program, rest)) if program == "npx" && rest == ["-y", "--", "x"]
        ));
    }

    #[test]
    fn mistakes_are_named() {
        for (arguments, expected) in [
            (&["ftp://example.com"][..], "reached by http:// or https://"),
            (&["http://a:b@example.com"], "name or a password"),
            (&["http://"], "empty host"),
            (
                &["http://example.com", "--release"],
                "`--release` is for cargo projects",
            ),
            (&["--bin", "x", "--", "y"], "`--bin` is for cargo projects"),
        ] {
            let problem = dev(arguments)
                .subject()
                .map(|_| ())
                .map_err(|error| error.to_string());
            assert!(
                problem
                    .as_ref()
                    .is_err_and(|problem| problem.contains(expected)),
                "{arguments:?}: {problem:?}"
            );
        }
    }
}
