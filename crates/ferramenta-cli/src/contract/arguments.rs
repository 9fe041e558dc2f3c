//! What `ferramenta contract` is given.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use ferramenta_contract::{Class, Severity};

use crate::remote::arguments::ServerArguments;

const EXAMPLES: &str = "\
Examples:
  ferramenta contract write                             the project here, into its contract.json
  ferramenta contract check examples/bookshop           another project, and its own file
  ferramenta contract lint https://mcp.example.com/mcp  any server, by its URL
  ferramenta contract check --file theirs.json -- npx -y some-mcp-server

A project is built with the feature `contract` of ferramenta, and its program does the rest. Of other servers the lists \
are read; what they don't tell of is which scopes a caller needs, and so those aren't compared.

Exit codes: 0 all is well; 1 there is something that --allow doesn't let pass, or a project that can't be built; 2 the \
command line or a file is wrong; 3 the server can't be reached, or doesn't answer; 4 the server refuses.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ContractArguments {
    #[command(subcommand)]
    pub(super) task: Task,
}

#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Put what the server promises into a file
    Write {
        #[command(flatten)]
        file: File,
        #[command(flatten)]
        subject: Subject,
    },
    /// Compare the server with the file: patch, minor or major for each change
    Check {
        #[command(flatten)]
        file: File,
        /// The gravest kind of change that is let pass
        #[arg(long, value_name = "KIND", default_value = "minor")]
        allow: AllowedChange,
        #[command(flatten)]
        subject: Subject,
    },
    /// Tell what hosts and model providers refuse
    Lint {
        /// About how many tokens all tools may cost
        #[arg(long, value_name = "TOKENS")]
        budget: Option<usize>,
        /// The gravest kind of finding that is let pass
        #[arg(long, value_name = "KIND", default_value = "warning")]
        allow: AllowedFinding,
        #[command(flatten)]
        subject: Subject,
    },
}

#[derive(Args, Debug)]
pub(super) struct File {
    /// The file; of a project, one beside its Cargo.toml if not given
    #[arg(long, value_name = "FILE")]
    pub(super) file: Option<PathBuf>,
}

/// Whose contract it is.
#[derive(Args, Debug)]
pub(super) struct Subject {
    /// Folder of a cargo project, or the URL of a server; the project in this directory if not given
    #[arg(value_name = "PATH|URL")]
    pub(super) target: Option<String>,

    /// The package, in a workspace with several
    #[arg(long, short, value_name = "NAME")]
    pub(super) package: Option<String>,

    /// The program, in a package with several
    #[arg(long, value_name = "NAME")]
    pub(super) bin: Option<String>,

    /// Features of the package, as for cargo
    #[arg(long, short = 'F', value_name = "FEATURES")]
    pub(super) features: Vec<String>,

    /// The server, in a program with several
    #[arg(long = "server", value_name = "NAME")]
    pub(super) name: Option<String>,

    #[command(flatten)]
    pub(super) server: ServerArguments,
}

impl Subject {
    /// An option that is for projects, where none is built.
    pub(super) fn option_of_projects(&self) -> Option<&'static str> {
        let given = [
            ("--package", self.package.is_some()),
            ("--bin", self.bin.is_some()),
            ("--features", !self.features.is_empty()),
            ("--server", self.name.is_some()),
        ];
        given
            .into_iter()
            .find_map(|(name, given)| given.then_some(name))
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum AllowedChange {
    None,
    Patch,
    Minor,
    Major,
}

impl AllowedChange {
    pub(super) const fn class(self) -> Option<Class> {
        match self {
            Self::None => None,
            Self::Patch => Some(Class::Patch),
            Self::Minor => Some(Class::Minor),
            Self::Major => Some(Class::Major),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum AllowedFinding {
    None,
    Hint,
    Warning,
    Error,
}

impl AllowedFinding {
    pub(super) const fn severity(self) -> Option<Severity> {
        match self {
            Self::None => None,
            Self::Hint => Some(Severity::Hint),
            Self::Warning => Some(Severity::Warning),
            Self::Error => Some(Severity::Error),
        }
    }
}
