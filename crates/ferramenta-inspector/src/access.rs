//! Who may call: the holder of the token, from a page of our own, under a name of this machine.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use http::{
    HeaderMap, HeaderName, StatusCode,
    header::{AUTHORIZATION, HOST, ORIGIN},
};
use subtle::ConstantTimeEq;

use crate::refusal::Refusal;

const TOKEN_BYTES: usize = 32;

/// What the page shows to be let in; random, and new for every start.
#[derive(Clone)]
pub(crate) struct Token(String);

impl std::fmt::Debug for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Token(…)")
    }
}

impl Token {
    /// # Errors
    /// When the system has no random numbers.
    pub(crate) fn random() -> std::io::Result<Self> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Self(URL_SAFE_NO_PAD.encode(bytes)))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    fn is(&self, given: &str) -> bool {
        self.0.as_bytes().ct_eq(given.as_bytes()).into()
    }
}

/// Refuses what doesn't come from this machine's own page; for every route.
///
/// A page elsewhere can make a browser send requests here, and can give its own name this machine's address
/// (DNS rebinding); neither gets past `Host` and `Origin`.
pub(crate) async fn local_only(request: Request, next: Next) -> Response {
    match check_local(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Refuses who doesn't have the token; for the routes of the API.
pub(crate) async fn token_only(
    State(token): State<Token>,
    request: Request,
    next: Next,
) -> Response {
    match check_token(request.headers(), &token) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

fn check_local(headers: &HeaderMap) -> Result<(), Refusal> {
    let host = single(headers, &HOST).filter(|host| is_loopback(host));
    let Some(host) = host else {
        return Err(Refusal::new(
            StatusCode::MISDIRECTED_REQUEST,
            "host",
            "Host must be 127.0.0.1, localhost or [::1]",
        ));
    };
    let own = |origin: &str| origin.eq_ignore_ascii_case(&format!("http://{host}"));
    if headers.contains_key(ORIGIN) && !single(headers, &ORIGIN).is_some_and(own) {
        return Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "origin",
            format!("only the page at http://{host} may call"),
        ));
    }
    Ok(())
}

fn check_token(headers: &HeaderMap, token: &Token) -> Result<(), Refusal> {
    let given = single(headers, &AUTHORIZATION)
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim());
    if given.is_some_and(|given| token.is(given)) {
        return Ok(());
    }
    let problem = match given {
        None => "the header `Authorization: Bearer TOKEN` is missing",
        Some(_) => "the token is wrong; it changes with every start",
    };
    Err(Refusal::new(
        StatusCode::UNAUTHORIZED,
        "token",
        format!("{problem}: open the address that was printed"),
    ))
}

/// The value of a header that is there once, and is text.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    let only = values.next().filter(|_| values.next().is_none())?;
    only.to_str().ok()
}

fn is_loopback(host: &str) -> bool {
    const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];
    NAMES.iter().any(|name| {
        host.get(..name.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(name))
            && is_port(&host[name.len()..])
    })
}

/// Whether what follows the name is nothing, or a port.
fn is_port(rest: &str) -> bool {
    rest.is_empty()
        || rest
            .strip_prefix(':')
            .is_some_and(|port| port.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_this_machines_names_are_hosts() {
        for host in [
            "127.0.0.1",
            "127.0.0.1:80",
            "localhost:65535",
            "LOCALHOST",
            "[::1]:1",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "127.0.0.1.example.com",
            "localhost.example.com:80",
            "example.com",
            "127.0.0.1:x",
            "127.0.0.1:",
            "localhost@example.com",
            "127.0.0.2",
            "[::1",
            "ｌocalhost",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
