//! Whether there is a program that can be started, before it is.

use std::{
    env,
    ffi::OsStr,
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use super::finding::Finding;

/// Checks that a program is there, and can be executed.
pub(super) fn check(program: &OsStr) -> Result<(), Finding> {
    let path = find(program)?;
    if path.is_dir() {
        return Err(Finding::new(
            "not-a-program",
            format!("{} is a folder", path.display()),
            "name the program in it",
        ));
    }
    executable(&path)?;
    interpreter(&path)
}

fn find(program: &OsStr) -> Result<PathBuf, Finding> {
    let named = Path::new(program);
    let shown = named.display();
    if named.components().count() > 1 {
        return match named.exists() {
            true => Ok(named.to_owned()),
            false => Err(Finding::new(
                "not-found",
                format!("there is no file {shown}"),
                "build it, or correct the path; a host starts it in another folder, so give it a path from the root",
            )),
        };
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&folders).flat_map(|folder| names(&folder, program));
    let mut places: Vec<PathBuf> = places.filter(|place| place.is_file()).collect();
    places.sort_by_key(|place| !may_execute(place));
    places.into_iter().next().ok_or_else(|| {
        Finding::new(
            "not-found",
            format!("no folder of PATH has a program `{shown}`"),
            "install it, or give its path from the root; hosts that are started from a desktop have a shorter PATH than a shell",
        )
    })
}

fn names(folder: &Path, program: &OsStr) -> Vec<PathBuf> {
    let plain = folder.join(program);
    if cfg!(windows) && plain.extension().is_none() {
        let endings = ["exe", "cmd", "bat"].map(|ending| plain.with_extension(ending));
        return endings.into_iter().chain([plain]).collect();
    }
    vec![plain]
}

fn executable(path: &Path) -> Result<(), Finding> {
    if may_execute(path) {
        return Ok(());
    }
    let shown = path.display();
    Err(Finding::new(
        "not-executable",
        format!("{shown} may not be executed"),
        format!("chmod +x {shown}"),
    ))
}

#[cfg(unix)]
fn may_execute(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_execute(_: &Path) -> bool {
    true
}

/// A script's first line names the program that reads it.
fn interpreter(path: &Path) -> Result<(), Finding> {
    let mut start = Vec::new();
    // a program that may be executed and not read is none of ours
    let _ = fs::File::open(path).and_then(|file| file.take(256).read_to_end(&mut start));
    let Some(line) = start.strip_prefix(b"#!") else {
        return Ok(());
    };
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let text = String::from_utf8_lossy(line);
    let shown = path.display();
    if text.ends_with('\r') {
        return Err(Finding::new(
            "crlf",
            format!(
                "the lines of {shown} end as on Windows, and so does the name of its interpreter"
            ),
            "save it with lines that end in LF",
        ));
    }
    let program = text.split_whitespace().next().unwrap_or_default();
    if !program.is_empty() && !Path::new(program).exists() {
        return Err(Finding::new(
            "no-interpreter",
            format!("{shown} is for {program}, which isn't there"),
            format!("install {program}, or correct the first line of {shown}"),
        ));
    }
    Ok(())
}
