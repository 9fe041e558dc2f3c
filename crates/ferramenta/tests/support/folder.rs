//! A folder of a test's own, which goes with the test.
#![allow(unreachable_pub, reason = "a module of tests has no outside")]

use std::{
    fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU32, Ordering},
};

/// A folder of a test's own.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
            .join(format!("folder-{}-{number}", process::id()));
        fs::create_dir_all(&path).expect("a folder can be made");
        Self(path)
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    pub fn write(&self, path: &str, contents: &str) {
        self.write_bytes(path, contents.as_bytes());
    }

    pub fn write_bytes(&self, path: &str, contents: &[u8]) {
        let path = self.path(path);
        let parent = path.parent().expect("it is in the folder");
        fs::create_dir_all(parent).expect("a folder can be made");
        fs::write(path, contents).expect("a file can be written");
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).expect("a file can be removed");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // what stays behind lies in cargo's own folder
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A link, and paths that lead through it.
#[cfg(unix)]
pub struct Link {
    pub name: &'static str,
    target: &'static str,
    pub paths: &'static [&'static str],
}

/// Links out of the folder, and within it.
#[cfg(unix)]
pub const LINKS: [Link; 9] = [
    Link {
        name: "out",
        target: "../outside/secret.txt",
        paths: &["out"],
    },
    Link {
        name: "out-dir",
        target: "../outside",
        paths: &["out-dir/secret.txt", "out-dir/sub/secret.txt", "out-dir"],
    },
    Link {
        name: "absolute",
        target: "/etc/passwd",
        paths: &["absolute"],
    },
    Link {
        name: "absolute-dir",
        target: "/etc",
        paths: &["absolute-dir/passwd"],
    },
    Link {
        name: "within",
        target: "a.txt",
        paths: &["within"],
    },
    Link {
        name: "within-dir",
        target: "b c",
        paths: &["within-dir/d/e.json"],
    },
    Link {
        name: "up",
        target: "..",
        paths: &["up/outside/secret.txt", "up/root/a.txt"],
    },
    Link {
        name: "circle",
        target: "circle",
        paths: &["circle", "circle/a.txt"],
    },
    Link {
        name: "dangling",
        target: "no-such-file",
        paths: &["dangling"],
    },
];

#[cfg(unix)]
impl Folder {
    pub fn link(&self, name: &str, target: &str) {
        std::os::unix::fs::symlink(target, self.path(name)).expect("a link can be made");
    }

    pub fn move_away(&self, from: &str, to: &str) {
        fs::rename(self.path(from), self.path(to)).expect("it can be moved");
    }

    /// Links, a pipe and a socket, below `root`.
    pub fn make_links(&self) {
        for link in LINKS {
            self.link(&format!("root/{}", link.name), link.target);
        }
        let pipe = process::Command::new("mkfifo")
            .arg(self.path("root/pipe"))
            .status();
        assert!(
            pipe.is_ok_and(|status| status.success()),
            "a pipe can be made"
        );
        // the path of a socket has to be short
        let socket = std::env::temp_dir().join(format!(
            "s{}",
            self.0.file_name().expect("a name").to_string_lossy()
        ));
        drop(std::os::unix::net::UnixListener::bind(&socket).expect("a socket can be made"));
        fs::rename(&socket, self.path("root/socket"))
            .or_else(|_| fs::remove_file(&socket))
            .expect("it is in its place");
    }
}
