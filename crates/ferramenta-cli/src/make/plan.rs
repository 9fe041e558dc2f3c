//! What is going to be written: all of it, or nothing.

use std::{
    collections::BTreeMap,
    fs,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

/// Files to create and to change, which are read as if it had happened already.
#[derive(Debug)]
pub(crate) struct Plan {
    /// Nothing outside of it is written.
    folder: PathBuf,
    files: BTreeMap<PathBuf, Planned>,
}

#[derive(Debug)]
struct Planned {
    text: String,
    is_new: bool,
}

impl Plan {
    /// # Errors
    /// When the folder can't be found.
    pub(crate) fn new(folder: &Path) -> Result<Self> {
        let found = folder.canonicalize();
        let folder = found.with_context(|| format!("{} can't be read", folder.display()))?;
        Ok(Self {
            folder,
            files: BTreeMap::new(),
        })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// As people read it: relative to the folder.
    pub(crate) fn shown(&self, file: &Path) -> String {
        let inside = file.strip_prefix(&self.folder).unwrap_or(file);
        inside.display().to_string().replace('\\', "/")
    }

    pub(crate) fn exists(&self, file: &Path) -> bool {
        self.files.contains_key(file) || file.symlink_metadata().is_ok()
    }

    /// # Errors
    /// When the file can't be read, or isn't text.
    pub(crate) fn read(&self, file: &Path) -> Result<String> {
        if let Some(planned) = self.files.get(file) {
            return Ok(planned.text.clone());
        }
        let text = fs::read_to_string(file);
        text.with_context(|| format!("{} can't be read", self.shown(file)))
    }

    /// # Errors
    /// When there is a file, or the place is outside of the folder.
    pub(crate) fn create(&mut self, file: PathBuf, text: String) -> Result<()> {
        if self.exists(&file) {
            bail!("{} exists already, and is left as it is", self.shown(&file));
        }
        self.check_inside(&file)?;
        self.files.insert(file, Planned { text, is_new: true });
        Ok(())
    }

    /// # Errors
    /// When the place is outside of the folder.
    pub(crate) fn change(&mut self, file: PathBuf, text: String) -> Result<()> {
        self.check_inside(&file)?;
        let is_new = self.files.get(&file).is_some_and(|planned| planned.is_new);
        self.files.insert(file, Planned { text, is_new });
        Ok(())
    }

    /// A symbolic link may lead out, whatever the path looks like.
    fn check_inside(&self, file: &Path) -> Result<()> {
        let there = file.ancestors().find(|place| place.exists());
        let real = there.map(Path::canonicalize).transpose()?;
        if real.is_none_or(|real| !real.starts_with(&self.folder)) {
            bail!("{} is outside of the package", file.display());
        }
        Ok(())
    }

    /// Writes everything, and tells what, line by line.
    ///
    /// # Errors
    /// When a file can't be written; then all are as they were.
    pub(crate) fn apply(self) -> Result<Vec<String>> {
        let mut told = Vec::new();
        let mut undo = Vec::new();
        for (file, planned) in &self.files {
            let done = match planned.is_new {
                true => create(file, &planned.text).map(|()| Undo::Remove(file)),
                false => change(file, &planned.text).map(|before| Undo::Restore(file, before)),
            };
            match done {
                Ok(step) => undo.push(step),
                Err(error) => {
                    let left: Vec<String> =
                        undo.iter().filter_map(|step| self.undo(step)).collect();
                    let mut problem = format!("{} can't be written: {error}", self.shown(file));
                    if !left.is_empty() {
                        problem += &format!("; left behind: {}", left.join(", "));
                    }
                    bail!(problem);
                }
            }
            let verb = if planned.is_new { "created" } else { "changed" };
            told.push(format!("{verb} {}", self.shown(file)));
        }
        Ok(told)
    }

    /// The file, when it can't be as it was.
    fn undo(&self, step: &Undo<'_>) -> Option<String> {
        let (file, undone) = match step {
            Undo::Remove(file) => (file, fs::remove_file(file)),
            Undo::Restore(file, before) => (file, fs::write(file, before)),
        };
        undone.is_err().then(|| self.shown(file))
    }
}

/// How a file gets to be as it was.
enum Undo<'a> {
    Remove(&'a Path),
    Restore(&'a Path, String),
}

/// Writes a file anew, and returns what it had.
fn change(file: &Path, text: &str) -> std::io::Result<String> {
    let before = fs::read_to_string(file)?;
    fs::write(file, text)?;
    Ok(before)
}

fn create(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create_new(file)?.write_all(text.as_bytes())
}

/// The text as rustfmt writes it, by the rules of the folder; as it is where there is no rustfmt.
///
/// # Errors
/// When the text isn't Rust.
pub(crate) fn formatted(text: String, folder: &Path, edition: &str) -> Result<String> {
    let mut command = Command::new("rustfmt");
    command.args(["--edition", edition]).current_dir(folder);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(text),
        Err(error) => return Err(error).context("rustfmt can't be started"),
    };
    let written = child
        .stdin
        .take()
        .map(|mut stdin| stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output()?;
    if !output.status.success() || written.is_some_and(|written| written.is_err()) {
        // rustup has a rustfmt that only says that there is none
        if syn::parse_file(&text).is_ok() {
            return Ok(text);
        }
        bail!("{}", String::from_utf8_lossy(&output.stderr).trim());
    }
    String::from_utf8(output.stdout).context("rustfmt's output isn't text")
}
