//! Packages of the operating system.

use crate::Result;
use crate::process::Run;

/// Makes sure that valgrind is there.
pub(crate) fn valgrind() -> Result<()> {
    ensure("valgrind", &["valgrind", "--version"])
}

/// Makes sure that there is a browser, and the fonts of its screenshots.
pub(crate) fn chromium() -> Result<()> {
    ensure("fontconfig", &["fc-list", "--version"])?;
    ensure(
        "fonts-dejavu-core",
        &["fc-list", "--quiet", "DejaVu Sans Mono"],
    )?;
    ensure("chromium", &["chromium", "--version"])
}

/// Installs a Debian package unless the command that shows its presence succeeds already.
pub(super) fn ensure(package: &str, shown_by: &[&str]) -> Result<()> {
    let present = || Run::new(shown_by[0]).args(&shown_by[1..]).succeed();
    if present().is_ok() {
        return Ok(());
    }
    let installed = apt(&["update"]).and_then(|()| apt(&["install", "--yes", package]));
    installed.map_err(|error| format!("{package} is missing and can't be installed: {error}"))?;
    present()?;
    Ok(())
}

fn apt(arguments: &[&str]) -> Result<()> {
    let apt = Run::new("apt-get").args(&["--quiet"]).args(arguments);
    apt.env("DEBIAN_FRONTEND", "noninteractive").succeed()?;
    Ok(())
}
