//! `ferramenta new`: a project that builds, and has one of each.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};

use crate::{
    arguments::NewArguments,
    make::{
        kind::Kind,
        name::{Name, Words, identifier},
        plan::formatted,
        template::{render, render_kind},
    },
    output::say,
};

const LIBRARY: &str = "ferramenta";
/// The edition that the manifest's template has.
const EDITION: &str = "2024";
/// Names that a package can't have, as cargo refuses them.
const RESERVED: [&str; 10] = [
    "test",
    "core",
    "std",
    "alloc",
    "proc_macro",
    "build",
    "deps",
    "examples",
    "incremental",
    LIBRARY,
];

pub(crate) fn run(arguments: &NewArguments) -> Result<()> {
    let folder = &arguments.name;
    let name = package_name(folder)?;
    if folder.symlink_metadata().is_ok() {
        bail!("{} exists already, and is left as it is", folder.display());
    }
    let dependency = dependency(arguments)?;
    let above = manifest_above(folder)?;
    let files = files(&name, &dependency, above.is_some())?;
    for (file, text) in files {
        write(&folder.join(file), text)?;
    }
    let shown = folder.display();
    let mut told = format!("created {shown}, with a tool, a resource, a prompt and a test\n");
    told += &format!("it depends on {dependency}\n");
    if let Some(above) = above {
        told += &format!(
            "it is a workspace of its own, beneath {}\n",
            above.display()
        );
    }
    told += &format!("\n  cd {shown}\n  cargo test\n  ferramenta dev");
    Ok(say(&told)?)
}

fn write(file: &Path, text: String) -> Result<()> {
    let parent = file.parent().unwrap_or(file);
    let text = match file.extension() {
        Some(extension) if extension == "rs" => formatted(text, Path::new("."), EDITION)?,
        _ => text,
    };
    let written = fs::create_dir_all(parent).and_then(|()| fs::write(file, text));
    written.with_context(|| format!("{} can't be written", file.display()))
}

fn package_name(folder: &Path) -> Result<Words> {
    let last = folder.file_name().and_then(|name| name.to_str());
    let last = last.with_context(|| format!("`{}` has no name for a project", folder.display()))?;
    let name = Name::parse(last, "")?;
    let words = name.last().clone();
    if RESERVED.contains(&words.snake().as_str()) || identifier(&words.snake()) != words.snake() {
        bail!("`{last}` can't be a name: cargo has no package of that name");
    }
    Ok(words)
}

/// The line for the manifest.
fn dependency(arguments: &NewArguments) -> Result<String> {
    if let Some(repository) = &arguments.git {
        return Ok(format!(
            "{LIBRARY} = {{ git = {} }}",
            serde_json::to_string(repository)?
        ));
    }
    let Some(checkout) = &arguments.path else {
        let version = concat!(
            env!("CARGO_PKG_VERSION_MAJOR"),
            ".",
            env!("CARGO_PKG_VERSION_MINOR")
        );
        return Ok(format!("{LIBRARY} = \"{version}\""));
    };
    let library = [checkout.clone(), checkout.join("crates").join(LIBRARY)];
    let library = library.into_iter().find(|folder| is_library(folder));
    let library =
        library.with_context(|| format!("{} is no checkout of {LIBRARY}", checkout.display()))?;
    let library = library.canonicalize()?;
    let library = library
        .to_str()
        .context("the path of the checkout isn't text")?;
    Ok(format!(
        "{LIBRARY} = {{ path = {} }}",
        serde_json::to_string(library)?
    ))
}

fn is_library(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("Cargo.toml"));
    manifest.is_ok_and(|text| {
        text.lines()
            .any(|line| line.trim() == format!("name = \"{LIBRARY}\""))
    })
}

/// A manifest above makes cargo think that the project belongs to it.
fn manifest_above(folder: &Path) -> Result<Option<PathBuf>> {
    let absolute = std::path::absolute(folder)?;
    let manifests = absolute
        .ancestors()
        .skip(1)
        .map(|folder| folder.join("Cargo.toml"));
    Ok(manifests.into_iter().find(|manifest| manifest.is_file()))
}

fn files(name: &Words, dependency: &str, alone: bool) -> Result<Vec<(&'static str, String)>> {
    let package = name.kebab();
    let values = [
        ("name", &*package),
        ("crate", &*name.snake()),
        ("title", &*name.sentence()),
        ("dependency", dependency),
    ];
    let text = |template| render(template, &values);
    let thing = |kind, name| render_kind(kind, &Name::parse(name, "")?, &package, None);
    // not called Cargo.toml there, as packages leave out folders that have one
    let mut manifest = text(include_str!("../../templates/new/manifest.toml"))?;
    if alone {
        manifest += "\n[workspace]\n";
    }
    Ok(vec![
        ("Cargo.toml", manifest),
        (
            ".gitignore",
            text(include_str!("../../templates/new/gitignore"))?,
        ),
        (
            "README.md",
            text(include_str!("../../templates/new/README.md"))?,
        ),
        (
            ".github/workflows/ci.yml",
            text(include_str!("../../templates/new/ci.yml"))?,
        ),
        (
            "src/lib.rs",
            text(include_str!("../../templates/new/lib.rs"))?,
        ),
        (
            "src/main.rs",
            text(include_str!("../../templates/new/main.rs"))?,
        ),
        (
            "src/tools/mod.rs",
            "//! The tools of the server.\n\npub mod echo;\n".into(),
        ),
        ("src/tools/echo.rs", thing(Kind::Tool, "echo")?),
        (
            "src/resources/mod.rs",
            "//! The resources of the server.\n\npub mod about;\n".into(),
        ),
        ("src/resources/about.rs", thing(Kind::Resource, "about")?),
        (
            "src/prompts/mod.rs",
            "//! The prompts of the server.\n\npub mod explain;\n".into(),
        ),
        ("src/prompts/explain.rs", thing(Kind::Prompt, "explain")?),
        (
            "tests/server.rs",
            text(include_str!("../../templates/new/server_test.rs"))?,
        ),
    ])
}
