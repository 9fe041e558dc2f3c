//! `ferramenta explain`, `completions` and `--help`: what they print, and for whom.
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::process::{Output, Stdio};

use support::ferramenta;

fn run(arguments: &[&str]) -> Output {
    ferramenta().args(arguments).output().unwrap()
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn codes_and_troubles_are_explained_and_others_refused() {
    assert!(printed(&["explain", "fm0003"]).starts_with("FM0003 MissingService\n"));
    assert!(printed(&["explain", "the", "host", "shows", "no", "tools"]).contains("`list`"));
    assert!(printed(&["explain"]).contains("FM0001 DuplicateTool\n"));
    let unknown = run(&["explain", "FM9999"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(unknown.stderr).unwrap(),
        "ferramenta: there is no code FM9999; without one, all are listed\n"
    );
}

#[test]
fn each_shell_has_its_script() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = printed(&["completions", shell]);
        assert!(script.contains("uninstall"), "{shell}");
    }
}

/// Every command has help with examples that name it, and no colours where there is no terminal.
#[test]
fn help_has_examples() {
    let help = printed(&["--help"]);
    let commands = help
        .split("Commands:\n")
        .nth(1)
        .unwrap()
        .split("\n\n")
        .next()
        .unwrap();
    let names: Vec<&str> = commands
        .lines()
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.len() >= 7, "{names:?}");
    for name in names {
        let help = printed(&[name, "--help"]);
        assert!(
            help.contains(&format!("Examples:\n  ferramenta {name}")),
            "{help}"
        );
        assert!(!help.contains('\u{1b}'));
    }
}

#[test]
fn who_stops_reading_is_told_nothing() {
    let mut command = ferramenta();
    command
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{output:?}"
    );
}
