//! `ferramenta dev` on projects that are built and changed for real.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::Stdio,
};

use serde_json::{Value, json};

use support::{Dev, Project, ferramenta, manifest};

fn connected(number: u64) -> impl Fn(&Value) -> bool {
    move |state| {
        state["connection"]["number"] == number && state["connection"]["status"] == "connected"
    }
}

fn build(status: &str) -> impl Fn(&Value) -> bool {
    move |state| state["build"]["status"] == status
}

#[test]
fn a_change_is_on_the_page_and_an_error_until_it_is_mended() {
    let project = Project::new("changes");
    let dev = Dev::start(&mut project.command());
    let mut events = dev.events();
    let state = events.state(connected(1));
    assert_eq!(
        (&state["target"]["kind"], &state["target"]["name"]),
        (&json!("project"), &json!("probe"))
    );
    assert_eq!(
        (&state["build"]["status"], &state["build"]["output"]),
        (&json!("ok"), &json!(""))
    );
    assert!(state["build"]["seconds"].as_f64().unwrap() > 0.0);
    assert_eq!(dev.description(), "the first ");

    project.replace("src/main.rs", "the first", "the second");
    events.state(build("building"));
    events.state(connected(2));
    assert_eq!(dev.description(), "the second ");

    project.replace("src/main.rs", "words.join", "word.join");
    let failed = events.state(build("failed"));
    let output = failed["build"]["output"].as_str().unwrap();
    for part in ["cannot find value `word`", "src/main.rs:", "help:"] {
        assert!(output.contains(part), "{output}");
    }
    assert!(!output.contains('\x1b'), "{output:?}");
    // what was built last still answers
    assert_eq!(failed["connection"]["status"], "connected");
    assert_eq!(dev.description(), "the second ");

    project.replace("src/main.rs", "word.join", "words.join");
    let mended = events.state(build("ok"));
    assert_eq!(mended["build"]["output"], "");
}

#[test]
fn what_the_program_is_built_from_counts_wherever_it_comes_from() {
    let project = Project::new("sources");
    project.write(
        "Cargo.toml",
        &manifest("probe", "[dependencies]\nwords = { path = \"words\" }"),
    );
    project.write(
        "words/Cargo.toml",
        "[package]\nname = \"words\"\nedition = \"2024\"\n",
    );
    project.write(
        "words/src/lib.rs",
        "pub const DESCRIPTION: &str = include_str!(\"text.md\");",
    );
    project.write("words/src/text.md", "one");
    let constant = "const DESCRIPTION: &str = \"the first\";";
    project.replace("src/main.rs", constant, "use words::DESCRIPTION;");
    let dev = Dev::start(project.command().args(["--arg", "--loud"]));
    let mut events = dev.events();
    events.state(connected(1));
    assert_eq!(dev.description(), "one --loud");

    project.write("words/src/text.md", "two");
    events.state(connected(2));
    assert_eq!(dev.description(), "two --loud");

    // a module in a folder that wasn't there
    project.write("src/deep/er/mod.rs", "pub const MORE: &str = \"three\";");
    project.replace(
        "src/main.rs",
        "use words::DESCRIPTION;",
        "#[path = \"deep/er/mod.rs\"] mod er;\nuse er::MORE as DESCRIPTION;",
    );
    events.state(connected(3));
    assert_eq!(dev.description(), "three --loud");
    project.write("src/deep/er/mod.rs", "pub const MORE: &str = \"four\";");
    events.state(connected(4));
    assert_eq!(dev.description(), "four --loud");
}

#[test]
fn the_build_of_a_broken_manifest_is_shown_and_mended() {
    let project = Project::new("manifest");
    let dev = Dev::start(&mut project.command());
    let mut events = dev.events();
    events.state(connected(1));
    project.replace("Cargo.toml", "edition", "editio n");
    let failed = events.state(build("failed"));
    let output = failed["build"]["output"].as_str().unwrap();
    assert!(output.contains("Cargo.toml"), "{output}");
    project.replace("Cargo.toml", "editio n", "edition");
    events.state(build("ok"));
    assert_eq!(dev.description(), "the first ");
}

#[test]
fn the_address_is_told_again_below_the_first_build() {
    let project = Project::new("address");
    let mut dev = Dev::start(project.command().stderr(Stdio::piped()));
    let expected = format!(
        "probe is shown at http://{}/#token={}",
        dev.host(),
        dev.token()
    );
    let mut lines = BufReader::new(dev.stderr()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line == expected));
    // nobody reads it any longer, and it goes on
    drop(lines);
    dev.wait(connected(1));
    project.replace("src/main.rs", "words.join", "word.join");
    dev.wait(build("failed"));
    project.replace("src/main.rs", "word.join", "words.join");
    dev.wait(build("ok"));
}

#[test]
fn the_bookshop_is_shown() {
    let bookshop = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bookshop");
    let dev = Dev::start(ferramenta().arg("dev").arg(bookshop));
    let state = dev.wait_connected();
    assert_eq!(state["connection"]["serverInfo"]["name"], "Bookshop");
    assert_eq!(state["connection"]["era"], "modern");
    let params = json!({"name": "search_books", "arguments": {"query": "dune"}});
    let answer = dev.call("tools/call", &params);
    let text = answer["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.starts_with("Found 3 books matching 'dune'"), "{text}");
}

#[cfg(target_os = "linux")]
mod the_end {
    use std::process::Stdio;

    use super::{Dev, Project, build, connected};
    use crate::support::{manifest, processes_of};

    #[test]
    fn nothing_is_left_of_a_server() {
        let project = Project::new("end");
        let dev = Dev::start(&mut project.command());
        dev.wait(connected(1));
        assert!(!processes_of(&project.folder).is_empty());
        dev.interrupt();
        assert!(dev.wait_end().success());
        assert_eq!(processes_of(&project.folder), [""; 0]);
    }

    #[test]
    fn nothing_is_left_of_a_build() {
        let project = Project::new("half-built");
        project.write("Cargo.toml", &manifest("probe", "build = \"build.rs\""));
        let endless =
            "fn main() { std::fs::write(\"begun\", \"\").unwrap(); loop { std::thread::park(); } }";
        project.write("build.rs", endless);
        let dev = Dev::start(project.command().stderr(Stdio::null()));
        dev.wait(build("building"));
        while !project.folder.join("begun").exists() {
            std::thread::yield_now();
        }
        assert!(!processes_of(&project.folder).is_empty());
        dev.interrupt();
        assert!(dev.wait_end().success());
        // killed processes may take a moment to be gone
        while !processes_of(&project.folder).is_empty() {
            std::thread::yield_now();
        }
    }

    #[test]
    fn nothing_is_left_when_a_server_does_not_want_to_end() {
        let project = Project::new("stubborn");
        project.replace(
            "src/main.rs",
            "return;\n        }\n    }\n",
            "return;\n        }\n    }\n    loop { std::thread::park(); }\n",
        );
        let dev = Dev::start(&mut project.command());
        dev.wait(connected(1));
        dev.interrupt();
        assert!(dev.wait_end().success());
        while !processes_of(&project.folder).is_empty() {
            std::thread::yield_now();
        }
    }
}
