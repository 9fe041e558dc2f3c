use std::panic::Location;

use crate::{
    BuildErrors, BuiltServer, HttpOptions, Place, Server,
    build_error::{BuildError, BuildErrorCode},
    transport::http::{AppService, HttpService},
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
    /// Every mistake of every server at once, and of paths and names.
    pub fn into_service(self, options: &HttpOptions) -> Result<AppService, BuildErrors> {
        Ok(self.build()?.service(options))
    }

    pub(crate) fn build(self) -> Result<BuiltApp, BuildErrors> {
        let mut errors = Vec::new();
        check_keys(&self.web, "path", is_path, &mut errors);
        check_keys(&self.local, "name", is_name, &mut errors);
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
            .filter_map(|(_, server)| server.dispatcher.catalog.check_stdio().err());
        for BuildErrors {
            server,
            errors: more,
        } in not_local
        {
            names.push(server);
            errors.extend(more);
        }
        if errors.is_empty() {
            return Ok(BuiltApp { web, local });
        }
        let server = if names.is_empty() {
            "The application".into()
        } else {
            names.join(", ")
        };
        Err(BuildErrors { server, errors })
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

fn check_keys(entries: &[Entry], what: &str, fits: fn(&str) -> bool, errors: &mut Vec<BuildError>) {
    for (index, Entry { key, place, .. }) in entries.iter().enumerate() {
        if !fits(key) {
            let remedy = "a path begins with `/`, doesn't end with it, and has no `?`, `#` or space; a name has letters, \
                          digits, `_`, `-` and `.`";
            errors.push(BuildError::new(
                BuildErrorCode::InvalidEndpoint,
                *place,
                format!("`{key}` can't be the {what} of a server"),
                remedy,
            ));
        }
        if entries[..index].iter().any(|other| other.key == *key) {
            errors.push(BuildError::new(
                BuildErrorCode::DuplicateEndpoint,
                *place,
                format!("the {what} `{key}` is taken"),
                "give each server one of its own",
            ));
        }
    }
}

fn is_path(path: &str) -> bool {
    let taken = ["/healthz", "/readyz"].contains(&path);
    path.len() > 1
        && path.starts_with('/')
        && !path.ends_with('/')
        && !path.contains(['?', '#', ' ', '%'])
        && !taken
}

fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    (1..=128).contains(&name.len()) && name.bytes().all(allowed)
}
