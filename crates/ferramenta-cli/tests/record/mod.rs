//! Commands that were run, with all that they printed, compared with a file that people read.
#![allow(unreachable_pub, reason = "a module of tests has no outside")]
#![allow(dead_code, reason = "each test file uses a part of it")]

use std::{
    fmt::Write,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::OnceLock,
};

/// A record, to be the same as a file in `tests/golden`, which `BLESS=1` writes anew.
pub struct Record {
    file: &'static str,
    text: String,
    replaced: Vec<(String, String)>,
}

impl Record {
    pub fn new(file: &'static str) -> Self {
        Self {
            file,
            text: String::new(),
            replaced: Vec::new(),
        }
    }

    /// Shows something in another way, for it differs from machine to machine.
    pub fn replace(&mut self, what: &str, by: &str) {
        self.replaced.push((what.into(), by.into()));
    }

    /// Runs the command.
    pub fn run(&mut self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ferramenta"));
        command.args(arguments).stdin(Stdio::null());
        command.env_remove("FERRAMENTA_BEARER");
        let output = command.output().unwrap();
        let words: Vec<String> = arguments.iter().map(|word| quoted(word)).collect();
        writeln!(self.text, "$ ferramenta {}", words.join(" ")).unwrap();
        self.text += &String::from_utf8_lossy(&output.stdout);
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        for line in String::from_utf8_lossy(&output.stderr).lines() {
            writeln!(self.text, "2> {line}").unwrap();
        }
        writeln!(self.text, "exit {}\n", output.status.code().unwrap()).unwrap();
        output
    }

    pub fn add(&mut self, text: &str) {
        self.text += text;
    }

    pub fn text(&self) -> String {
        let replaced = self.replaced.iter();
        replaced.fold(self.text.clone(), |text, (what, by)| text.replace(what, by))
    }

    pub fn check(self) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        let file = folder.join(self.file);
        let text = self.text();
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(folder).unwrap();
            fs::write(&file, &text).unwrap();
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(text, expected, "BLESS=1 writes {} anew", self.file);
    }
}

fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "-_./:=@".contains(sign);
    if !word.is_empty() && word.chars().all(plain) {
        word.into()
    } else {
        format!("'{}'", word.escape_debug())
    }
}

/// The programs of the workspace that are servers, built once.
pub fn program(name: &str) -> String {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let folder = BUILT.get_or_init(|| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args([
            "build",
            "--quiet",
            "--package",
            "bookshop",
            "--package",
            "conformance-server",
        ]);
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(cargo.current_dir(manifest).status().unwrap().success());
        let own = Path::new(env!("CARGO_BIN_EXE_ferramenta"));
        own.parent().unwrap().to_owned()
    });
    folder.join(name).to_str().unwrap().to_owned()
}

/// A server on Streamable HTTP, killed at the end.
pub struct HttpServer {
    child: Child,
    pub url: String,
}

impl HttpServer {
    pub fn start(program: &str, arguments: &[&str]) -> Self {
        let mut command = Command::new(program);
        command
            .args(["http", "--listen", "127.0.0.1:0"])
            .args(arguments);
        let mut child = command
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = lines
            .find(|line| line.as_ref().unwrap().contains("listens on"))
            .unwrap()
            .unwrap();
        let url = line
            .split_whitespace()
            .find(|word| word.starts_with("http://"));
        let url = url.unwrap().to_owned();
        // what it writes later is read, so that it can go on
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, url }
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // an error says that it has ended
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
