//! Builds, and builds again after every change.

use std::{collections::BTreeSet, future::pending, path::PathBuf};

use anyhow::Result;
use ferramenta_inspector::{Inspector, Launch};

use super::{
    build::{Built, Outcome, build, show},
    project::Project,
    watch::Watch,
};

/// A project, watched.
pub(super) struct Rebuilder {
    project: Project,
    watch: Watch,
    /// Whether the server that was built last has been handed to the inspector.
    handed_over: bool,
}

impl Rebuilder {
    /// # Errors
    /// When the sources can't be watched.
    pub(super) fn new(project: Project) -> Result<Self> {
        let watch = Watch::new(&project.folders)?;
        Ok(Self {
            project,
            watch,
            handed_over: false,
        })
    }

    /// Builds until a build gets to its end without a change.
    async fn build(&mut self, inspector: &Inspector) -> Result<Built> {
        inspector.building();
        loop {
            tokio::select! {
                built = build(&self.project) => return built,
                changed = changed_meanwhile(&mut self.watch) => self.look_at(&changed?)?,
            }
        }
    }

    fn look_at(&mut self, changed: &BTreeSet<PathBuf>) -> Result<()> {
        let mut names = changed.iter().filter_map(|path| path.file_name());
        if names.any(|name| name == "Cargo.toml") {
            match self.project.refresh() {
                Ok(()) => self.watch.add_all(&self.project.folders)?,
                // the build says it again, and on the page
                Err(error) => show(&format!("{error:#}\n")),
            }
        }
        Ok(())
    }

    fn report(&mut self, built: Built, inspector: &Inspector, address: &str) {
        match built.outcome {
            Outcome::Failed(errors) => inspector.build_failed(errors, built.seconds),
            Outcome::Program { fresh: true, .. } if self.handed_over => {
                inspector.unchanged(built.seconds);
            }
            Outcome::Program { path, sources, .. } => {
                self.watch.set_sources(sources);
                if !self.handed_over {
                    // a first build has pushed it out of sight
                    show(&format!("{} is shown at {address}\n", self.project.bin));
                }
                self.handed_over = true;
                let launch = Launch::new(path)
                    .arguments(self.project.arguments.iter().cloned())
                    .directory(&self.project.directory);
                inspector.built(launch, built.seconds);
            }
        }
    }
}

/// Builds and watches until something breaks; where nothing is built, it just stays.
///
/// # Errors
/// When cargo can't be started, or nothing can be watched any longer.
pub(super) async fn run(
    rebuilder: Option<Rebuilder>,
    inspector: &Inspector,
    address: &str,
) -> Result<()> {
    let Some(mut rebuilder) = rebuilder else {
        return pending().await;
    };
    loop {
        let built = rebuilder.build(inspector).await?;
        rebuilder.report(built, inspector, address);
        let changed = rebuilder.watch.next().await?;
        rebuilder.look_at(&changed)?;
    }
}

/// Changes while a build is under way, but for that of the lock file, which the build itself writes.
async fn changed_meanwhile(watch: &mut Watch) -> Result<BTreeSet<PathBuf>> {
    loop {
        let mut changed = watch.next().await?;
        changed.retain(|path| path.extension().is_none_or(|ending| ending != "lock"));
        if !changed.is_empty() {
            return Ok(changed);
        }
    }
}
