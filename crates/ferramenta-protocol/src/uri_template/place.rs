//! Characters of URIs that may stand in one part of them, and not in another (RFC 3986 §3).

use std::net::Ipv6Addr;

use super::text::push_escape;

/// A URI whose characters are all ones that URIs have, with those escaped that stand in the wrong part.
pub(super) fn well_placed(uri: &str) -> String {
    let mut placed = String::with_capacity(uri.len());
    let (before, fragment) = divide(uri, '#');
    let (before, query) = divide(before, '?');
    match before.split_once("://") {
        // a scheme has no slash: this one ends it
        Some((scheme, rest)) if !scheme.contains(['/', ':']) => {
            let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            placed.push_str(scheme);
            placed.push_str("://");
            place_authority(authority, &mut placed);
            place(path, "[]", &mut placed);
        }
        _ => place(before, "[]", &mut placed),
    }
    for (part, sign) in [(query, '?'), (fragment, '#')] {
        if let Some(part) = part {
            placed.push(sign);
            place(part, "[]#", &mut placed);
        }
    }
    placed
}

fn divide(text: &str, sign: char) -> (&str, Option<&str>) {
    match text.split_once(sign) {
        Some((before, behind)) => (before, Some(behind)),
        None => (text, None),
    }
}

/// Who, where, and through which port (RFC 3986 §3.2).
fn place_authority(authority: &str, placed: &mut String) {
    let host = match authority.rsplit_once('@') {
        Some((user, host)) => {
            place(user, "[]@", placed);
            placed.push('@');
            host
        }
        None => authority,
    };
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => (name, Some(port)),
        _ => (host, None),
    };
    let literal = name
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if literal.is_some_and(|address| address.parse::<Ipv6Addr>().is_ok()) {
        placed.push_str(name);
    } else {
        place(name, "[]:", placed);
    }
    if let Some(port) = port {
        placed.push(':');
        placed.push_str(port);
    }
}

/// Writes a part, with these characters escaped.
fn place(part: &str, foreign: &str, placed: &mut String) {
    for character in part.chars() {
        match u8::try_from(character) {
            Ok(byte) if foreign.contains(character) => push_escape(placed, byte),
            _ => placed.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::well_placed;

    #[test]
    fn what_stands_where_it_may_stays() {
        for uri in [
            "demo://host/a:b@c!$&'()*+,;=?d=/?:@&e#f?/:",
            "demo://[::1]:80/a",
            "demo://[2001:db8::7]",
            "demo://user:word@host:80/",
            "demo://host:/a",
            "demo:///a//b",
            "urn:isbn:1#a",
            "demo:",
            "demo:?a://[",
        ] {
            let expected = uri.replace("?a://[", "?a://%5B");
            assert_eq!(well_placed(uri), expected);
        }
    }

    #[test]
    fn what_does_not_is_escaped() {
        for (uri, placed) in [
            (
                "demo://host/a[1]?b[]=2#c[3]",
                "demo://host/a%5B1%5D?b%5B%5D=2#c%5B3%5D",
            ),
            ("demo:a#b#c", "demo:a#b%23c"),
            ("demo://[::1/a", "demo://%5B%3A:1/a"),
            ("demo://[x]/a", "demo://%5Bx%5D/a"),
            ("demo://a:b:c/", "demo://a%3Ab%3Ac/"),
            ("demo://a@b@c/", "demo://a%40b@c/"),
            ("demo://host?a://[", "demo://host?a://%5B"),
        ] {
            assert_eq!(well_placed(uri), placed);
        }
    }
}
