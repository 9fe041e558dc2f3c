//! A folder that was opened, and the files below it.

use std::{
    io::{self, ErrorKind, Read},
    path::Path,
    sync::Arc,
};

use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::{
    ambient_authority,
    fs::{Dir, File, OpenOptions},
};

use super::{Options, name::is_plain};
use crate::{Failure, ToolError};

/// Most folders in one another.
pub(super) const DEEPEST: usize = 64;

/// A folder that was opened; cheap to clone.
#[derive(Clone)]
pub(super) struct Folder {
    pub(super) root: Arc<Dir>,
    pub(super) options: Options,
}

impl Folder {
    pub(super) fn open(path: &Path, options: Options) -> io::Result<Self> {
        let root = Dir::open_ambient_dir(path, ambient_authority())?;
        // what isn't a folder, or may not be read, shows itself here
        root.entries()?;
        Ok(Self {
            root: Arc::new(root),
            options,
        })
    }

    /// The name and the contents of the file at a path; nothing where there is none, or none that is let in.
    ///
    /// # Errors
    /// When the file is larger than it may be, or can't be read.
    pub(super) fn read<'a>(&self, path: &'a str) -> Result<Option<(&'a str, Vec<u8>)>, Failure> {
        let Some((folders, name)) = self.taken_apart(path) else {
            return Ok(None);
        };
        match self.open_file(&folders, name) {
            Ok(Some(file)) => Ok(Some((name, self.contents(file)?))),
            Ok(None) => Ok(None),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// The folders of a path and its last name, if all of them are plain.
    fn taken_apart<'a>(&self, path: &'a str) -> Option<(Vec<&'a str>, &'a str)> {
        let mut names: Vec<&str> = path.split('/').collect();
        let plain = |name: &&str| is_plain(name, self.options.hidden);
        if names.len() > DEEPEST || !names.iter().all(plain) {
            return None;
        }
        let name = names.pop()?;
        Some((names, name))
    }

    /// Opens a file, folder by folder, and follows no link on the way.
    fn open_file(&self, folders: &[&str], name: &str) -> io::Result<Option<File>> {
        let mut folder = Arc::clone(&self.root);
        for name in folders {
            folder = Arc::new(folder.open_dir_nofollow(name)?);
        }
        // what isn't a file isn't even opened: a pipe would have somebody wait, a device may do anything
        if !folder.symlink_metadata(name)?.is_file() {
            return Ok(None);
        }
        let mut options = OpenOptions::new();
        options.read(true).follow(FollowSymlinks::No).nonblock(true);
        let file = folder.open_with(name, &options)?;
        // it may have been replaced meanwhile
        Ok(file.metadata()?.is_file().then_some(file))
    }

    fn contents(&self, file: File) -> Result<Vec<u8>, Failure> {
        let most = self.options.max_size;
        let size = file.metadata()?.len();
        let mut bytes = Vec::new();
        if size <= most {
            // it may grow while it is read
            file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
        }
        let size = size.max(bytes.len() as u64);
        if size > most {
            let text = format!("The file has {size} bytes, and at most {most} are read.");
            return Err(ToolError::new(text).into());
        }
        Ok(bytes)
    }
}

/// Whether an error says that there is no such file, or none for this process.
pub(super) fn is_absence(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound
            | ErrorKind::PermissionDenied
            | ErrorKind::NotADirectory
            | ErrorKind::IsADirectory
            | ErrorKind::InvalidFilename
            | ErrorKind::InvalidInput
    ) || is_link(error)
}

/// Whether an error says that a link would have to be followed.
#[cfg(unix)]
fn is_link(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

/// Whether an error says that a link would have to be followed; Windows has other kinds for it.
#[cfg(not(unix))]
const fn is_link(_: &io::Error) -> bool {
    false
}
