//! Which identifiers and methods an extension can have.

use std::collections::HashSet;

use ferramenta_protocol::{Method, Version};

use super::Extension;
use crate::{
    Place,
    build_error::{BuildError, BuildErrorCode},
};

/// What the protocol's own methods begin with, in any version.
const OF_THE_PROTOCOL: [&str; 14] = [
    "completion",
    "elicitation",
    "initialize",
    "logging",
    "messages",
    "notifications",
    "ping",
    "prompts",
    "resources",
    "roots",
    "sampling",
    "server",
    "subscriptions",
    "tools",
];

/// Notes what is wrong with the extensions of a server, but for their methods.
pub(crate) fn check(extensions: &[Extension], errors: &mut Vec<BuildError>) {
    let mut taken = HashSet::new();
    let mut called = HashSet::new();
    for extension in extensions {
        let Extension {
            id,
            settings,
            methods,
            place,
        } = extension;
        if !is_identifier(id) {
            errors.push(mistake(
                *place,
                format!("extension `{id}`: this can't be the identifier of an extension"),
                "write a domain of yours in reverse, a `/`, and a name: `com.example/stamps`",
            ));
        }
        if !taken.insert(id) {
            errors.push(mistake(
                *place,
                format!("extension `{id}`: the identifier is taken"),
                "add each extension once, with all its methods",
            ));
        }
        if !settings.is_object() {
            errors.push(mistake(
                *place,
                format!("extension `{id}`: its settings are not an object"),
                "write `json!({ .. })`",
            ));
        }
        for method in methods {
            let name = &method.common.name;
            if !called.insert(name) {
                errors.push(mistake(
                    method.common.place,
                    format!("method `{name}`: the name is taken by another method"),
                    "add each method once, or call one something else",
                ));
            }
        }
    }
}

fn mistake(place: Place, problem: String, remedy: &str) -> BuildError {
    BuildError::new(BuildErrorCode::InvalidExtension, place, problem, remedy)
}

/// Whether a text is the key of an extension (specification 2026-07-28: *`_meta`*, with a prefix).
fn is_identifier(id: &str) -> bool {
    let Some((prefix, name)) = id.split_once('/') else {
        return false;
    };
    let is_label = |label: &str| {
        let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        label.starts_with(|first: char| first.is_ascii_alphabetic())
            && label.ends_with(|last: char| last.is_ascii_alphanumeric())
            && label.bytes().all(inner)
    };
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_end = |c: char| c.is_ascii_alphanumeric();
    prefix.split('.').all(is_label)
        && name.starts_with(is_end)
        && name.ends_with(is_end)
        && name.bytes().all(inner)
}

/// Why a text can't be the name of a method, if it can't.
pub(crate) fn is_method_name(name: &str) -> Result<(), &'static str> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./".contains(&byte);
    if !(1..=128).contains(&name.len()) || !name.bytes().all(allowed) {
        return Err("a method's name is 1 to 128 letters, digits, `-`, `_`, `.` and `/`");
    }
    let first = name.split('/').next().unwrap_or_default();
    let is_known = Version::ALL
        .iter()
        .any(|version| Method::find(name, *version).is_some());
    if is_known || OF_THE_PROTOCOL.contains(&first) || name.starts_with("rpc.") {
        return Err("the name is one of the protocol's own");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_have_a_domain_and_a_name() {
        for id in [
            "com.example/stamps",
            "io.modelcontextprotocol/ui",
            "a/b",
            "a-b.c1/d_e.f-g",
        ] {
            assert!(is_identifier(id), "{id}");
        }
        for id in [
            "",
            "stamps",
            "/stamps",
            "com.example/",
            "com..example/a",
            "1com/a",
            "com-/a",
            "com.example/a/b",
            "com.example/-a",
            "com.example/a.",
            "com.exämple/a",
            "com example/a",
        ] {
            assert!(!is_identifier(id), "{id}");
        }
    }

    #[test]
    fn methods_are_not_the_protocols_own() {
        for name in ["com.example/stamp", "tasks/get", "stamp", "toolsmith/make"] {
            assert_eq!(is_method_name(name), Ok(()), "{name}");
        }
        for name in [
            "",
            "tools/call",
            "tools/melt",
            "ping",
            "initialize",
            "notifications/x",
            "rpc.discover",
            "a b",
            "ü",
            "sampling/createMessage",
            "elicitation/create",
            "tools",
        ] {
            assert!(is_method_name(name).is_err(), "{name}");
        }
    }
}
