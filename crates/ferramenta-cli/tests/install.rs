//! `ferramenta install` and `uninstall`: what each host reads, and files that are as they were afterwards.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use support::ferramenta;

const HOSTS: [&str; 8] = [
    "claude-desktop",
    "claude-code",
    "cursor",
    "vscode",
    "gemini",
    "codex",
    "zed",
    "mcp.json",
];

/// What people have in such a file: comments, other keys, another server, commas that not all like.
const JSONC: &str = r#"// mine
{
    /* dark, always */
    "theme": "dark",
    "KEY": {
        // the old one
        "older": { "command": "older", "args": ["-v"] }, // keep
    },
    "last": [1, 2.50, 1e3]
}
"#;

const TOML: &str = r#"# mine
model = "o5"   # the new one

[mcp_servers.older]
command = "older"
args = ["-v"]   # keep

[ profile . fast ]
x = 1
"#;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("bin")).unwrap();
        fs::write(folder.join("bin/my-server"), "").unwrap();
        Self(folder)
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = ferramenta();
        command
            .args(arguments)
            .current_dir(&self.0)
            .env("PATH", self.0.join("bin"));
        command
            .env("HOME", &self.0)
            .env("USERPROFILE", &self.0)
            .env("APPDATA", self.0.join("settings"));
        command
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("CODEX_HOME");
        command.output().unwrap()
    }

    fn ran(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let problem = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?}: {problem}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    fn write(&self, file: &str, text: &str) {
        fs::write(self.0.join(file), text).unwrap();
    }

    /// What is there but the program.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.retain(|name| name != "bin");
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn key(host: &str) -> &str {
    match host {
        "vscode" => "servers",
        "codex" => "mcp_servers",
        "zed" => "context_servers",
        _ => "mcpServers",
    }
}

