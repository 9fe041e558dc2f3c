//! `ferramenta new` and `ferramenta make`: what they write compiles without a warning, and they overwrite nothing.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use support::{ferramenta, manifest};

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
const NAMES: [(&str, &str); 36] = [
    ("tool", "find_ticket"),
    ("tool", "close-ticket"),
    ("tool", "OpenTicket"),
    ("tool", "moveTicket"),
    ("tool", "MERGE_TICKET"),
    ("tool", "support/list_tickets"),
    ("tool", "support/billing/RefundTicket"),
    ("tool", "support/HTTPStatus"),
    ("tool", "parseJSON"),
    ("tool", "Top10Books"),
    ("tool", "top_20"),
    ("tool", "v2Search"),
    ("tool", "match"),
    ("tool", "type/async"),
    ("tool", "gen"),
    ("tool", "a"),
    ("tool", "Z"),
    ("tool", "HelloTool"),
    ("tool", "tool"),
    ("tool", "string"),
    ("tool", "result"),
    (
        "tool",
        "a_rather_long_name_of_a_tool_that_a_team_could_come_up_with",
    ),
    ("toolset", "notes"),
    ("toolset", "desk/Drawers"),
    ("toolset", "tools"),
    ("resource", "opening-hours"),
    ("resource", "shop/ShelfPlan"),
    ("resource", "r2d2"),
    ("resource", "use"),
    ("prompt", "recap"),
    ("prompt", "writing/CoverLetter"),
    ("prompt", "ASCII_art"),
    ("prompt", "messages"),
    ("server", "admin"),
    ("server", "internal/back-office"),
    ("server", "App"),
];

/// A folder of its own, gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Self(folder.canonicalize().unwrap())
    }

    fn write(&self, file: &str, text: &str) {
        let file = self.0.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn read(&self, file: &str) -> String {
        fs::read_to_string(self.0.join(file)).unwrap()
    }

    fn run(&self, arguments: &[&str]) -> Output {
        ferramenta()
            .args(arguments)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    fn ran(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let problem = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{arguments:?}: {problem}");
        assert_eq!(problem, "");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Cargo without the network, with what the workspace was built from, in a folder that outlives the test.
    fn cargo(&self, arguments: &[&str]) -> String {
        let lock = self.0.join("Cargo.lock");
        if !lock.exists() {
            fs::copy(Path::new(WORKSPACE).join("Cargo.lock"), lock).unwrap();
        }
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(arguments).current_dir(&self.0);
        cargo
            .env("CARGO_NET_OFFLINE", "true")
            .env("RUSTFLAGS", "-D warnings");
        cargo.env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("made"),
        );
        let output = cargo.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success(),
            "{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
        text
    }

    fn files(&self) -> BTreeMap<PathBuf, String> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    files.insert(path.clone(), fs::read_to_string(path).unwrap());
                }
            }
        }
        files
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn dependency() -> String {
    format!(
        "[dependencies]\nferramenta = {{ path = {:?} }}\n",
        format!("{WORKSPACE}/crates/ferramenta")
    )
}

#[test]
fn what_is_made_compiles_passes_its_tests_and_is_never_overwritten() {
    let parent = Folder::new("made");
    let told = parent.ran(&["new", "my-shop", "--path", WORKSPACE]);
    assert!(told.contains("created my-shop"), "{told}");
    let project = Folder(parent.0.join("my-shop"));
    for (kind, name) in NAMES {
        // the name of a tool is known to one server only once; servers are for an `App`, which isn't here
        match kind {
            "server" => project.ran(&["make", kind, name]),
            _ => project.ran(&["make", kind, name, "--register", "--server", "lib"]),
        };
    }
    assert!(
        project
            .0
            .join("src/tools/support/billing/refund_ticket.rs")
            .is_file()
    );
    assert!(
        project
            .read("src/lib.rs")
            .contains(".tool::<tools::r#type::r#async::AsyncTool>()")
    );
    project.cargo(&["fmt", "--check"]);
    let tests = project.cargo(&["test", "--quiet", "--all-targets"]);
    assert!(tests.contains("test result: ok"), "{tests}");
    let listed = project.cargo(&["run", "--quiet", "--", "list"]);
    for tool in [
        "find_ticket",
        "http_status",
        "top10_books",
        "notes_add",
        "refund_ticket",
    ] {
        assert!(listed.contains(tool), "{tool}: {listed}");
    }

    let before = project.files();
    for (kind, name) in NAMES {
        let again = project.run(&["make", kind, name]);
        assert_eq!(again.status.code(), Some(1), "{kind} {name}");
        assert!(String::from_utf8_lossy(&again.stderr).contains("exists already"));
    }
    assert_eq!(project.files(), before);
    assert_eq!(parent.run(&["new", "my-shop"]).status.code(), Some(1));
    // the one that is within goes first
    drop(project);
}

