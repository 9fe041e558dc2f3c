//! Who may talk to the server: the names it answers to, and the pages it listens to (specification:
//! *Streamable HTTP, Security Warning*).

use http::{StatusCode, Uri};

use super::{HttpOptions, front::Front, reply::Refused};

const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Refuses requests to a name that isn't the server's, and from pages that it doesn't know.
pub(super) fn check(options: &HttpOptions, uri: &Uri, front: &Front<'_>) -> Result<(), Refused> {
    let host = match uri.authority() {
        Some(authority) => Some(authority.as_str()),
        None => front.host.text().map_err(|()| misdirected())?,
    };
    if !options.any_host && !host.is_some_and(|host| is_own(options, host)) {
        return Err(misdirected());
    }
    match front.origin.text() {
        Ok(None) => Ok(()),
        Ok(Some(origin)) if is_same(origin, host) || is_named(options, origin) => Ok(()),
        _ => Err(Refused::new(
            StatusCode::FORBIDDEN,
            "Forbidden: pages of this origin may not call the server; allow them with `--origin URL` or \
             `HttpOptions::origin`",
        )),
    }
}

fn misdirected() -> Refused {
    Refused::new(
        StatusCode::MISDIRECTED_REQUEST,
        "Misdirected request: the server doesn't answer to this host; allow it with `--host NAME` or \
         `HttpOptions::host`",
    )
}

fn is_own(options: &HttpOptions, host: &str) -> bool {
    let Some(name) = without_port(host) else {
        return false;
    };
    let is_loopback = LOOPBACK
        .iter()
        .any(|known| known.eq_ignore_ascii_case(name));
    is_loopback
        || options
            .hosts
            .iter()
            .any(|known| known.eq_ignore_ascii_case(name) || known.eq_ignore_ascii_case(host))
}

/// The name of a `name[:port]`; `None` when the port is no number.
fn without_port(host: &str) -> Option<&str> {
    let end_of_name = host.rfind(']').unwrap_or_default();
    let Some(colon) = host[end_of_name..].find(':') else {
        return Some(host);
    };
    let (name, port) = host.split_at(end_of_name + colon);
    port[1..]
        .bytes()
        .all(|digit| digit.is_ascii_digit())
        .then_some(name)
}

/// Whether a page comes from this very server.
fn is_same(origin: &str, host: Option<&str>) -> bool {
    let page = origin.strip_prefix("http://").map(without_default_port);
    page.zip(host)
        .is_some_and(|(page, host)| page.eq_ignore_ascii_case(without_default_port(host)))
}

fn without_default_port(host: &str) -> &str {
    host.strip_suffix(":80").unwrap_or(host)
}

fn is_named(options: &HttpOptions, origin: &str) -> bool {
    origin != "null"
        && options
            .origins
            .iter()
            .any(|known| known.trim_end_matches('/').eq_ignore_ascii_case(origin))
}

#[cfg(test)]
mod tests {
    use super::{HttpOptions, is_named, is_own, is_same};

    #[test]
    fn only_own_names_are_answered_to() {
        let options = HttpOptions::default()
            .host("mcp.example.com")
            .host("other.example.com:8443");
        for own in [
            "localhost",
            "LOCALHOST:80",
            "127.0.0.1:3000",
            "[::1]",
            "[::1]:9",
            "mcp.example.com",
            "Mcp.Example.com:443",
            "other.example.com:8443",
        ] {
            assert!(is_own(&options, own), "{own}");
        }
        for foreign in [
            "",
            "evil.example",
            "localhost.evil.example",
            "localhost:80@evil.example",
            "localhost:x",
            "[::1",
            "[::1]evil.example",
            "other.example.com",
            "127.0.0.1.evil.example",
        ] {
            assert!(!is_own(&options, foreign), "{foreign}");
        }
    }

    #[test]
    fn a_page_is_its_own_when_scheme_host_and_port_are() {
        assert!(is_same("http://localhost:3000", Some("localhost:3000")));
        assert!(is_same("http://localhost", Some("LOCALHOST:80")));
        for (origin, host) in [
            ("https://localhost:3000", "localhost:3000"),
            ("http://localhost:3001", "localhost:3000"),
            ("null", "null"),
        ] {
            assert!(!is_same(origin, Some(host)), "{origin}");
        }
    }

    #[test]
    fn named_pages_are_known_but_never_null() {
        let options = HttpOptions::default()
            .origin("https://app.example.com/")
            .origin("null");
        assert!(is_named(&options, "https://app.example.com"));
        assert!(!is_named(&options, "https://app.example.com:8443"));
        assert!(!is_named(&options, "null"));
    }
}
