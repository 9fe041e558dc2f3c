//! Finds out who calls over HTTP (specification: *Authorization*).

use std::{fmt, pin::Pin};

use http::{header::AUTHORIZATION, request::Parts};
use subtle::ConstantTimeEq;

use crate::Identity;

/// Finds out who sent a request, from its head alone.
///
/// ```
/// use ferramenta::{Authenticate, Identity, Unauthenticated};
/// use http::request::Parts;
///
/// /// Trusts a proxy that has looked.
/// struct BehindProxy;
///
/// impl Authenticate for BehindProxy {
///     async fn authenticate(&self, request: &Parts) -> Result<Option<Identity>, Unauthenticated> {
///         let user = request.headers.get("x-user").and_then(|value| value.to_str().ok());
///         user.map(|user| Some(Identity::new(user))).ok_or_else(Unauthenticated::new)
///     }
/// }
/// ```
pub trait Authenticate: Send + Sync + 'static {
    /// Who it is; `None` for a caller without a name, where such are let in.
    fn authenticate(
        &self,
        request: &Parts,
    ) -> impl Future<Output = Result<Option<Identity>, Unauthenticated>> + Send;
}

/// A caller that isn't let in: 401, with a challenge that says what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unauthenticated {
    pub(crate) challenge: String,
}

impl Unauthenticated {
    /// No token, or one that isn't good.
    pub fn new() -> Self {
        Self {
            challenge: "Bearer".into(),
        }
    }

    /// A token that isn't good, and why.
    pub fn invalid_token(why: &str) -> Self {
        let why: String = why
            .chars()
            .filter(|c| c.is_ascii_graphic() || *c == ' ')
            .filter(|c| !"\"\\".contains(*c))
            .collect();
        Self {
            challenge: format!("Bearer error=\"invalid_token\", error_description=\"{why}\""),
        }
    }
}

impl Default for Unauthenticated {
    fn default() -> Self {
        Self::new()
    }
}

/// The challenge to a caller whose token doesn't allow enough.
pub(crate) fn insufficient_scope(missing: &[String]) -> String {
    format!(
        "Bearer error=\"insufficient_scope\", scope=\"{}\"",
        missing.join(" ")
    )
}

/// Takes a fixed set of bearer tokens, compared without telling by time how much of one was right.
///
/// ```
/// use ferramenta::{BearerTokens, Identity, Server};
///
/// let tokens = BearerTokens::new().token("s3cret", Identity::new("ada").scope("books:write"));
/// let server = Server::new("Shop").authenticate(tokens);
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone, Default)]
pub struct BearerTokens {
    tokens: Vec<(String, Identity)>,
    anonymous: bool,
}

impl BearerTokens {
    /// No tokens yet: nobody is let in.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a token and who holds it.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>, identity: Identity) -> Self {
        self.tokens.push((token.into(), identity));
        self
    }

    /// Reads tokens from an environment variable: `NAME=TOKEN` or `NAME:SCOPE+SCOPE=TOKEN`, separated by
    /// commas. Without the variable nobody is let in.
    #[must_use]
    pub fn from_env(variable: &str) -> Self {
        let given = std::env::var(variable).unwrap_or_default();
        given
            .split(',')
            .filter_map(|entry| entry.trim().split_once('='))
            .fold(Self::new(), |tokens, (name, token)| {
                let (name, scopes) = name.split_once(':').unwrap_or((name, ""));
                let scopes = scopes.split('+').filter(|scope| !scope.is_empty());
                tokens.token(token, scopes.fold(Identity::new(name), Identity::scope))
            })
    }

    /// Lets in callers without a token as well, as nobody in particular.
    #[must_use]
    pub const fn or_anonymous(mut self) -> Self {
        self.anonymous = true;
        self
    }

    fn find(&self, token: &str) -> Option<Identity> {
        let mut found = None;
        for (known, identity) in &self.tokens {
            if bool::from(known.as_bytes().ct_eq(token.as_bytes())) {
                found = Some(identity.clone());
            }
        }
        found
    }
}

impl Authenticate for BearerTokens {
    async fn authenticate(&self, request: &Parts) -> Result<Option<Identity>, Unauthenticated> {
        let Some(header) = request.headers.get(AUTHORIZATION) else {
            return if self.anonymous {
                Ok(None)
            } else {
                Err(Unauthenticated::new())
            };
        };
        let bad = || Unauthenticated::invalid_token("the token is not known");
        let (scheme, token) = header
            .to_str()
            .ok()
            .and_then(|text| text.split_once(' '))
            .ok_or_else(bad)?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return Err(bad());
        }
        self.find(token.trim()).map(Some).ok_or_else(bad)
    }
}

/// Shows who is known, and no token.
impl fmt::Debug for BearerTokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.tokens.iter().map(|(_, identity)| identity))
            .finish()
    }
}

/// An [`Authenticate`] whose type is forgotten.
pub(crate) trait Authenticator: Send + Sync {
    fn ask<'a>(&'a self, request: &'a Parts) -> Answering<'a>;
}

type Answering<'a> =
    Pin<Box<dyn Future<Output = Result<Option<Identity>, Unauthenticated>> + Send + 'a>>;

impl<T: Authenticate> Authenticator for T {
    fn ask<'a>(&'a self, request: &'a Parts) -> Answering<'a> {
        Box::pin(self.authenticate(request))
    }
}
