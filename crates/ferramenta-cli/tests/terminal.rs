//! What becomes of `ferramenta dev` and its server when something dies under it.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

mod support;

use std::{
    fs::{self, File},
    net::TcpStream,
    process::{Command, Stdio},
    thread,
};

use rustix::{
    fs::{Mode, OFlags},
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};
use serde_json::Value;

use support::{Dev, Project, processes_of};

fn connected(number: u64) -> impl Fn(&Value) -> bool {
    move |state| {
        state["connection"]["number"] == number && state["connection"]["status"] == "connected"
    }
}

/// The server's process.
fn server_of(project: &Project) -> Pid {
    let program = fs::canonicalize(project.folder.join("target/debug/probe")).unwrap();
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let mut pids = entries.filter_map(|entry| {
        let runs = fs::read_link(entry.path().join("exe")).is_ok_and(|exe| exe == program);
        let pid = entry.file_name().to_str()?.parse().ok()?;
        runs.then(|| Pid::from_raw(pid)).flatten()
    });
    pids.next().unwrap()
}

fn wait_until_gone(project: &Project) {
    // killed processes may take a moment to be gone
    while !processes_of(&project.folder).is_empty() {
        thread::yield_now();
    }
}

#[test]
fn a_server_that_crashes_is_shown_and_started_again() {
    let project = Project::new("crash");
    let dev = Dev::start(&mut project.command());
    let mut events = dev.events();
    events.state(connected(1));
    kill_process(server_of(&project), Signal::KILL).unwrap();
    let failed = events.state(|state| state["connection"]["status"] == "failed");
    let reason = failed["connection"]["reason"].as_str().unwrap();
    for part in ["the server has ended", "SIGKILL", "next try in"] {
        assert!(reason.contains(part), "{reason}");
    }
    events.state(connected(2));
    assert_eq!(dev.description(), "the first ");
}

#[test]
fn nothing_is_left_when_the_terminal_is_gone() {
    let project = Project::new("terminal");
    let (terminal, inside) = terminal();
    let plain = project.command();
    let mut command = Command::new("setsid");
    command
        .arg("--ctty")
        .arg(plain.get_program())
        .args(plain.get_args());
    for (name, value) in plain.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stderr(Stdio::from(inside.try_clone().unwrap()));
    let dev = Dev::start(command.stdin(Stdio::from(inside)));
    drop(command);
    dev.wait(connected(1));
    let page = dev.host().to_owned();
    drop(terminal);
    assert!(dev.wait_end().success());
    wait_until_gone(&project);
    assert!(TcpStream::connect(page).is_err());
}

#[test]
fn nothing_is_left_when_it_is_killed_itself() {
    let project = Project::new("killed");
    let dev = Dev::start(&mut project.command());
    dev.wait(connected(1));
    assert!(!processes_of(&project.folder).is_empty());
    // which is how a test's end kills it
    drop(dev);
    wait_until_gone(&project);
}

/// A terminal: the window that somebody closes, and what programs in it see.
fn terminal() -> (File, File) {
    let window = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&window).unwrap();
    unlockpt(&window).unwrap();
    let name = ptsname(&window, Vec::new()).unwrap();
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let inside = rustix::fs::open(name, flags, Mode::empty()).unwrap();
    (window.into(), inside.into())
}
