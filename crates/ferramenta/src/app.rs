use std::panic::Location;

use crate::{
    BuildErrors, BuiltServer, HttpOptions, Place, Server,
    build_error::{BuildError, BuildErrorCode},
    transport::http::{AppService, HttpService, endpoint},
};

/// Several servers in one program: some at paths of HTTP, some on standard input and output.
///
/// ```no_run
/// use ferramenta::{App, Server};
///
/// fn demo() -> Server {
///     Server::new("Demo")
/// }
///
/// fn main() -> ferramenta::Result<()> {
///     App::new().web("/mcp/demo", demo()).local("demo", demo()).run()
/// }
/// ```
#[derive(Debug, Default)]
#[must_use = "an application does nothing until it runs: call `run`"]
pub struct App {
    web: Vec<Entry>,
    local: Vec<Entry>,
}

/// What an application is called whose servers have no mistakes.
const NAMELESS: &str = "The application";

/// A server, and where it is found.
#[derive(Debug)]
struct Entry {
    key: String,
    server: Server,
    place: Place,
}

/// An application whose servers were checked and frozen.
#[derive(Clone, Debug)]
pub(crate) struct BuiltApp {
    pub(crate) web: Vec<(String, BuiltServer)>,
    pub(crate) local: Vec<(String, BuiltServer)>,
}

impl App {
    /// An application without servers.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a server at a path of HTTP, such as `/mcp/demo`.
    #[track_caller]
    pub fn web(mut self, path: impl Into<String>, server: Server) -> Self {
        let (key, place) = (path.into(), Location::caller().into());
        self.web.push(Entry { key, server, place });
        self
    }

    /// Adds a server that is served on standard input and output when its name is asked for: `stdio NAME`,
    /// or just `stdio` where it is the only one.
    #[track_caller]
    pub fn local(mut self, name: impl Into<String>, server: Server) -> Self {
        let (key, place) = (name.into(), Location::caller().into());
        self.local.push(Entry { key, server, place });
        self
    }

    /// The servers of HTTP as one service, each at its path; mounted by a router, the paths are those that
    /// the router leaves.
    ///
    /// # Errors
    /// Every mistake of every server at once, and of paths and names; or that there is no server of HTTP.
    #[track_caller]
    pub fn into_service(self, options: &HttpOptions) -> Result<AppService, BuildErrors> {
        if self.web.is_empty() {
            let error = no_web_server(Location::caller().into());
            return Err(BuildErrors::new(NAMELESS, vec![error]));
        }
        Ok(self.build()?.service(options))
    }

    /// All servers, as they were declared.
    pub(crate) fn servers(&self) -> impl Iterator<Item = &Server> {
        self.local
            .iter()
            .chain(&self.web)
            .map(|entry| &entry.server)
    }

    pub(crate) fn build(self) -> Result<BuiltApp, BuildErrors> {
        let mut errors = Vec::new();
        check_keys(&self.web, "path", endpoint, &mut errors);
        check_keys(&self.local, "name", check_name, &mut errors);
        let mut names = Vec::new();
        let mut build = |entries: Vec<Entry>| -> Vec<(String, BuiltServer)> {
            let built =
                entries
                    .into_iter()
                    .filter_map(|Entry { key, server, .. }| match server.build() {
                        Ok(built) => Some((key, built)),
                        Err(BuildErrors {
                            server,
                            errors: more,
                            ..
                        }) => {
                            names.push(server);
                            errors.extend(more);
                            None
                        }
                    });
            built.collect()
        };
        let (web, local) = (build(self.web), build(self.local));
        let not_local = local
            .iter()
            .filter_map(|(_, server)| server.dispatcher.live.check_stdio().err());
        for BuildErrors {
            server,
            errors: more,
            ..
        } in not_local
        {
            names.push(server);
            errors.extend(more);
        }
        if errors.is_empty() {
            return Ok(BuiltApp { web, local });
        }
        let server = if names.is_empty() {
            NAMELESS.into()
        } else {
            names.join(", ")
        };
        Err(BuildErrors::new(server, errors))
    }
}

impl BuiltApp {
    pub(crate) fn service(&self, options: &HttpOptions) -> AppService {
        let at = |(path, server): &(String, BuiltServer)| {
            HttpService::new(server.clone(), options.clone().path(path))
        };
        AppService::new(self.web.iter().map(at).collect())
    }
}

fn no_web_server(place: Place) -> BuildError {
    BuildError::new(
        BuildErrorCode::InvalidEndpoint,
        place,
        "the application has no server of HTTP",
        "add one: `.web(\"/mcp\", server)`",
    )
}

/// What a server is found by, and why it can't be.
type Check = fn(&str) -> Result<&str, String>;

fn check_keys(entries: &[Entry], what: &str, check: Check, errors: &mut Vec<BuildError>) {
    let mut known = Vec::new();
    for Entry { key, place, .. } in entries {
        let key = match check(key) {
            Ok(key) => key,
            Err(problem) => {
                let remedy = format!("choose another {what}");
                let code = BuildErrorCode::InvalidEndpoint;
                errors.push(BuildError::new(code, *place, problem, remedy));
                continue;
            }
        };
        if known.contains(&key) {
            errors.push(BuildError::new(
                BuildErrorCode::DuplicateEndpoint,
                *place,
                format!("the {what} `{key}` is taken"),
                "give each server one of its own",
            ));
        }
        known.push(key);
    }
}

fn check_name(name: &str) -> Result<&str, String> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let fits = (1..=128).contains(&name.len()) && name.bytes().all(allowed);
    fits.then_some(name).ok_or_else(|| {
        format!(
            "`{name}` can't be the name of a server: a name has letters, digits, `_`, `-` and `.`, at most 128"
        )
    })
}
