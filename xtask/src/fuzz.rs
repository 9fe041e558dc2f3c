//! What the framework reads from strangers, held to its promises on inputs that libFuzzer makes up, guided by the code
//! that they reach. It runs on a stable toolchain: instrumenting needs flags of LLVM, and none of the compiler's own.

pub(crate) mod instrument;

use std::collections::VecDeque;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::Result;
use crate::process::{Ended, Run, tail};
use crate::step::Outcome;
use crate::workspace::Workspace;

/// How long each target runs in CI, in seconds.
pub(crate) const SECONDS: u64 = 12;

/// Longest input, in bytes: what is longer finds nothing more, and slowly.
const LONGEST: &str = "-max_len=4096";
/// Seconds after which one input is a hang.
const HANG: &str = "-timeout=20";
/// Memory that is too much for one process, in MiB.
const MEMORY: &str = "-rss_limit_mb=1024";

/// Reads `[TARGET] [--seconds N]`, and runs that target or all of them.
pub(crate) fn from_words(workspace: &Workspace, words: &[&str]) -> Result<Outcome> {
    match words {
        [] => check(workspace, None, SECONDS),
        ["--seconds", seconds] => check(workspace, None, seconds.parse()?),
        [target] => check(workspace, Some(target), SECONDS),
        [target, "--seconds", seconds] => check(workspace, Some(target), seconds.parse()?),
        _ => Err("usage: cargo xtask fuzz [TARGET] [--seconds N]".into()),
    }
}

/// Runs targets for so many seconds each, as many at once as there are processors.
pub(crate) fn check(workspace: &Workspace, only: Option<&str>, seconds: u64) -> Result<Outcome> {
    let fuzz = Fuzz::build(workspace)?;
    let targets = fuzz.targets(only)?;
    let count = targets.len();
    let queue = Mutex::new(targets.into_iter().collect());
    let done = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism()?.get().min(count);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(target) = next(&queue) {
                    let ran = fuzz
                        .run(&target, seconds)
                        .map_err(|error| error.to_string());
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((target, ran));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by(|one, other| one.0.cmp(&other.0));
    report(&done, seconds)
}

fn next(queue: &Mutex<VecDeque<String>>) -> Option<String> {
    let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
    queue.pop_front()
}

/// The package of the targets, built.
struct Fuzz {
    folder: PathBuf,
    /// Where inputs are kept that reach something new, and are not committed.
    found: PathBuf,
    binaries: PathBuf,
}

impl Fuzz {
    fn build(workspace: &Workspace) -> Result<Self> {
        let folder = workspace.root.join("fuzz");
        let target = workspace.target.join("fuzz");
        let host = host()?;
        // with a target of its own, what runs while it is built isn't instrumented
        Run::cargo(&["build", "--release", "--bins", "--target", &host])
            .arg_path("--target-dir", &target)
            .env("RUSTC_WRAPPER", std::env::current_exe()?)
            .env(instrument::VARIABLE, "1")
            .dir(&folder)
            .succeed()?;
        Ok(Self {
            binaries: target.join(host).join("release"),
            found: target.join("corpus"),
            folder,
        })
    }

    /// The names of the targets, or the one that was asked for.
    fn targets(&self, only: Option<&str>) -> Result<Vec<String>> {
        let mut known = Vec::new();
        for entry in self.folder.join("fuzz_targets").read_dir()? {
            let path = entry?.path();
            let name = path.file_stem().ok_or("a target without a name")?;
            known.push(name.to_string_lossy().into_owned());
        }
        known.sort();
        let Some(only) = only else {
            return Ok(known);
        };
        if known.iter().any(|name| name == only) {
            return Ok(vec![only.to_owned()]);
        }
        Err(format!(
            "there is no target `{only}`; there are {}",
            known.join(", ")
        )
        .into())
    }

    fn run(&self, target: &str, seconds: u64) -> Result<Ended> {
        let found = self.found.join(target);
        let artifacts = self.folder.join("artifacts").join(target);
        std::fs::create_dir_all(&found)?;
        std::fs::create_dir_all(&artifacts)?;
        let words = self
            .folder
            .join("dictionaries")
            .join(format!("{target}.txt"));
        let mut arguments = vec![
            shown(&found),
            shown(&self.folder.join("corpus").join(target)),
            format!("-max_total_time={seconds}"),
            format!("-artifact_prefix={}/", shown(&artifacts)),
            "-print_final_stats=1".into(),
            LONGEST.into(),
            HANG.into(),
            MEMORY.into(),
        ];
        if words.exists() {
            arguments.push(format!("-dict={}", shown(&words)));
        }
        Run::new(self.binaries.join(target))
            .args(&arguments)
            .env("RUST_BACKTRACE", "1")
            .limit(Duration::from_secs(seconds + 300))
            .end()
    }
}

fn shown(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// The platform that programs are built for.
fn host() -> Result<String> {
    let version = Run::new("rustc").args(&["-vV"]).succeed()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc doesn't tell its host")?.to_owned())
}

fn report(done: &[(String, Result<Ended, String>)], seconds: u64) -> Result<Outcome> {
    let mut details = String::from("| target | inputs | edges | |\n| --- | ---: | ---: | --- |\n");
    let mut faults = String::new();
    let mut broken = 0;
    for (target, ran) in done {
        let (inputs, edges, said) = match ran {
            Ok(ended) if ended.success => (inputs(ended), edges(ended), None),
            Ok(ended) => (inputs(ended), edges(ended), Some(fault(ended))),
            Err(error) => (String::new(), String::new(), Some(error.clone())),
        };
        let word = if said.is_some() { "BROKEN" } else { "holds" };
        writeln!(details, "| {target} | {inputs} | {edges} | {word} |")?;
        if let Some(said) = said {
            broken += 1;
            writeln!(faults, "\n== {target}\n{said}")?;
        }
    }
    let note = format!("{} targets, {seconds} s each, {broken} broken", done.len());
    Ok(Outcome::new(broken == 0, note, details + &faults))
}

/// What was said of the input that broke a promise, without the lines of those that reached something new.
fn fault(ended: &Ended) -> String {
    let lines = ended.stderr.lines().filter(|line| !line.starts_with('#'));
    tail(&lines.collect::<Vec<_>>().join("\n"))
}

/// How many inputs were tried.
fn inputs(ended: &Ended) -> String {
    let stat = |line: &str| {
        Some(
            line.strip_prefix("stat::number_of_executed_units:")?
                .trim()
                .to_owned(),
        )
    };
    ended.stderr.lines().find_map(stat).unwrap_or_default()
}

/// How many edges of the code they reached.
fn edges(ended: &Ended) -> String {
    let cov = |line: &str| {
        let mut words = line.split_whitespace().skip_while(|word| *word != "cov:");
        words.nth(1).map(str::to_owned)
    };
    ended.stderr.lines().rev().find_map(cov).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_from_what_libfuzzer_prints() {
        let ended = Ended {
            success: true,
            stdout: String::new(),
            stderr: "#2 INITED cov: 7 ft: 7\n#9 DONE   cov: 11 ft: 12 corp: 5/24b\nDone 9 runs\n\
                     stat::number_of_executed_units: 9\n"
                .into(),
        };
        assert_eq!((inputs(&ended), edges(&ended)), ("9".into(), "11".into()));
    }
}
