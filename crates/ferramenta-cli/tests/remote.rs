//! `ferramenta list`, `call`, `read` and `prompt`, against servers of both eras, over pipes and HTTP.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod rack;
mod record;

#[cfg(unix)]
use std::io::{BufRead, BufReader};
#[cfg(target_os = "linux")]
use std::net::TcpListener;
use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use record::{HttpServer, Record, program};
use serde_json::Value;

#[test]
fn the_bookshop_is_the_same_by_pipe_and_by_http_and_in_both_eras() {
    let bookshop = program("bookshop");
    let http = HttpServer::start(&bookshop, &[]);
    let mut texts = Vec::new();
    for era in ["modern", "legacy", "auto"] {
        let mut by_pipe = Record::new("");
        let mut by_http = Record::new("");
        for words in [
            &["list"][..],
            &["list", "--json"],
            &["call", "search_books", "query=dune", "limit=2"],
            &["call", "search_books", "query=dune", "limit=2", "--json"],
            &["call", "search_books", "query=dune", "limit:=99"],
            &["call", "search_books", "query=dune", "limit:=99", "--json"],
            &["call", "add_book", "book={\"title\": \"Emma\"}"],
            &["read", "shop://hours"],
            &["read", "shop://shelves/poetry", "--json"],
            &["read", "shop://nowhere"],
            &["read", "shop://nowhere", "--json"],
            &["prompt", "recommend_books", "liked=Dune", "count=2"],
            &["prompt", "recommend_books", "liked=Dune", "--json"],
        ] {
            let (command, rest) = words.split_first().unwrap();
            let options = ["--era", era];
            by_pipe.run(&[words, &options, &["--", &bookshop]].concat());
            by_http.run(&[&[*command, &http.url], rest, &options].concat());
        }
        by_http.replace(&format!(" {}", http.url), "");
        by_pipe.replace(&format!(" -- {bookshop}"), "");
        assert_eq!(by_pipe.text(), by_http.text());
        texts.push((era, by_pipe.text()));
    }
    // what was detected is what the server prefers
    let (modern, auto) = (&texts[0].1, &texts[2].1);
    assert_eq!(modern, &auto.replace("--era auto", "--era modern"));
    for (file, (_, text)) in ["bookshop-modern.txt", "bookshop-legacy.txt"]
        .into_iter()
        .zip(texts)
    {
        let mut record = Record::new(file);
        record.replace(env!("CARGO_PKG_VERSION"), "[version]");
        record.add(&text);
        record.check();
    }
}

#[test]
fn contents_questions_and_logs_of_every_kind() {
    let server = program("conformance-server");
    for (era, file) in [
        ("modern", "contents-modern.txt"),
        ("legacy", "contents-legacy.txt"),
    ] {
        let mut record = Record::new(file);
        record.replace(&server, "[server]");
        record.replace(env!("CARGO_PKG_VERSION"), "[version]");
        for words in [
            &["call", "test_simple_text"][..],
            &["call", "test_image_content"],
            &["call", "test_audio_content"],
            &["call", "test_embedded_resource"],
            &["call", "test_multiple_content_types"],
            &["call", "test_error_handling"],
            &["call", "test_error_handling", "--json"],
            &["call", "test_tool_with_progress"],
            &["call", "test_tool_with_logging"],
            &["call", "test_elicitation", "message=Who?"],
            &[
                "call",
                "test_elicitation",
                "message=Who?",
                "--answer",
                "{\"username\": \"ada\", \"email\": \"ada@example.com\"}",
            ],
            &["call", "test_sampling", "prompt=Hi"],
            &[
                "call",
                "test_sampling",
                "prompt=Hi",
                "--answer",
                "\"Hello\"",
            ],
            &["prompt", "test_prompt_with_arguments", "arg1=a", "arg2=b"],
            &["prompt", "test_prompt_with_image"],
            &[
                "prompt",
                "test_prompt_with_embedded_resource",
                "resourceUri=a://b",
            ],
            &["read", "test://static-text"],
            &["read", "test://template/7/data"],
        ] {
            record.run(&[words, &["--era", era, "--", &server]].concat());
        }
        record.check();
    }
}

#[test]
fn bytes_are_bytes_where_no_terminal_is() {
    let server = program("conformance-server");
    let mut record = Record::new("");
    let output = record.run(&["read", "test://static-binary", "--", &server]);
    assert!(output.status.success());
    assert!(output.stdout.starts_with(b"\x89PNG"), "{:?}", output.stdout);
}

