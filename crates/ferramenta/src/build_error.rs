//! What is wrong with a server, found when it is built: all of it at once.

use std::{fmt, panic::Location};

use crate::subscribe::Listed;

/// Where something was declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Place {
    file: &'static str,
    line: u32,
}

impl Place {
    /// Nobody said where; whoever registers it does.
    pub(crate) const UNKNOWN: Self = Self { file: "", line: 0 };

    /// A place in a source file; `#[tool]` writes it.
    pub const fn new(file: &'static str, line: u32) -> Self {
        Self { file, line }
    }
}

impl From<&'static Location<'static>> for Place {
    fn from(location: &'static Location<'static>) -> Self {
        Self::new(location.file(), location.line())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The kinds of mistakes that [`Server::build`](crate::Server::build) finds, or the start on a transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BuildErrorCode {
    /// Two tools, or two prompts, have one name.
    DuplicateTool,
    /// A name is outside `[A-Za-z0-9_.-]{1,128}`.
    InvalidName,
    /// A service that a tool or a prompt asks for isn't provided.
    MissingService,
    /// An argument type has a schema that can't be published.
    InvalidSchema,
    /// A default doesn't keep its own argument's rules.
    InvalidDefault,
    /// A pattern isn't a regular expression, or a range is empty.
    InvalidConstraint,
    /// A header name isn't a token, is taken, or its argument isn't a plain value.
    InvalidHeader,
    /// An attribute for arguments stands at a parameter that comes from the server.
    MisplacedAttribute,
    /// A bound is zero or larger than what can be kept.
    InvalidLimit,
    /// A service was provided twice.
    DuplicateService,
    /// An icon's URI is neither `https:` nor `data:`.
    InvalidIcon,
    /// A tool or a prompt has no handler.
    MissingHandler,
    /// The `meta` of a tool or a prompt isn't an object.
    InvalidMeta,
    /// A service needs itself.
    CyclicService,
    /// A service that lives as long as the server needs one that belongs to a call.
    CapturedScope,
    /// A tool or a prompt takes the HTTP request, and the server is started on standard input and output.
    NeedsHttp,
    /// A scope has characters that no token's scope has.
    InvalidScope,
    /// A path or name under which no server can be found.
    InvalidEndpoint,
    /// Two servers have one path, or one name.
    DuplicateEndpoint,
    /// A rule of a tool or a prompt takes `&self`, and what it is a rule of is made for each call.
    RuleOfCall,
    /// The environment has state keys that aren't any, or none where a server needs them.
    InvalidStateKeys,
    /// A URI, or a template of URIs, isn't one, or doesn't go together with its handler.
    InvalidUri,
    /// A URI could be of two resources.
    AmbiguousUri,
    /// A function completes an argument that isn't there, or one that another function completes.
    InvalidCompletion,
    /// What callers may keep is said to be everybody's, and may differ from caller to caller.
    InvalidCache,
    /// A folder can't be opened.
    InvalidDirectory,
    /// An extension's identifier, settings or methods aren't any, or are there twice.
    InvalidExtension,
}

impl BuildErrorCode {
    /// The code as it is printed, such as `FM0001`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DuplicateTool => "FM0001",
            Self::InvalidName => "FM0002",
            Self::MissingService => "FM0003",
            Self::InvalidSchema => "FM0004",
            Self::InvalidDefault => "FM0005",
            Self::InvalidConstraint => "FM0006",
            Self::InvalidHeader => "FM0007",
            Self::MisplacedAttribute => "FM0008",
            Self::InvalidLimit => "FM0009",
            Self::DuplicateService => "FM0010",
            Self::InvalidIcon => "FM0011",
            Self::MissingHandler => "FM0012",
            Self::InvalidMeta => "FM0013",
            Self::CyclicService => "FM0014",
            Self::CapturedScope => "FM0015",
            Self::NeedsHttp => "FM0016",
            Self::InvalidScope => "FM0017",
            Self::InvalidEndpoint => "FM0018",
            Self::DuplicateEndpoint => "FM0019",
            Self::RuleOfCall => "FM0020",
            Self::InvalidStateKeys => "FM0021",
            Self::InvalidUri => "FM0022",
            Self::AmbiguousUri => "FM0023",
            Self::InvalidCompletion => "FM0024",
            Self::InvalidCache => "FM0025",
            Self::InvalidDirectory => "FM0026",
            Self::InvalidExtension => "FM0027",
        }
    }
}

