use std::{
    io::{BufRead, BufReader},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

pub(crate) use rustix::process::Signal;
use rustix::process::{Pid, kill_process};

/// Longest time that anything may take before a test gives up.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// A victim that ends with its test, whatever happens.
pub(crate) struct Victim(pub(super) Child);

impl Victim {
    pub(super) fn start(arguments: &[&str], input: Stdio, environment: &[(&str, &str)]) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_victim"))
            .args(arguments)
            .env("FERRAMENTA_LOG", "debug")
            .envs(environment.iter().copied())
            .stdin(input)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn();
        Self(child.expect("the victim starts"))
    }

    /// What it writes on standard error, line by line.
    pub(super) fn errors(&mut self) -> Receiver<String> {
        let errors = BufReader::new(self.0.stderr.take().expect("piped"));
        let (sender, receiver) = channel();
        thread::spawn(move || {
            for line in errors.split(b'\n').map_while(Result::ok) {
                // nobody has to listen
                let _ = sender.send(String::from_utf8_lossy(&line).into_owned());
            }
        });
        receiver
    }

    pub(super) fn is_alive(&mut self) -> bool {
        self.0.try_wait().expect("it is our child").is_none()
    }

    pub(crate) fn signal(&self, signal: Signal) {
        let pid = Pid::from_child(&self.0);
        kill_process(pid, signal).expect("the victim lives");
    }

    /// Waits until the process has ended.
    pub(crate) fn wait(&mut self) -> ExitStatus {
        let begin = Instant::now();
        loop {
            if let Some(status) = self.0.try_wait().expect("it is our child") {
                return status;
            }
            assert!(begin.elapsed() < PATIENCE, "the victim doesn't end");
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Whatever is sent, the server itself never panics.
#[track_caller]
pub(super) fn assert_only_tools_panic(mut errors: impl Iterator<Item = String>) {
    let panic = errors.find(|line| line.contains("panicked at") && !line.contains("tools.rs"));
    assert_eq!(panic, None);
}

impl Drop for Victim {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
