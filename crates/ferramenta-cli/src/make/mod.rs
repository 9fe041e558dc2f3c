//! `ferramenta make`: a file with its test, declared, and registered where that is wanted.

mod chain;
pub(crate) mod kind;
pub(crate) mod name;
mod package;
pub(crate) mod plan;
mod register;
mod source;
pub(crate) mod template;
mod tree;

use std::path::Path;

use anyhow::{Context, Result};

use crate::{
    arguments::MakeArguments,
    output::{print, say},
};

use self::{
    kind::Kind,
    name::{Name, identifier},
    package::Package,
    plan::{Plan, formatted},
    register::{Thing, register},
};

pub(crate) fn run(arguments: &MakeArguments) -> Result<()> {
    if arguments.template {
        return Ok(print(arguments.kind.template())?);
    }
    // clap wants a name where no template is wanted
    let text = arguments.name.as_deref().unwrap_or_default();
    let name = Name::parse(text, arguments.kind.word())?;
    let package = Package::find(
        Path::new("."),
        arguments.package.as_deref(),
        arguments.bin.as_deref(),
    )?;
    let lines = make(arguments, &name, &package)?;
    Ok(say(&lines.join(
        "
",
    ))?)
}

/// Does it, and tells what was done, line by line.
fn make(arguments: &MakeArguments, name: &Name, package: &Package) -> Result<Vec<String>> {
    let kind = arguments.kind;
    let mut plan = Plan::new(&package.folder)?;
    let text = template::render_kind(
        kind,
        name,
        &package.name.replace('_', "-"),
        Some(&package.folder),
    )?;
    let text =
        formatted(text, plan.folder(), &package.edition).context("the template isn't Rust")?;
    let path: Vec<String> = [kind.module().to_owned()]
        .into_iter()
        .chain(name.modules())
        .collect();
    tree::add(&mut plan, package, &path, text)?;

    let module = path
        .iter()
        .map(|part| identifier(part))
        .collect::<Vec<_>>()
        .join("::");
    let thing = Thing {
        kind,
        module: &module,
        pascal: &name.last().pascal(),
        path: &name.path(),
    };
    let told = if arguments.register {
        register(&mut plan, package, &thing, arguments.server.as_deref())?
    } else {
        unregistered(&thing, package)
    };
    let mut lines = plan.apply()?;
    lines.push(told);
    if !package.missing.is_empty() {
        lines.push(format!(
            "its test needs: cargo add --dev {}",
            package.missing.join(" ")
        ));
    }
    Ok(lines)
}

/// The line that registers it, for a person to put where it belongs.
fn unregistered(thing: &Thing<'_>, package: &Package) -> String {
    let at = match thing.kind {
        Kind::Server => "an `App`",
        _ => "a `Server`",
    };
    let mut told = format!("register it at {at}: {}", thing.line());
    if package.library.is_none() {
        told += "\nuntil then the compiler warns that it is never used";
    }
    told
}