// the system's own words are part of it
#[cfg(target_os = "linux")]
#[test]
fn mistakes_are_named_and_have_their_exit_codes() {
    let bookshop = program("bookshop");
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let mut record = Record::new("remote-mistakes.txt");
    record.replace(&bookshop, "[bookshop]");
    record.replace(&free.to_string(), "[free]");
    let nobody = format!("http://{free}/mcp");
    let server = &["--", &bookshop][..];
    for words in [
        &["list"][..],
        &["list", "word", "--", "x"],
        &["call", "--", "x"],
        &["call", "search_books"],
        &["read", "a://b"],
        &["list", "ftp://example.com"],
        &["list", "http://user:secret@example.com"],
        &["list", "http://127.0.0.1:9/", "-H", "secret"],
        &["list", "http://127.0.0.1:9/", "-H", "Host: x"],
        &["list", "http://127.0.0.1:9/", "--bearer", "a b"],
        &["list", "--bearer", "x", "--", "y"],
        &["list", "--timeout", "0", "--", "y"],
        &["list", &nobody],
        &["list", "--", "/nowhere/server"],
        &["list", "--", "sh", "-c", "read -r line; exit 7"],
    ] {
        record.run(words);
    }
    for words in [
        &["call", "nothing"][..],
        &["call", "search_books"],
        &["call", "search_books", "query"],
        &["call", "search_books", "query=a", "limit=many"],
        &["call", "search_books", "query=a", "querry=b"],
        &["call", "search_books", "query=@nowhere.txt"],
        &["call", "search_books", "query:={"],
        &["call", "search_books", "query=a", "--answer", "{"],
        &["prompt", "nothing"],
        &["prompt", "recommend_books"],
        &["prompt", "recommend_books", "liked=a", "loved=b"],
        &["read", "shop://hours", "shop://again"],
    ] {
        record.run(&[words, server].concat());
    }
    record.check();
}

#[test]
fn arguments_come_from_files() {
    let bookshop = program("bookshop");
    let folder =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("files-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (all, one) = (folder.join("all.json"), folder.join("query.txt"));
    fs::write(&all, "{\"query\": \"dune\", \"limit\": 2}").unwrap();
    fs::write(&one, "dune").unwrap();
    let mut record = Record::new("");
    for words in [
        vec![format!("@{}", all.display())],
        vec![format!("query=@{}", one.display()), "limit=2".into()],
    ] {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output =
            record.run(&[&["call", "search_books"], &words[..], &["--", &bookshop]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text, "Found 3 books matching 'dune' (showing up to 2).\n");
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A server by a shell, which never answers a call.
#[cfg(unix)]
const SLOW: &str = r#"
    while read -r line; do
        id=${line#*\"id\":}; id=${id%%[,\}]*}
        case $line in
        *server/discover*) result='{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"resultType":"complete","ttlMs":0,"cacheScope":"private"}' ;;
        *tools/list*) result='{"tools":[{"name":"slow","inputSchema":{"type":"object"}}],"resultType":"complete","ttlMs":0,"cacheScope":"private"}' ;;
        *tools/call*) echo called >&2; continue ;;
        *) continue ;;
        esac
        echo '{"jsonrpc":"2.0","id":'$id',"result":'$result'}'
    done
"#;

#[cfg(unix)]
#[test]
fn there_is_a_limit_of_time() {
    let mut record = Record::new("");
    let output = record.run(&["call", "slow", "--timeout", "3", "--", "sh", "-c", SLOW]);
    assert_eq!(output.status.code(), Some(3));
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(
        told,
        "called\nferramenta: no answer within 3 s; --timeout gives it longer\n"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_command_and_the_server() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
    command
        .args(["call", "slow", "--", "sh", "-c", SLOW])
        .stdin(Stdio::null());
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(lines.next().unwrap().unwrap(), "called");
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    assert_eq!(lines.next().unwrap().unwrap(), "ferramenta: interrupted");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    // nobody else holds the pipe open any longer
    assert!(lines.next().is_none());
}

#[test]
fn json_is_one_line_of_json() {
    let bookshop = program("bookshop");
    let mut record = Record::new("");
    for words in [
        &["list"][..],
        &["call", "search_books", "query=x"],
        &["call", "search_books", "query=x", "limit=99"],
        &["read", "shop://nowhere"],
        &["prompt", "recommend_books", "liked=x"],
    ] {
        let output = record.run(&[words, &["--json", "--", &bookshop]].concat());
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(text.lines().count(), 1, "{words:?}: {text}");
        assert!(serde_json::from_str::<Value>(&text).unwrap().is_object());
    }
}

#[test]
fn headers_and_tokens_are_sent_and_not_printed() {
    let root = rack::serve(|request| {
        let is_known = request.headers.contains("authorization: bearer s3cret\n")
            && request.headers.contains("x-tenant: acme\n");
        match is_known {
            true => rack::good(request),
            false => rack::status("401 Unauthorized", "www-authenticate: Bearer\r\n", ""),
        }
    });
    let url = format!("{root}/mcp");
    let list = |given: &[&str], variable: Option<&str>| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
        command
            .args(["list", &url, "-H", "X-Tenant: acme"])
            .args(given);
        command
            .env_remove("FERRAMENTA_BEARER")
            .envs(variable.map(|token| ("FERRAMENTA_BEARER", token)));
        let output = command.stdin(Stdio::null()).output().unwrap();
        let printed = [output.stdout, output.stderr].concat();
        let printed = String::from_utf8(printed).unwrap();
        assert!(
            !printed.contains("s3cret") && !printed.contains("wr0ng"),
            "{printed}"
        );
        (output.status.code().unwrap(), printed)
    };
    assert_eq!(list(&["--bearer", "s3cret"], None).0, 0);
    assert_eq!(list(&[], Some("s3cret")).0, 0);
    assert_eq!(list(&["--bearer", "s3cret"], Some("wr0ng")).0, 0);
    let (code, printed) = list(&["--bearer", "wr0ng"], None);
    assert_eq!(code, 3);
    assert_eq!(printed, "ferramenta: authorization required: Bearer\n");
}