#[test]
fn a_program_alone_gets_its_tool_and_keeps_its_comments() {
    let project = Folder::new("lone");
    let dev = "serde_json = \"1\"\ntokio = { version = \"1\", features = [\"macros\", \"rt\"] }\n";
    project.write(
        "Cargo.toml",
        &manifest(
            "lone",
            &format!("{}[dev-dependencies]\n{dev}", dependency()),
        ),
    );
    project.write(
        "src/main.rs",
        "//! Alone.\n\nuse ferramenta::Server;\n\n// begins here\nfn main() -> ferramenta::Result<()> {\n    \
         Server::new(\"Lone\").run() // and ends here\n}\n",
    );
    let told = project.ran(&["make", "tool", "desk/find", "--register"]);
    assert_eq!(
        told,
        "changed src/main.rs\ncreated src/tools/desk/find.rs\ncreated src/tools/desk/mod.rs\ncreated src/tools/mod.rs\n\
         registered in src/main.rs:10 by .tool::<tools::desk::find::FindTool>()\n"
    );
    assert_eq!(
        project.read("src/main.rs"),
        "//! Alone.\n\nmod tools;\n\nuse ferramenta::Server;\n\n// begins here\nfn main() -> ferramenta::Result<()> {\n    \
         Server::new(\"Lone\")\n        .tool::<tools::desk::find::FindTool>()\n        .run() // and ends here\n}\n"
    );
    let tests = project.cargo(&["test", "--quiet"]);
    assert!(tests.contains("2 passed"), "{tests}");
}

#[test]
fn what_cannot_be_written_as_a_whole_is_not_written_at_all() {
    let project = Folder::new("whole");
    project.write("Cargo.toml", &manifest("whole", &dependency()));
    project.write("src/lib.rs", "pub mod tools;\n");
    project.write("src/tools/mod.rs", "");
    // a file where a folder has to be
    project.write("src/tools/support", "");
    let before = project.files();
    let output = project.run(&["make", "tool", "support/find"]);
    assert_eq!(output.status.code(), Some(1));
    let problem = String::from_utf8(output.stderr).unwrap();
    assert!(
        problem.contains("src/tools/support/find.rs can't be written"),
        "{problem}"
    );
    assert_eq!(project.files(), before);
}

#[test]
fn a_project_says_what_it_depends_on() {
    let folder = Folder::new("depends");
    folder.ran(&["new", "plain"]);
    folder.ran(&["new", "My_Fork", "--git", "https://example.com/fork"]);
    folder.ran(&["new", "newest", "--git"]);
    let line = |name: &str| {
        let manifest = folder.read(&format!("{name}/Cargo.toml"));
        let line = manifest.lines().find(|line| line.starts_with("ferramenta"));
        line.map(str::to_owned).unwrap()
    };
    assert_eq!(line("plain"), "ferramenta = \"0.1\"");
    assert_eq!(
        line("My_Fork"),
        "ferramenta = { git = \"https://example.com/fork\" }"
    );
    assert!(line("newest").contains("github.com"));
    assert!(
        folder
            .read("My_Fork/Cargo.toml")
            .contains("name = \"my-fork\"")
    );
    // within a workspace that doesn't know it, a project is a workspace of its own
    folder.write("Cargo.toml", "[workspace]\n");
    assert!(
        folder
            .ran(&["new", "within"])
            .contains("a workspace of its own")
    );
    assert!(
        folder
            .read("within/Cargo.toml")
            .ends_with("\n[workspace]\n")
    );
}

#[test]
fn a_server_is_registered_at_its_application() {
    let project = Folder::new("application");
    project.write("Cargo.toml", &manifest("application", &dependency()));
    project.write(
        "src/lib.rs",
        "pub fn app() -> ferramenta::App {\n    ferramenta::App::new()\n}\n",
    );
    let told = project.ran(&["make", "server", "back/office", "--register"]);
    assert!(
        told.ends_with(
            "its test needs: cargo add --dev serde_json tokio --features tokio/macros,tokio/rt\n"
        ),
        "{told}"
    );
    assert_eq!(
        project.read("src/lib.rs"),
        "pub mod servers;\n\npub fn app() -> ferramenta::App {\n    \
         ferramenta::App::new().web(\"/mcp/back/office\", servers::back::office::server())\n}\n"
    );
}

