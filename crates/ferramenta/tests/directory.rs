//! The files below a folder: read, listed, and not left.
#![cfg(feature = "directory")]

#[path = "support/folder.rs"]
mod folder;
mod support;

use ferramenta::{Context, Directory, ResourceDef, Server, TestClient};
use folder::Folder;
use serde_json::{Value, json};
use support::{VERSIONS, client, client_of};

/// What nobody may read.
const SECRET: &str = "what nobody may read";

/// A folder with files beside it, and links of all kinds in it.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("outside/secret.txt", SECRET);
    folder.write("outside/sub/secret.txt", SECRET);
    folder.write("root-too/secret.txt", SECRET);
    for (path, contents) in [
        ("root/a.txt", "a"),
        ("root/b c/ü.md", "# ü"),
        ("root/b c/d/e.json", "{}"),
        ("root/percent%2e.txt", "percent"),
        ("root/.env", SECRET),
        ("root/.git/config", SECRET),
        ("root/b c/.hidden", SECRET),
        ("root/large.bin", &"x".repeat(2_000)),
    ] {
        folder.write(path, contents);
    }
    folder.write_bytes("root/pixel.png", &[0x89, b'P', 0, 1]);
    folder.write_bytes("root/broken.md", &[b'#', 0xff]);
    #[cfg(unix)]
    folder.make_links();
    folder
}

fn directory(folder: &Folder) -> ResourceDef {
    Directory::new(folder.path("root"))
        .max_size(1_000)
        .at("files:///{+path}")
}

fn server(folder: &Folder) -> Server {
    Server::new("Files").resource_value(directory(folder))
}

#[tokio::test]
async fn files_are_texts_or_bytes_by_what_they_hold() {
    let folder = folder();
    for version in VERSIONS {
        let client = client_of(version, server(&folder));
        for (path, mime_type, member, contents) in [
            ("a.txt", "text/plain", "text", "a"),
            ("b%20c/%C3%BC.md", "text/markdown", "text", "# ü"),
            ("b%20c/d/e.json", "application/json", "text", "{}"),
            ("percent%252e.txt", "text/plain", "text", "percent"),
            ("pixel.png", "image/png", "blob", "iVAAAQ=="),
            ("broken.md", "application/octet-stream", "blob", "I/8="),
        ] {
            let uri = format!("files:///{path}");
            let read = client.read(&uri).await;
            read.assert_ok();
            assert_eq!(
                read.result()["contents"],
                json!([{ "uri": uri, "mimeType": mime_type, member: contents }])
            );
        }
    }
}

#[tokio::test]
async fn a_file_that_is_too_large_says_so() {
    let folder = folder();
    let client = client(server(&folder));
    let words = "The file has 2000 bytes, and at most 1000 are read.";
    client
        .read("files:///large.bin")
        .await
        .assert_protocol_error(-32603, words);
}

async fn listed(server: Server) -> Vec<Vec<Value>> {
    let client = client(server);
    let mut pages = Vec::new();
    let mut params = json!({});
    loop {
        let answer = client.request("resources/list", params).await;
        answer.assert_ok();
        let entries = answer.result()["resources"].as_array().expect("a list");
        pages.push(entries.clone());
        match answer.result().get("nextCursor") {
            Some(cursor) => params = json!({ "cursor": cursor }),
            None => return pages,
        }
    }
}

fn names(entries: &[Value]) -> Vec<&str> {
    let names = entries.iter().map(|entry| entry["name"].as_str());
    names.map(Option::unwrap_or_default).collect()
}

const FILES: [&str; 6] = [
    "a.txt",
    "b c/d/e.json",
    "b c/ü.md",
    "broken.md",
    "percent%2e.txt",
    "pixel.png",
];

#[tokio::test]
async fn what_can_be_read_is_listed_in_its_order() {
    let folder = folder();
    let pages = listed(server(&folder)).await;
    assert_eq!(names(&pages[0]), FILES);
    assert_eq!(
        pages[0][2],
        json!({ "uri": "files:///b%20c/%C3%BC.md", "name": "b c/ü.md", "mimeType": "text/markdown", "size": 4 })
    );
    let client = client(server(&folder));
    for entry in &pages[0] {
        client
            .read(entry["uri"].as_str().unwrap())
            .await
            .assert_ok();
    }
    for size in 1..=6 {
        let pages = listed(server(&folder).page_size(size)).await;
        assert!(pages.iter().all(|page| page.len() <= size));
        assert_eq!(names(&pages.concat()), FILES, "{size} to a page");
    }
}

