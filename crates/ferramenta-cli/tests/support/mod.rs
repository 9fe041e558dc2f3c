//! The command, run as its users run it, and a page that talks to it over a socket.
#![allow(unreachable_pub, reason = "a module of tests has no outside")]
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, ChildStderr, Command, ExitStatus, Output, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

/// A build on a busy machine takes its time; this keeps a fault from hanging the tests.
const LIMIT: Duration = Duration::from_secs(240);

pub fn ferramenta() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
    command.stdin(Stdio::null());
    command
}

/// A cargo project of its own.
pub struct Project {
    pub folder: PathBuf,
}

impl Project {
    pub fn new(name: &str) -> Self {
        let parent = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let folder = parent.join(format!("{name}-{}", std::process::id()));
        fs::create_dir_all(folder.join("src")).unwrap();
        let project = Self { folder };
        project.write("Cargo.toml", &manifest("probe", ""));
        project.write("src/main.rs", include_str!("server.rs"));
        project
    }

    pub fn write(&self, file: &str, text: &str) {
        let file = self.folder.join(file);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    pub fn replace(&self, file: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.folder.join(file)).unwrap();
        assert!(text.contains(old), "{text}");
        self.write(file, &text.replace(old, new));
    }

    pub fn path(&self) -> &str {
        self.folder.to_str().unwrap()
    }

    /// `ferramenta dev` on the project, whose build lies within it, as it does by default.
    pub fn command(&self) -> Command {
        let mut command = ferramenta();
        command.env_remove("CARGO_TARGET_DIR");
        command.args(["dev", self.path()]);
        command
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.folder).unwrap();
    }
}

pub fn manifest(name: &str, more: &str) -> String {
    format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n{more}\n[workspace]\n")
}

/// `ferramenta dev` while it runs; it is killed when a test fails.
pub struct Dev {
    child: Child,
    host: String,
    token: String,
}

impl Dev {
    pub fn start(command: &mut Command) -> Self {
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut address = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut address).unwrap();
        let address = address.trim().strip_prefix("http://").unwrap();
        let (host, token) = address.split_once("/#token=").unwrap();
        assert!(host.starts_with("127.0.0.1:"), "{host}");
        Self {
            host: host.to_owned(),
            token: token.to_owned(),
            child,
        }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it writes to standard error, where that is a pipe.
    pub fn stderr(&mut self) -> ChildStderr {
        self.child.stderr.take().unwrap()
    }

    pub fn token(&self) -> &str {
        &self.token
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    /// Sends a request as it is, and reads all that comes back.
    pub fn raw(&self, request: &str) -> String {
        let mut stream = self.connect(request);
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    fn connect(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        stream.set_read_timeout(Some(LIMIT)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn head(&self, line: &str) -> String {
        let (host, token) = (&self.host, &self.token);
        format!(
            "{line} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n"
        )
    }

    pub fn post(&self, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let head = self.head(&format!("POST {path}"));
        let length = body.len();
        let answer = self.raw(&format!(
            "{head}Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        ));
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        serde_json::from_str(body).unwrap()
    }

    pub fn call(&self, method: &str, params: &Value) -> Value {
        let body = json!({"key": "test", "method": method, "params": params});
        self.post("/api/request", &body)
    }

    /// The description of the only tool.
    pub fn description(&self) -> String {
        let answer = self.call("tools/list", &json!({}));
        let description = answer["result"]["tools"][0]["description"].as_str();
        description.unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    pub fn events(&self) -> Events {
        let stream = self.connect(&format!("{}\r\n", self.head("GET /api/events")));
        let (sender, events) = channel();
        thread::spawn(move || {
            // a line that is no event is a size of a chunk, or a header
            let lines = BufReader::new(stream).lines().map_while(Result::ok);
            for line in lines.filter(|line| line.starts_with('{')) {
                if sender.send(serde_json::from_str(&line).unwrap()).is_err() {
                    return;
                }
            }
        });
        Events(events)
    }

    /// What the state is once it is as wanted.
    pub fn wait(&self, holds: impl Fn(&Value) -> bool) -> Value {
        self.events().state(holds)
    }

    pub fn wait_connected(&self) -> Value {
        self.wait(|state| state["connection"]["status"] == "connected")
    }

    #[cfg(unix)]
    pub fn interrupt(&self) {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, rustix::process::Signal::INT).unwrap();
    }

    pub fn wait_end(mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }
}

impl Drop for Dev {
    fn drop(&mut self) {
        // an error says that it has ended
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub struct Events(Receiver<Value>);

impl Events {
    pub fn state(&mut self, holds: impl Fn(&Value) -> bool) -> Value {
        loop {
            let event = self.0.recv_timeout(LIMIT).expect("the state changes");
            if event["type"] == "state" && holds(&event) {
                return event;
            }
        }
    }
}

/// What a command says that doesn't get as far as a page.
pub fn refused(arguments: &[&str]) -> String {
    let Output { status, stderr, .. } = ferramenta().args(arguments).output().unwrap();
    assert!(!status.success());
    String::from_utf8(stderr).unwrap()
}

/// The processes that run in a folder, or from a program within it.
#[cfg(target_os = "linux")]
pub fn processes_of(folder: &Path) -> Vec<String> {
    let folder = fs::canonicalize(folder).unwrap();
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    entries
        .filter(|entry| {
            let links = ["cwd", "exe"].map(|name| fs::read_link(entry.path().join(name)));
            links.iter().flatten().any(|link| link.starts_with(&folder))
        })
        .map(|entry| fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default())
        .collect()
}