/// One mistake: what, where, and what to write instead.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct BuildError {
    /// The kind of mistake.
    pub code: BuildErrorCode,
    /// Where the tool, the prompt or the server was declared.
    pub place: Place,
    /// What is wrong, in one sentence.
    pub problem: String,
    /// How to mend it.
    pub remedy: String,
}

impl BuildError {
    pub(crate) fn new(
        code: BuildErrorCode,
        place: Place,
        problem: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Self {
        Self {
            code,
            place,
            problem: problem.into(),
            remedy: remedy.into(),
        }
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            code,
            place,
            problem,
            remedy,
        } = self;
        write!(f, "[{}] {place}: {problem}\n  {remedy}", code.as_str())
    }
}

impl std::error::Error for BuildError {}

/// All mistakes of a server, in the order of its declaration.
#[derive(Clone)]
pub struct BuildErrors {
    pub(crate) server: String,
    pub(crate) errors: Vec<BuildError>,
    /// What it can't do.
    attempt: &'static str,
}

impl BuildErrors {
    /// What keeps a server from starting.
    pub(crate) fn new(server: impl Into<String>, errors: Vec<BuildError>) -> Self {
        Self {
            server: server.into(),
            errors,
            attempt: "start",
        }
    }

    /// What keeps a running server from changing one of its lists.
    pub(crate) fn of_change(self, listed: Listed) -> Self {
        let attempt = match listed {
            Listed::Tools => "change its tools",
            Listed::Prompts => "change its prompts",
            Listed::Resources => "change its resources",
        };
        Self { attempt, ..self }
    }

    /// The mistakes, at least one.
    pub fn errors(&self) -> &[BuildError] {
        &self.errors
    }
}

impl fmt::Display for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, s) = (
            self.errors.len(),
            if self.errors.len() == 1 { "" } else { "s" },
        );
        let Self {
            server, attempt, ..
        } = self;
        write!(f, "{server} can't {attempt}: {count} mistake{s}")?;
        self.errors
            .iter()
            .try_for_each(|error| write!(f, "\n\n{error}"))
    }
}

/// The report, so that `fn main() -> ferramenta::Result<()>` prints something to read.
impl fmt::Debug for BuildErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildErrors {}

/// Why a server stopped, or never started.
#[non_exhaustive]
pub enum Error {
    /// The server has mistakes.
    Build(BuildErrors),
    /// A step of starting has failed.
    Start(String),
    /// The command line is wrong, or what it asks for isn't safe.
    Usage(String),
    /// A contract isn't kept, or its file can't be used.
    #[cfg(feature = "contract")]
    Contract(String),
    /// The operating system refused something.
    Io(std::io::Error),
}

/// The result of running a server.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(errors) => errors.fmt(f),
            Self::Start(problem) => write!(f, "the server could not start: {problem}"),
            Self::Usage(message) => f.write_str(message),
            #[cfg(feature = "contract")]
            Self::Contract(problem) => f.write_str(problem),
            Self::Io(error) => error.fmt(f),
        }
    }
}

/// The report, so that `fn main() -> ferramenta::Result<()>` prints something to read.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Build(errors) => Some(errors),
            Self::Io(error) => Some(error),
            Self::Start(_) | Self::Usage(_) => None,
            #[cfg(feature = "contract")]
            Self::Contract(_) => None,
        }
    }
}

impl From<BuildErrors> for Error {
    fn from(errors: BuildErrors) -> Self {
        Self::Build(errors)
    }
}

impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}