#[tokio::test]
async fn a_page_begins_where_the_one_before_has_ended_whatever_has_changed() {
    let folder = folder();
    let client = client(server(&folder).page_size(2));
    let first = client.request("resources/list", json!({})).await;
    folder.remove("root/b c/d/e.json");
    folder.write("root/b c/c.txt", "too early");
    folder.write("root/b c/e.txt", "in time");
    let cursor = &first.result()["nextCursor"];
    let second = client
        .request("resources/list", json!({ "cursor": cursor }))
        .await;
    let entries = second.result()["resources"].as_array().unwrap();
    assert_eq!(names(entries), ["b c/e.txt", "b c/ü.md"]);
}

#[tokio::test]
async fn hidden_files_are_let_in_on_purpose() {
    let folder = folder();
    let hidden = Directory::new(folder.path("root"))
        .hidden_files()
        .at("files:///{+path}");
    let client = client(Server::new("Files").resource_value(hidden));
    client.read("files:///.git/config").await.assert_ok();
}

#[tokio::test]
async fn rules_hold_for_files() {
    let folder = folder();
    let only_a = directory(&folder)
        .visible(|(cx,): (Context,)| async move { cx.uri_variables()["path"] == "a.txt" });
    let server = Server::new("Files").resource_value(only_a);
    let client = client(server);
    client.read("files:///a.txt").await.assert_ok();
    let refused = client.read("files:///percent%252e.txt").await;
    refused.assert_protocol_error(-32602, "Resource not found");
    let listed = client.request("resources/list", json!({})).await;
    assert_eq!(
        names(listed.result()["resources"].as_array().unwrap()),
        ["a.txt"]
    );
}

#[test]
fn a_folder_that_is_not_there_is_a_mistake() {
    let folder = folder();
    for path in ["nowhere", "root/a.txt"] {
        let missing = Directory::new(folder.path(path)).at("files:///{+path}");
        let errors = Server::new("Files")
            .resource_value(missing)
            .build()
            .unwrap_err();
        assert_eq!(errors.errors()[0].code.as_str(), "FM0026", "{errors}");
    }
    let other = Directory::new(folder.path("root")).at("files:///{+name}");
    let errors = Server::new("Files")
        .resource_value(other)
        .build()
        .unwrap_err();
    assert_eq!(errors.errors()[0].code.as_str(), "FM0022", "{errors}");
}

/// Paths that lead out, or to what isn't a file of the folder.
const HOSTILE: [&str; 80] = [
    "../outside/secret.txt",
    "../root-too/secret.txt",
    "..",
    "../",
    ".",
    "./a.txt",
    "a.txt/.",
    "a.txt/..",
    "a.txt/../a.txt",
    "b%20c/../a.txt",
    "b%20c/../../outside/secret.txt",
    "b%20c/./d/e.json",
    "%2e%2e/outside/secret.txt",
    "%2E%2E/outside/secret.txt",
    "%2e./outside/secret.txt",
    ".%2e/outside/secret.txt",
    "%2e%2e%2foutside%2fsecret.txt",
    "..%2foutside%2fsecret.txt",
    "..%2Foutside/secret.txt",
    "%252e%252e/outside/secret.txt",
    "%252e%252e%252foutside%252fsecret.txt",
    "..%252foutside%252fsecret.txt",
    "..%5coutside%5csecret.txt",
    "..\\outside\\secret.txt",
    "..%255coutside%255csecret.txt",
    "b%20c\\d\\e.json",
    "b%20c%5Cd%5Ce.json",
    "%5c%5chost%5cshare%5csecret.txt",
    "%2f%2fhost/share/secret.txt",
    "/etc/passwd",
    "//etc/passwd",
    "%2Fetc/passwd",
    "%2fetc%2fpasswd",
    "c:/windows/win.ini",
    "C:%5Cwindows%5Cwin.ini",
    "c%3a/windows/win.ini",
    "b%20c/c:/windows",
    "a.txt:stream",
    "a.txt::$DATA",
    "a.txt%3a%3a$DATA",
    "a.txt%00",
    "a.txt%00.png",
    "%00",
    "..%00/outside/secret.txt",
    "%c0%ae%c0%ae/outside/secret.txt",
    "%c0%af../outside/secret.txt",
    "..%c0%afoutside%c0%afsecret.txt",
    "..%c1%9coutside%c1%9csecret.txt",
    "%e0%80%ae%e0%80%ae/outside/secret.txt",
    "%ff%fe/secret.txt",
    "%u002e%u002e/outside/secret.txt",
    "%uff0e%uff0e/outside/secret.txt",
    "\u{ff0e}\u{ff0e}/outside/secret.txt",
    "%ef%bc%8e%ef%bc%8e/outside/secret.txt",
    "..%ef%bc%8foutside%ef%bc%8fsecret.txt",
    "..%e2%88%95outside%e2%88%95secret.txt",
    "..;/outside/secret.txt",
    ".../outside/secret.txt",
    "..../outside/secret.txt",
    "....//outside/secret.txt",
    "..././outside/secret.txt",
    "~/secret.txt",
    "~root/.profile",
    "$HOME/secret.txt",
    "%25HOME%25/secret.txt",
    "file:///etc/passwd",
    "a.txt.",
    "a.txt%20",
    "a.txt%20.",
    "a.txt/",
    "a.txt//",
    "b%20c//d/e.json",
    "b%20c",
    "b%20c/",
    "CON",
    "nul",
    "nul.txt",
    "b%20c/COM1.log",
    "a.txt%0a",
    "",
];

