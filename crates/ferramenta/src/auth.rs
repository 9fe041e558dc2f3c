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
    ///
    /// A panic, or more time than a call has ([`Limits::call`](crate::Limits::call)), lets nobody in.
    fn authenticate(
        &self,
        request: &Parts,
    ) -> impl Future<Output = Result<Option<Identity>, Unauthenticated>> + Send;

    /// Why nobody may be let in, although somebody should be; the log warns of it when the server begins to
    /// be served over HTTP.
    fn warning(&self) -> Option<String> {
        None
    }
}

/// A caller that isn't let in: 401, with a challenge that says what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unauthenticated {
    pub(crate) challenge: Challenge,
}

/// What a caller has to show, for `WWW-Authenticate`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Challenge(pub(crate) String);

impl Unauthenticated {
    /// No token, or one that isn't good.
    pub fn new() -> Self {
        Self {
            challenge: Challenge("Bearer".into()),
        }
    }

    /// A token that isn't good, and why.
    pub fn invalid_token(why: &str) -> Self {
        let why: String = why
            .chars()
            .filter(|c| c.is_ascii_graphic() || *c == ' ')
            .filter(|c| !"\"\\".contains(*c))
            .collect();
        let challenge = format!("Bearer error=\"invalid_token\", error_description=\"{why}\"");
        Self {
            challenge: Challenge(challenge),
        }
    }
}

impl Default for Unauthenticated {
    fn default() -> Self {
        Self::new()
    }
}

/// The challenge to a caller without a name, who lacks these scopes.
pub(crate) fn login(missing: &[String]) -> Challenge {
    let Unauthenticated { challenge } = Unauthenticated::new();
    if missing.is_empty() {
        return challenge;
    }
    Challenge(format!("{} scope=\"{}\"", challenge.0, missing.join(" ")))
}

/// The challenge to a caller whose token doesn't allow enough.
pub(crate) fn insufficient_scope(missing: &[String]) -> Challenge {
    Challenge(format!(
        "Bearer error=\"insufficient_scope\", scope=\"{}\"",
        missing.join(" ")
    ))
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
    /// The variable that tokens were to come from, and had none.
    lacking: Option<String>,
}

impl BearerTokens {
    /// No tokens yet: nobody is let in.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a token and who holds it; an empty token lets nobody in.
    #[must_use]
    pub fn token(mut self, token: impl Into<String>, identity: Identity) -> Self {
        let token = token.into();
        if !token.is_empty() {
            self.tokens.push((token, identity));
        }
        self
    }

    /// Reads tokens from an environment variable: `NAME=TOKEN` or `NAME:SCOPE+SCOPE=TOKEN`, separated by
    /// commas. Without the variable nobody is let in, of which the log warns at the start, nor by an entry
    /// without a name or a token.
    #[must_use]
    pub fn from_env(variable: &str) -> Self {
        let tokens = Self::read(&std::env::var(variable).unwrap_or_default());
        let lacking = tokens.tokens.is_empty().then(|| variable.to_owned());
        Self { lacking, ..tokens }
    }

    fn read(text: &str) -> Self {
        text.split(',')
            .filter_map(|entry| entry.split_once('='))
            .map(|(holder, token)| (holder.trim(), token.trim()))
            .filter(|(holder, _)| !holder.is_empty() && !holder.starts_with(':'))
            .fold(Self::new(), |tokens, (holder, token)| {
                let (name, scopes) = holder.split_once(':').unwrap_or((holder, ""));
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
        let mut headers = request.headers.get_all(AUTHORIZATION).iter();
        let Some(header) = headers.next() else {
            return if self.anonymous {
                Ok(None)
            } else {
                Err(Unauthenticated::new())
            };
        };
        if headers.next().is_some() {
            let why = "Authorization is there more than once";
            return Err(Unauthenticated::invalid_token(why));
        }
        let text = header.to_str().unwrap_or_default();
        let (scheme, token) = text.split_once(' ').unwrap_or((text, ""));
        if !scheme.eq_ignore_ascii_case("bearer") {
            // it wasn't a token that was wrong (RFC 6750, section 3.1)
            return Err(Unauthenticated::new());
        }
        self.find(token.trim())
            .map(Some)
            .ok_or_else(|| Unauthenticated::invalid_token("the token is not known"))
    }

    fn warning(&self) -> Option<String> {
        if let Some(variable) = &self.lacking {
            return Some(format!(
                "no bearer token was read from the environment variable {variable}: set it to NAME=TOKEN, or nobody gets \
                 in by it"
            ));
        }
        let nobody = self.tokens.is_empty() && !self.anonymous;
        nobody.then(|| "there is no bearer token: nobody is let in".into())
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

    fn warning(&self) -> Option<String>;
}

type Answering<'a> =
    Pin<Box<dyn Future<Output = Result<Option<Identity>, Unauthenticated>> + Send + 'a>>;

impl<T: Authenticate> Authenticator for T {
    fn ask<'a>(&'a self, request: &'a Parts) -> Answering<'a> {
        Box::pin(self.authenticate(request))
    }

    fn warning(&self) -> Option<String> {
        Authenticate::warning(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{BearerTokens, Unauthenticated};

    #[test]
    fn tokens_are_read_from_text() {
        let tokens = BearerTokens::read(" ada=YWRh== , bob:books:read+books:write=b0b,eve");
        let ada = tokens.find("YWRh==").expect("known");
        assert_eq!((ada.subject(), ada.scopes()), ("ada", &[][..]));
        let bob = tokens.find("b0b").expect("known");
        assert_eq!(bob.subject(), "bob");
        assert_eq!(bob.scopes(), ["books:read", "books:write"]);
        assert_eq!(tokens.tokens.len(), 2);
    }

    #[test]
    fn what_is_no_entry_lets_nobody_in() {
        for text in [
            "",
            ",",
            "token",
            "=token",
            ":scope=token",
            "name=",
            "name= ,",
        ] {
            assert!(BearerTokens::read(text).tokens.is_empty(), "{text}");
        }
        assert_eq!(BearerTokens::read("").find(""), None);
    }

    #[test]
    fn a_challenge_stays_within_its_quotes() {
        let Unauthenticated { challenge } =
            Unauthenticated::invalid_token("a \"quote\"\r\nX: y\\ \u{e9}");
        assert_eq!(
            challenge.0,
            "Bearer error=\"invalid_token\", error_description=\"a quoteX: y \""
        );
    }
}