/// Files as they may be before: with comments, of another system, of one line, empty, with a mark, and none.
fn befores(host: &str) -> Vec<(&'static str, Option<String>)> {
    if host == "codex" {
        return vec![
            ("comments", Some(TOML.into())),
            ("CRLF", Some(TOML.replace('\n', "\r\n"))),
            ("no line end", Some("a = 1".into())),
            ("empty", Some(String::new())),
            ("no file", None),
        ];
    }
    let jsonc = JSONC.replace("KEY", key(host));
    vec![
        ("comments", Some(jsonc.clone())),
        ("CRLF", Some(jsonc.replace('\n', "\r\n"))),
        ("tabs", Some(jsonc.replace("    ", "\t"))),
        ("one line", Some(r#"{"a":1}"#.into())),
        ("no members", Some("{}\n".into())),
        ("a mark", Some("\u{feff}{\n  \"a\": 1\n}\n".into())),
        ("empty", Some(String::new())),
        ("no file", None),
    ]
}

const COMMAND: [&str; 8] = [
    "--config",
    "file",
    "-e",
    "TOKEN=a \"b\"",
    "--",
    "my-server",
    "--path",
    "C:\\x y",
];
const URL: [&str; 5] = [
    "--config",
    "file",
    "https://example.com/mcp",
    "-H",
    "Authorization: Bearer abc",
];

#[test]
fn each_host_reads_what_is_installed_and_uninstalling_restores_the_file() {
    let folder = Folder::new("install");
    let mut golden = String::new();
    for host in HOSTS {
        for (label, before) in befores(host) {
            for target in [&COMMAND[..], &URL[..]] {
                if target.len() == URL.len() && (label != "comments" || host == "claude-desktop") {
                    continue;
                }
                let words = [&["install", host][..], target].concat();
                let after = round_trip(&folder, host, before.as_deref(), &words);
                let after = after
                    .replace('\r', "<CR>")
                    .replace('\u{feff}', "<MARK>")
                    .replace('\t', "<TAB>");
                writeln!(golden, "=== {host}, {label}: {}\n{after}", words.join(" ")).unwrap();
            }
        }
    }
    compare("install.txt", &golden);
}

/// Installs twice, uninstalls, and returns the file between.
fn round_trip(folder: &Folder, host: &str, before: Option<&str>, words: &[&str]) -> String {
    if let Some(before) = before {
        folder.write("file", before);
    }
    let names = folder.files();
    let shown = folder.ran(
        &[words, &["--dry-run"][..]]
            .concat()
            .into_iter()
            .fold(Vec::new(), dry),
    );
    assert_eq!(folder.files(), names);
    folder.ran(words);
    let after = folder.read("file");
    assert_eq!(shown, after);
    assert!(folder.ran(words).contains("already"));
    assert_eq!(folder.read("file"), after);
    let name = if words.contains(&"--") {
        "my-server"
    } else {
        "example-com"
    };
    if let Some(before) = before {
        assert_eq!(folder.read(&format!("file.before-{name}")), before);
    }
    folder.ran(&["uninstall", host, name, "--config", "file"]);
    assert_eq!(folder.files(), names);
    if let Some(before) = before {
        assert_eq!(folder.read("file"), before, "{host}");
        fs::remove_file(folder.0.join("file")).unwrap();
    }
    after
}

/// The option has to stand before the command.
fn dry<'a>(mut words: Vec<&'a str>, word: &'a str) -> Vec<&'a str> {
    let place = words
        .iter()
        .position(|word| *word == "--")
        .filter(|_| word == "--dry-run");
    words.insert(place.unwrap_or(words.len()), word);
    words
}

#[test]
fn a_file_that_has_changed_since_loses_the_entry_alone() {
    let folder = Folder::new("changed");
    for host in ["cursor", "codex"] {
        let (before, more) = match host {
            "codex" => (TOML.to_owned(), "\n[later]\ny = 2\n"),
            _ => (JSONC.replace("KEY", key(host)), "// later\n"),
        };
        folder.write("file", &before);
        folder.ran(&["install", host, "--config", "file", "--", "my-server"]);
        folder.write("file", &(folder.read("file") + more));
        let told = folder.ran(&["uninstall", host, "my-server", "--config", "file"]);
        assert!(told.contains("which has changed since"), "{told}");
        let left = folder.read("file");
        assert!(
            left.contains("later") && left.contains("keep") && left.contains("older"),
            "{left}"
        );
        assert!(!left.contains("my-server"), "{left}");
    }
}

#[test]
fn several_servers_come_and_go() {
    let folder = Folder::new("several");
    let before = JSONC.replace("KEY", "mcpServers");
    folder.write("file", &before);
    for name in ["one", "two"] {
        folder.ran(&[
            "install",
            "cursor",
            "--config",
            "file",
            "--name",
            name,
            "--",
            "my-server",
        ]);
    }
    let both = folder.read("file");
    // last in, first out: all of it as it was
    folder.ran(&["uninstall", "cursor", "two", "--config", "file"]);
    folder.ran(&["uninstall", "cursor", "one", "--config", "file"]);
    assert_eq!(folder.read("file"), before);
    folder.write("file", &both);
    folder.ran(&["uninstall", "cursor", "one", "--config", "file"]);
    assert!(folder.read("file").contains("two"));
}

#[test]
fn another_server_of_the_name_is_replaced_only_when_that_is_wanted() {
    let folder = Folder::new("replaced");
    for host in ["zed", "codex"] {
        let before = match host {
            "codex" => TOML.to_owned(),
            _ => JSONC.replace("KEY", key(host)),
        };
        folder.write("file", &before);
        let words = [
            "install",
            host,
            "--config",
            "file",
            "--name",
            "older",
            "--replace",
            "--",
            "my-server",
        ];
        let refused = folder.run(&[&words[..6], &words[7..]].concat());
        assert_eq!(refused.status.code(), Some(1));
        assert_eq!(folder.read("file"), before);
        folder.ran(&words);
        assert!(
            folder.read("file").contains("my-server")
                && folder.read("file").contains("dark") == before.contains("dark")
        );
        folder.ran(&["uninstall", host, "older", "--config", "file"]);
        assert_eq!(folder.read("file"), before);
    }
}

#[test]
fn the_files_of_user_and_project_are_found() {
    let folder = Folder::new("places");
    folder.ran(&["install", "cursor", "--", "my-server"]);
    assert!(folder.read(".cursor/mcp.json").contains("my-server"));
    folder.ran(&["install", "vscode", "--project", "https://example.com/mcp"]);
    assert!(folder.read(".vscode/mcp.json").contains("\"example-com\""));
    folder.ran(&["install", "mcp.json", "--", "bin/my-server"]);
    let program = std::path::absolute(folder.0.join("bin/my-server")).unwrap();
    assert!(
        folder
            .read("mcp.json")
            .contains(&serde_json::to_string(&program).unwrap())
    );
}

#[cfg(unix)]
#[test]
fn links_stay_and_so_do_the_rights() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("rights");
    folder.write("real", "{}");
    fs::set_permissions(folder.0.join("real"), fs::Permissions::from_mode(0o600)).unwrap();
    std::os::unix::fs::symlink("real", folder.0.join("file")).unwrap();
    folder.ran(&["install", "cursor", "--config", "file", "--", "my-server"]);
    assert!(folder.0.join("file").is_symlink());
    assert!(folder.read("real").contains("my-server"));
    for file in ["real", "file.before-my-server"] {
        let mode = fs::metadata(folder.0.join(file))
            .unwrap()
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

#[test]
fn refusals_leave_the_file_alone_and_say_why() {
    let folder = Folder::new("refused");
    let mut golden = String::new();
    let command = ["--config", "file", "--", "my-server"];
    for (text, host, rest) in [
        ("{", "cursor", &command[..]),
        ("[]", "cursor", &command[..]),
        ("{\"mcpServers\": []}", "cursor", &command[..]),
        ("{'a': 1}", "cursor", &command[..]),
        ("a = ", "codex", &command[..]),
        ("mcp_servers = 1\n", "codex", &command[..]),
        ("mcp_servers = { a = {} }\n", "codex", &command[..]),
        (
            "a = 1\r\n",
            "codex",
            &["--config", "file", "--", "my-server", "two\nlines"],
        ),
        ("", "cursor", &["--config", "file", "--", "no-such-program"]),
        (
            "",
            "cursor",
            &["--config", "file", "--", "./no/such/program"],
        ),
        (
            "",
            "cursor",
            &["--config", "file", "--name", "a b", "--", "my-server"],
        ),
        (
            "",
            "cursor",
            &["--config", "file", "-e", "secret", "--", "my-server"],
        ),
        (
            "",
            "cursor",
            &["--config", "file", "-H", "a: b", "--", "my-server"],
        ),
        (
            "",
            "cursor",
            &["--config", "file", "-e", "A=b", "https://example.com"],
        ),
        ("", "cursor", &["--config", "file", "ftp://example.com"]),
        (
            "",
            "cursor",
            &["--config", "file", "https://a:b@example.com"],
        ),
        (
            "",
            "claude-desktop",
            &["--config", "file", "https://example.com"],
        ),
        ("", "claude-desktop", &["--project", "--", "my-server"]),
        ("", "emacs", &["--", "my-server"]),
        ("", "cursor", &["--config", "file"]),
    ] {
        folder.write("file", text);
        let words = [&["install", host][..], rest].concat();
        let output = folder.run(&words);
        assert!(!output.status.success(), "{words:?}");
        assert_eq!(folder.read("file"), text);
        assert_eq!(folder.files(), ["file"]);
        let problem = String::from_utf8(output.stderr).unwrap();
        let code = output.status.code().unwrap();
        writeln!(
            golden,
            "$ ferramenta {}    with {text:?}\n{problem}exit {code}\n",
            words.join(" ")
        )
        .unwrap();
    }
    let output = folder.run(&["uninstall", "cursor", "x", "--config", "file"]);
    assert_eq!(output.status.code(), Some(1));
    golden += &String::from_utf8(output.stderr).unwrap();
    compare("install-refusals.txt", &golden);
}

fn compare(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, text).unwrap();
    }
    assert_eq!(
        text,
        fs::read_to_string(file).unwrap(),
        "BLESS=1 writes the file anew"
    );
}