/// Names in the folder that are there, and aren't let in.
const NOT_LET_IN: [&str; 4] = [".env", ".git/config", "b%20c/.hidden", "a.txt?raw=1"];

async fn assert_all_missing(client: &TestClient, code: i32, paths: &[&str]) {
    let missing = refusal(client, code, "files:///no-such-file").await;
    for path in paths {
        let uri = format!("files:///{path}");
        let told = refusal(client, code, &uri).await;
        assert_eq!(told, missing, "{uri}");
    }
}

/// What is answered where nothing is, without the id and the URI that was asked for.
async fn refusal(client: &TestClient, code: i32, uri: &str) -> String {
    let answer = client.read(uri).await;
    answer.assert_protocol_error(code, "Resource not found");
    let mut message = answer.message().clone();
    message["id"].take();
    let named = message["error"]["data"]["uri"].take();
    assert_eq!(named, uri);
    let text = message.to_string();
    assert!(!text.contains(SECRET), "{text}");
    text
}

#[tokio::test]
async fn no_path_leads_out() {
    let folder = folder();
    for (version, code) in [("2026-07-28", -32602), ("2025-06-18", -32002)] {
        let client = client_of(version, server(&folder));
        assert_all_missing(&client, code, &HOSTILE).await;
        assert_all_missing(&client, code, &NOT_LET_IN).await;
        let long = "a/".repeat(100) + "a";
        let wide = "a".repeat(10_000);
        let shown = client.read(&format!("files:///{wide}")).await;
        shown.assert_protocol_error(code, "Resource not found");
        let shown = client.read(&format!("files:///{long}")).await;
        shown.assert_protocol_error(code, "Resource not found");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn no_link_is_followed_and_nothing_waits_for_a_pipe() {
    let folder = folder();
    let client = client(server(&folder));
    for link in folder::LINKS {
        assert!(
            folder
                .path(&format!("root/{}", link.name))
                .symlink_metadata()
                .is_ok()
        );
    }
    let paths: Vec<String> = folder::LINKS
        .iter()
        .flat_map(|link| link.paths)
        .map(|path| (*path).to_owned())
        .chain(["pipe".to_owned(), "socket".to_owned()])
        .collect();
    let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
    assert!(paths.len() >= 14);
    assert_all_missing(&client, -32602, &paths).await;
    let pages = listed(server(&folder)).await.concat();
    assert_eq!(names(&pages), FILES);
}

#[cfg(unix)]
#[tokio::test]
async fn a_folder_that_becomes_a_link_leads_nowhere() {
    let folder = folder();
    let client = client(server(&folder));
    client.read("files:///b%20c/%C3%BC.md").await.assert_ok();
    folder.move_away("root/b c", "root/b-moved");
    folder.link("root/b c", "../outside");
    assert_all_missing(
        &client,
        -32602,
        &["b%20c/secret.txt", "b%20c/sub/secret.txt"],
    )
    .await;
    // the folder itself is the one that was opened, wherever it is by now
    folder.move_away("root", "elsewhere");
    folder.link("root", "outside");
    client.read("files:///a.txt").await.assert_ok();
    assert_all_missing(&client, -32602, &["secret.txt"]).await;
}
