//! `ferramenta dev` on servers that others build, what it refuses, and who is let in.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::net::TcpListener;

use serde_json::json;

use support::{Dev, Project, ferramenta, manifest, refused};

/// A server that says hello, by a shell.
#[cfg(unix)]
const HELLO: &str = r#"
    while read -r line; do
        id=${line#*\"id\":}; id=${id%%[,\}]*}
        echo '{"jsonrpc":"2.0","id":'$id',"result":{"supportedVersions":["2026-07-28"],"capabilities":{},"resultType":"complete","ttlMs":0,"cacheScope":"private"}}'
    done
"#;

#[cfg(unix)]
#[test]
fn any_command_is_a_server() {
    let dev = Dev::start(ferramenta().args(["dev", "--", "sh", "-c", HELLO]));
    let state = dev.wait_connected();
    assert_eq!(state["target"]["kind"], "command");
    assert_eq!(state["target"]["command"], json!(["sh", "-c", HELLO]));
    assert_eq!(state["build"]["status"], "none");
    dev.interrupt();
    assert!(dev.wait_end().success());
}

#[test]
fn a_url_is_tried_until_it_answers() {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let dev = Dev::start(ferramenta().args(["dev", &format!("http://{free}/mcp")]));
    let state = dev.wait(|state| state["connection"]["status"] == "failed");
    assert_eq!(state["target"]["url"], format!("http://{free}/mcp"));
    let reason = state["connection"]["reason"].as_str().unwrap();
    assert!(
        reason.contains("refused") && reason.contains("next try in"),
        "{reason}"
    );
}

#[test]
fn the_wire_lets_in_nobody_else() {
    let dev = Dev::start(ferramenta().args(["dev", "http://127.0.0.1:9/mcp"]));
    let (host, token) = (dev.host(), dev.token());
    let bearer = format!("Authorization: Bearer {token}");
    for (host, more, status) in [
        (host, bearer.clone(), "200"),
        (host, format!("{bearer}\r\nOrigin: http://{host}"), "200"),
        (host, String::from("X-A: 1"), "401"),
        (
            host,
            format!("Authorization: Bearer {}", "A".repeat(43)),
            "401",
        ),
        (host, format!("Cookie: token={token}"), "401"),
        (
            host,
            format!("{bearer}\r\nOrigin: https://evil.example"),
            "403",
        ),
        (host, format!("{bearer}\r\nOrigin: null"), "403"),
        ("evil.example", bearer.clone(), "421"),
        ("127.0.0.1.evil.example", bearer.clone(), "421"),
    ] {
        let request = format!(
            "GET /api/state HTTP/1.1\r\nHost: {host}\r\n{more}\r\nConnection: close\r\n\r\n"
        );
        let answer = dev.raw(&request);
        assert!(
            answer.starts_with(&format!("HTTP/1.1 {status} ")),
            "{request}{answer}"
        );
        let lower = answer.to_lowercase();
        assert!(
            !lower.contains("access-control-") && !answer.contains(token),
            "{answer}"
        );
    }
    let preflight = format!(
        "OPTIONS /api/request HTTP/1.1\r\nHost: {host}\r\nOrigin: https://evil.example\r\n\
         Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n"
    );
    assert!(dev.raw(&preflight).starts_with("HTTP/1.1 403 "));
    let page = dev.raw(&format!(
        "GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    ));
    assert!(
        page.starts_with("HTTP/1.1 200 ") && page.contains("<html"),
        "{page}"
    );
}

#[test]
fn what_cannot_be_developed_is_named() {
    let project = Project::new("refused");
    let path = project.path();
    let nowhere = format!("{path}/src");
    for (arguments, expected) in [
        (
            &["dev", &nowhere][..],
            "name the folder of a cargo project, a URL, or `-- COMMAND`",
        ),
        (
            &["dev", path, "--bin", "prob"],
            "`probe` has no program `prob`; it has probe",
        ),
        (
            &["dev", path, "-p", "x"],
            "there is no package `x`; there are probe",
        ),
        (
            &["dev", "ftp://x"],
            "a server is reached by http:// or https://",
        ),
        (
            &["dev", "http://x", "--release"],
            "`--release` is for cargo projects",
        ),
        (&["dev", "x", "--", "y"], "cannot be used with"),
        (&["devv"], "a similar subcommand exists: 'dev'"),
    ] {
        let problem = refused(arguments);
        assert!(problem.contains(expected), "{arguments:?}: {problem}");
    }
    project.write("src/bin/other.rs", "fn main() {}");
    assert!(refused(&["dev", path]).contains("say which program with --bin: "));
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = port.local_addr().unwrap().port().to_string();
    let problem = refused(&["dev", path, "--bin", "probe", "--port", &port]);
    assert!(
        problem.contains(&format!("port {port} can't be used; --port 0 takes any")),
        "{problem}"
    );
}

#[test]
fn a_workspace_is_asked_for_its_server() {
    let project = Project::new("workspace");
    let members = "[workspace]\nresolver = \"3\"\nmembers = [\"a\", \"b\"]\n";
    project.write("Cargo.toml", members);
    for member in ["a", "b"] {
        let plain = manifest(member, "");
        project.write(
            &format!("{member}/Cargo.toml"),
            plain.trim_end().trim_end_matches("[workspace]"),
        );
        project.write(&format!("{member}/src/main.rs"), "fn main() {}");
    }
    let problem = refused(&["dev", project.path()]);
    assert!(
        problem.contains("no package of this workspace has a program that depends on `ferramenta`"),
        "{problem}"
    );
    let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let problem = refused(&["dev", own.to_str().unwrap()]);
    assert!(
        problem.contains("say which package with --package: ") && problem.contains("bookshop"),
        "{problem}"
    );
}

#[test]
fn the_help_has_examples() {
    let help = ferramenta()
        .args(["dev", "--help"])
        .output()
        .unwrap()
        .stdout;
    let help = String::from_utf8(help).unwrap();
    for part in [
        "Examples:",
        "ferramenta dev -- npx",
        "--open",
        "127.0.0.1 alone",
    ] {
        assert!(help.contains(part), "{help}");
    }
}