#[test]
fn a_template_of_the_project_is_taken() {
    let project = Folder::new("template");
    project.write("Cargo.toml", &manifest("template", &dependency()));
    project.write("src/lib.rs", "");
    project.write(
        ".ferramenta/templates/tool.rs",
        "//! Ours: {{name}}, {{type}}, {{title}}, {{path}}, {{uri}}.\n",
    );
    project.ran(&["make", "tool", "support/FindTicket"]);
    assert_eq!(
        project.read("src/tools/support/find_ticket.rs"),
        "//! Ours: find_ticket, FindTicket, Find ticket, support/find-ticket, template://support/find-ticket.\n"
    );
    assert!(
        project
            .ran(&["make", "tool", "--template"])
            .contains("pub struct {{type}}Tool;")
    );
}

/// What is refused, why, and with which exit code, as a file that people read.
#[test]
fn refusals_say_why() {
    let project = Folder::new("refusals");
    project.write("Cargo.toml", &manifest("refusals", &dependency()));
    project.write(
        "src/lib.rs",
        "use ferramenta::Server;\npub mod prompts { }\n#[path = \"x.rs\"]\npub mod resources;\n\
         pub fn one() -> Server { Server::new(\"One\") }\npub fn two() -> Server { Server::new(\"Two\") }\n",
    );
    project.write("src/x.rs", "");
    project.write(
        "src/tools/mod.rs",
        "pub mod broken;\npub mod taken;\npub mod twice;\n",
    );
    project.write("src/tools/broken.rs", "pub fn (");
    project.write("src/tools/taken/mod.rs", "");
    project.write("src/tools/twice.rs", "");
    project.write("src/tools/twice/mod.rs", "");
    let elsewhere = Folder::new("elsewhere");
    elsewhere.write(
        "kept/Cargo.toml",
        "[package]\nname = \"kept\"\nedition = \"2024\"\n[workspace]\n",
    );
    elsewhere.write("kept/src/main.rs", "fn main() {}");
    let before = (project.files(), elsewhere.files());
    let mut golden = String::new();
    for name in [
        "",
        "/",
        "support/",
        "/etc/find",
        "a//b",
        "..",
        "../find",
        "support/../../find",
        "find ticket",
        "1st",
        "_find",
        "büro",
        "名前",
        "find\u{202e}",
        "a\\b",
        "find.rs",
        "a::b",
        "self",
        "crate/x",
        "mod",
        "lib",
        "nul",
        "an_extraordinarily_long_name_that_no_model_would_ever_want_to_read",
        "broken/x",
        "taken",
        "twice/x",
    ] {
        refused(&mut golden, &project, &["make", "tool", name]);
    }
    for arguments in [
        &["make", "prompt", "x"][..],
        &["make", "resource", "x"],
        &["make", "tool", "x", "--register"],
        &["make", "tool", "x", "--register", "--server", "three"],
        &["make", "server", "x", "--register"],
        &["make", "tool", "x", "--bin", "y"],
        &["make", "tool", "x", "--package", "y"],
        &["make", "tool"],
        &["make", "widget", "x"],
    ] {
        refused(&mut golden, &project, arguments);
    }
    for arguments in [
        &["new", "kept"][..],
        &["new", "test"],
        &["new", "fn"],
        &["new", "1st"],
        &["new", ".."],
        &["new", "x", "--path", "kept"],
    ] {
        refused(&mut golden, &elsewhere, arguments);
    }
    let kept = Folder(elsewhere.0.join("kept"));
    refused(&mut golden, &kept, &["make", "tool", "x"]);
    assert_eq!((project.files(), elsewhere.files()), before);
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/refusals.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, &golden).unwrap();
    }
    assert_eq!(
        golden,
        fs::read_to_string(file).unwrap(),
        "BLESS=1 writes the file anew"
    );
}

fn refused(golden: &mut String, folder: &Folder, arguments: &[&str]) {
    let output = folder.run(arguments);
    assert!(!output.status.success(), "{arguments:?}");
    assert!(output.stdout.is_empty());
    let text = String::from_utf8(output.stderr).unwrap();
    writeln!(
        golden,
        "$ ferramenta {arguments:?}\n{}exit {}\n",
        text,
        output.status.code().unwrap()
    )
    .unwrap();
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_is_not_followed() {
    let project = Folder::new("link");
    let outside = Folder::new("outside");
    project.write("Cargo.toml", &manifest("link", &dependency()));
    project.write("src/lib.rs", "pub mod tools;\n");
    outside.write("mod.rs", "");
    std::os::unix::fs::symlink(&outside.0, project.0.join("src/tools")).unwrap();
    let output = project.run(&["make", "tool", "x"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("outside of the package"));
    assert_eq!(outside.read("mod.rs"), "");
}
