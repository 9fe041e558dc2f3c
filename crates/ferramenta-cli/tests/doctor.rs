//! `ferramenta doctor` against servers that are broken in one way each, and against good ones.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod rack;
mod record;

use std::{
    net::TcpListener,
    process::{Command, Output, Stdio},
};

use rack::{good, json, serve, status};
use record::{HttpServer, program};
use serde_json::{Value, json};

/// How a server answers that is broken in one way.
type Broken = fn(&rack::Request) -> rack::Answer;

fn doctor(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
    command
        .args(["doctor", "--json"])
        .args(arguments)
        .stdin(Stdio::null());
    command.output().unwrap()
}

/// The codes of what is found.
fn found(arguments: &[&str]) -> Vec<String> {
    let output = doctor(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let report: Value =
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{:?}", output.stderr));
    let findings = report["findings"].as_array().unwrap();
    assert_eq!(output.status.code(), Some(i32::from(!findings.is_empty())));
    for finding in findings {
        assert!(
            !finding["what"].as_str().unwrap().is_empty()
                && !finding["remedy"].as_str().unwrap().is_empty()
        );
    }
    let codes = findings
        .iter()
        .map(|finding| finding["code"].as_str().unwrap().to_owned());
    codes.collect()
}

fn found_at(url: &str, more: &[&str]) -> Vec<String> {
    found(&[&[url, "--slow", "3", "--patience", "6"], more].concat())
}

#[test]
fn a_good_server_has_nothing() {
    let bookshop = program("bookshop");
    assert_eq!(found(&["--", &bookshop]), [""; 0]);
    let http = HttpServer::start(&bookshop, &[]);
    assert_eq!(found(&[&http.url]), [""; 0]);
    let open = HttpServer::start(&bookshop, &["--origin", "https://app.example.com"]);
    assert_eq!(
        found(&[&open.url, "--origin", "https://app.example.com"]),
        [""; 0]
    );
    let root = serve(good);
    assert_eq!(found(&[&format!("{root}/mcp")]), [""; 0]);
}

#[test]
fn endpoints_that_are_broken_are_told_apart() {
    let cases: [(&str, Broken); 16] = [
        ("wrong-path", |request| match &*request.path {
            "/mcp" => good(request),
            _ => status("404 Not Found", "", "nothing here"),
        }),
        ("wrong-path", |_| status("404 Not Found", "", "")),
        ("old-transport", |request| match &*request.method {
            "GET" => status(
                "200 OK",
                "content-type: text/event-stream\r\n",
                "event: endpoint\ndata: /messages?id=1\n\n",
            ),
            _ => status("405 Method Not Allowed", "", ""),
        }),
        ("host", |_| {
            status("421 Misdirected Request", "", "Invalid Host header")
        }),
        ("forbidden", |_| status("403 Forbidden", "", "no")),
        ("unauthorized", |_| {
            status("401 Unauthorized", "www-authenticate: Bearer\r\n", "")
        }),
        ("redirect", |_| {
            status(
                "307 Temporary Redirect",
                "location: https://example.com/mcp\r\n",
                "",
            )
        }),
        ("html", |_| {
            status("200 OK", "content-type: text/html\r\n", "<html></html>")
        }),
        ("no-message", |_| {
            status(
                "200 OK",
                "content-type: application/json\r\n",
                "{\"ok\": true}",
            )
        }),
        ("media-type", |_| status("406 Not Acceptable", "", "")),
        ("proxy", |_| status("502 Bad Gateway", "", "")),
        ("busy", |_| status("429 Too Many Requests", "", "")),
        ("status", |_| status("500 Internal Server Error", "", "")),
        ("silent", |_| None),
        ("no-common-version", |request| {
            let error = json!({"code": -32022, "message": "unsupported version"});
            json(&json!({"jsonrpc": "2.0", "id": request.body["id"], "error": error}))
        }),
        ("buffered", |request| {
            match request.body["method"].as_str() {
                Some("subscriptions/listen") => None,
                _ => good(request),
            }
        }),
    ];
    let checks: Vec<_> = cases
        .into_iter()
        .map(|(code, answer)| {
            std::thread::spawn(move || {
                let root = serve(answer);
                assert_eq!(found_at(&format!("{root}/v1"), &[]), [code], "{code}");
            })
        })
        .collect();
    checks.into_iter().for_each(|check| check.join().unwrap());
}

#[test]
fn machines_and_origins_that_do_not_answer() {
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    assert_eq!(found_at(&format!("http://{free}/mcp"), &[]), ["refused"]);
    assert_eq!(
        found_at("http://nowhere.invalid/mcp", &[]),
        ["unknown-host"]
    );
    let plain = serve(good).replace("http://", "https://");
    assert_eq!(found_at(&format!("{plain}/mcp"), &[]), ["tls"]);
    let bookshop = HttpServer::start(&program("bookshop"), &[]);
    let page = ["--origin", "https://app.example.com"];
    assert_eq!(found_at(&bookshop.url, &page), ["origin"]);
    let name = ["-H", "Host: shop.example.com"];
    assert_eq!(found_at(&bookshop.url, &name), ["host"]);
    let root = serve(|request| match &*request.method {
        "OPTIONS" => status("204 No Content", "access-control-allow-origin: *\r\n", ""),
        _ => good(request),
    });
    assert_eq!(found_at(&format!("{root}/mcp"), &page), ["cors"]);
}

#[cfg(unix)]
mod pipes {
    use std::{fs, os::unix::fs::PermissionsExt, path::Path};

    use super::found;

    /// A server by a shell: `$said` is what it answers to a request.
    const SERVER: &str = r#"
        while read -r line; do
            id=${line#*\"id\":}; id=${id%%[,\}]*}
            case $line in
            *server/discover*) discover ;;
            *initialize\"*) initialize ;;
            *tools/list*) tools ;;
            esac
        done
    "#;
    const DISCOVER: &str = r#"discover() { echo '{"jsonrpc":"2.0","id":'$id',"result":{"supportedVersions":["2026-07-28"]}}'; }
    "#;
    const INITIALIZE: &str = r#"initialize() { echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-11-25"}}'; }
    "#;
    const TOOLS: &str = r#"tools() { echo '{"jsonrpc":"2.0","id":'$id',"result":{"tools":[]}}'; }
    "#;

    fn script(before: &str, discover: &str) -> String {
        format!("{INITIALIZE}{TOOLS}{discover}{before}{SERVER}")
    }

    fn found_in(script: &str) -> Vec<String> {
        found(&["--slow", "3", "--patience", "6", "--", "sh", "-c", script])
    }

    #[test]
    fn programs_that_are_broken_are_told_apart() {
        let refuses = r#"discover() { echo '{"jsonrpc":"2.0","id":'$id',"error":{"code":-32601,"message":"Method not found"}}'; }
        "#;
        let none = "initialize() { discover; }\n";
        let cases: [(&[&str], String); 12] = [
            (&[][..], script("", DISCOVER)),
            (&[], script("", refuses)),
            // a legacy server that ends at what it doesn't know
            (&[], script("", "discover() { exit 1; }\n")),
            (
                &["stdout"],
                script("echo Starting the server...\n", DISCOVER),
            ),
            (
                &["stdout"],
                script("", "discover() { echo '{\"level\":\"info\"}'; }\n"),
            ),
            (&["several-lines"], script("echo '{'\n", DISCOVER)),
            (
                &["no-newline"],
                script(
                    "",
                    "discover() { printf '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'; }\n",
                ),
            ),
            (&["silent"], script("", "discover() { :; }\n")),
            (&["ended"], "echo 'no database' >&2; exit 3".into()),
            (&["slow-start"], script("sleep 3.2\n", DISCOVER)),
            (
                &["no-common-version"],
                script("", &format!("{refuses}{none}")),
            ),
            (
                &["lingers"],
                format!("trap '' TERM; {}\nexec sleep 600", script("", DISCOVER)),
            ),
        ];
        let checks = cases.map(|(codes, text)| {
            let codes: Vec<String> = codes.iter().map(ToString::to_string).collect();
            std::thread::spawn(move || assert_eq!(found_in(&text), codes, "{text}"))
        });
        checks.into_iter().for_each(|check| check.join().unwrap());
    }

    #[test]
    fn files_that_cannot_be_started_are_told_apart() {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = |name: &str, text: &str, mode: u32| {
            let path = folder.join(name);
            fs::write(&path, text).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            path.to_str().unwrap().to_owned()
        };
        for (code, program) in [
            ("not-executable", file("plain", "#!/bin/sh\n", 0o644)),
            (
                "no-interpreter",
                file("script", "#!/nowhere/python\n", 0o755),
            ),
            ("crlf", file("windows", "#!/bin/sh\r\n", 0o755)),
            ("not-started", file("data", "\u{7f}ELF, or not", 0o755)),
            ("not-a-program", folder.to_str().unwrap().to_owned()),
            (
                "not-found",
                folder.join("nothing").to_str().unwrap().to_owned(),
            ),
            ("not-found", "no-program-has-this-name".to_owned()),
        ] {
            assert_eq!(found(&["--", &program]), [code], "{program}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn it_says_what_was_seen_and_what_to_do() {
    let root = serve(|request| match &*request.path {
        "/mcp" => good(request),
        _ => status("404 Not Found", "", ""),
    });
    let url = format!("{root}/sse");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
    let output = command.args(["doctor", &url]).output().unwrap();
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
        format!(
            "wrong-path: nothing answers at the path /sse\n  remedy: the server is at {root}/mcp\n"
        )
    );
    let output = Command::new(env!("CARGO_BIN_EXE_ferramenta"))
        .arg("doctor")
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    for host in [
        "Claude Desktop",
        "Claude Code",
        "Cursor",
        "VS Code",
        "Gemini CLI",
        "Codex",
        "Zed",
    ] {
        assert!(text.contains(host), "{text}");
    }
    for (arguments, problem) in [
        (
            &["my-server"][..],
            "`my-server` is no URL; a command stands after `--`",
        ),
        (&["http://x", "--origin", "app"], "`app` is no origin"),
        (&["http://x", "-H", "secret"], "a header has no colon"),
    ] {
        let output = doctor(arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(String::from_utf8(output.stderr).unwrap().contains(problem));
    }
}
