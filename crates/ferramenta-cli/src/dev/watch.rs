//! Which files have changed.

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context, Result};
use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher, event::AccessKind,
    event::AccessMode,
};
use tokio::{
    sync::mpsc::{UnboundedReceiver, unbounded_channel},
    time::timeout,
};

/// How long nothing may change before a change counts as whole.
const QUIET: Duration = Duration::from_millis(60);
/// Changes in one go, at most, before they are looked at.
const MAX_AT_ONCE: usize = 1_000;
/// Endings of files that a build reads without having read them before.
const ENDINGS: [&str; 3] = ["rs", "toml", "lock"];

/// Watches folders, with those within them but for what is built or hidden.
pub(super) struct Watch {
    watcher: RecommendedWatcher,
    changes: UnboundedReceiver<notify::Result<Event>>,
    folders: BTreeSet<PathBuf>,
    /// Files of other endings that the program is built from.
    sources: BTreeSet<PathBuf>,
}

impl Watch {
    /// # Errors
    /// When the system refuses.
    pub(super) fn new(folders: &BTreeSet<PathBuf>) -> Result<Self> {
        let (told, changes) = unbounded_channel();
        let watcher = notify::recommended_watcher(move |change| {
            // an error says that nobody watches any longer
            let _ = told.send(change);
        });
        let mut watch = Self {
            watcher: watcher.context("the sources can't be watched")?,
            changes,
            folders: BTreeSet::new(),
            sources: BTreeSet::new(),
        };
        watch.add_all(folders)?;
        Ok(watch)
    }

    /// Watches these folders too.
    ///
    /// # Errors
    /// When the system refuses.
    pub(super) fn add_all(&mut self, folders: &BTreeSet<PathBuf>) -> Result<()> {
        folders.iter().try_for_each(|folder| self.add(folder))
    }

    /// Files that count whatever their ending is.
    pub(super) fn set_sources(&mut self, sources: BTreeSet<PathBuf>) {
        self.sources = sources;
    }

    /// The next files that have changed and matter.
    ///
    /// # Errors
    /// When the system can't watch any longer.
    pub(super) async fn next(&mut self) -> Result<BTreeSet<PathBuf>> {
        loop {
            let mut changed = BTreeSet::new();
            let first = self.changes.recv().await.context("nothing is watched")?;
            self.look_at(first, &mut changed)?;
            for _ in 0..MAX_AT_ONCE {
                match timeout(QUIET, self.changes.recv()).await {
                    Ok(Some(change)) => self.look_at(change, &mut changed)?,
                    Ok(None) | Err(_) => break,
                }
            }
            if !changed.is_empty() {
                return Ok(changed);
            }
        }
    }

    fn look_at(
        &mut self,
        change: notify::Result<Event>,
        changed: &mut BTreeSet<PathBuf>,
    ) -> Result<()> {
        let change = change?;
        if !is_change(change.kind) {
            return Ok(());
        }
        for path in change.paths {
            if path.is_dir() && !is_left_out(&path) {
                // with the files that came along
                self.add(&path)?;
                changed.extend(files(&path).filter(|file| self.matters(file)));
            } else if self.matters(&path) {
                changed.insert(path);
            }
        }
        Ok(())
    }

    fn matters(&self, path: &Path) -> bool {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| ENDINGS.contains(&ending)) || self.sources.contains(path)
    }

    fn add(&mut self, folder: &Path) -> Result<()> {
        if !self.folders.insert(folder.to_owned()) {
            return Ok(());
        }
        match self.watcher.watch(folder, RecursiveMode::NonRecursive) {
            Ok(()) => {}
            // it was gone again before it could be watched
            Err(error) if !folder.exists() => {
                self.folders.remove(folder);
                drop(error);
                return Ok(());
            }
            Err(error) => {
                return Err(error)
                    .with_context(|| format!("{} can't be watched", folder.display()));
            }
        }
        let within = entries(folder).filter(|path| path.is_dir() && !is_left_out(path));
        within
            .collect::<Vec<_>>()
            .iter()
            .try_for_each(|folder| self.add(folder))
    }
}

fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        EventKind::Other => false,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_) => true,
    }
}

/// Whether a folder is hidden, or holds what can be made again.
fn is_left_out(folder: &Path) -> bool {
    let name = folder.file_name().and_then(|name| name.to_str());
    name.is_none_or(|name| name.starts_with('.') || name == "node_modules")
        || folder.join("CACHEDIR.TAG").exists()
        || folder.is_symlink()
}

fn files(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    entries(folder).filter(|path| path.is_file())
}

/// What is in a folder; nothing when it can't be read, or is gone.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok().map(|entry| entry.path()))
}
