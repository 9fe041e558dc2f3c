//! What a hundred further tools cost to build, in a server of their own.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::build_cost::cpu_seconds;
use crate::Result;
use crate::workspace::Workspace;

/// Tools of the smaller server, and of the larger one.
const TOOLS: [u32; 2] = [100, 200];

/// A framework to write them with.
struct Framework {
    name: &'static str,
    /// The lines below `[dependencies]`.
    dependencies: String,
    /// Where its lock is taken from.
    lock: PathBuf,
    /// The program with so many tools.
    program: fn(u32) -> String,
}

/// CPU seconds of debug builds of the program alone, with all that it needs built already.
pub(super) fn table(workspace: &Workspace) -> Result<String> {
    let root = &workspace.root;
    let ours = root.join("crates/ferramenta");
    let frameworks = [
        Framework {
            name: "ferramenta",
            dependencies: format!("ferramenta = {{ path = {ours:?} }}\n"),
            lock: root.join("Cargo.lock"),
            program: with_ferramenta,
        },
        Framework {
            name: "rmcp",
            dependencies: section(&root.join("bench/peers/rmcp/Cargo.toml"))?,
            lock: root.join("bench/peers/rmcp/Cargo.lock"),
            program: with_rmcp,
        },
    ];
    let [few, many] = TOOLS;
    let mut table = format!(
        "## A debug build of the program alone, CPU seconds\n\n\
         | server | {few} tools | {many} tools | per 100 further tools |\n| --- | ---: | ---: | ---: |\n"
    );
    for framework in frameworks {
        let [fewer, more] = framework.builds(&workspace.target.join("growth"))?;
        let name = framework.name;
        let further = more - fewer;
        writeln!(table, "| {name} | {fewer:.1} | {more:.1} | {further:.1} |")?;
    }
    Ok(table)
}

impl Framework {
    /// Builds the smaller and the larger program.
    fn builds(&self, folder: &Path) -> Result<[f64; 2]> {
        let folder = folder.join(self.name);
        let program = folder.join("src/main.rs");
        let target = folder.join("target");
        fs::create_dir_all(folder.join("src"))?;
        fs::write(folder.join("Cargo.toml"), self.manifest())?;
        fs::copy(&self.lock, folder.join("Cargo.lock"))?;
        fs::write(&program, (self.program)(1))?;
        cpu_seconds(&folder, &target)?;
        let mut seconds = [0.0; TOOLS.len()];
        for (tools, seconds) in TOOLS.iter().zip(&mut seconds) {
            fs::write(&program, (self.program)(*tools))?;
            *seconds = cpu_seconds(&folder, &target)?;
        }
        fs::remove_dir_all(&folder)?;
        Ok(seconds)
    }

    fn manifest(&self) -> String {
        let Self {
            name, dependencies, ..
        } = self;
        format!(
            "[package]\nname = \"growth-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\n{dependencies}"
        )
    }
}

/// What stands below `[dependencies]` in a manifest.
fn section(manifest: &Path) -> Result<String> {
    let text = fs::read_to_string(manifest)?;
    let (_, behind) = text
        .split_once("[dependencies]\n")
        .ok_or("a manifest without dependencies")?;
    let end = behind.find("\n[").unwrap_or(behind.len());
    Ok(behind[..end].to_owned())
}

fn with_ferramenta(tools: u32) -> String {
    let mut program = "use ferramenta::{Server, tool};\n".to_owned();
    for number in 0..tools {
        program += &format!(
            "\n/// Tool {number}.\n#[tool]\nasync fn tool_{number}(name: String, count: u32, flag: bool) -> String {{\n    \
             format!(\"{{name}} {{count}} {{flag}}\")\n}}\n"
        );
    }
    program += "\nfn main() -> ferramenta::Result<()> {\n    Server::new(\"Growth\")\n";
    for number in 0..tools {
        program += &format!("        .tool::<tool_{number}>()\n");
    }
    program + "        .run()\n}\n"
}

fn with_rmcp(tools: u32) -> String {
    let mut program =
        "use rmcp::handler::server::wrapper::Parameters;\nuse rmcp::transport::stdio;\n\
                       use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router};\n"
            .to_owned();
    for number in 0..tools {
        program += &format!(
            "\n#[derive(serde::Deserialize, schemars::JsonSchema)]\nstruct Params{number} {{\n    name: String,\n    \
             count: u32,\n    flag: bool,\n}}\n"
        );
    }
    program += "\nstruct Growth;\n\n#[tool_router]\nimpl Growth {\n";
    for number in 0..tools {
        program += &format!(
            "    /// Tool {number}.\n    #[tool]\n    async fn tool_{number}(\n        &self,\n        \
             Parameters(Params{number} {{ name, count, flag }}): Parameters<Params{number}>,\n    ) -> String {{\n        \
             format!(\"{{name}} {{count}} {{flag}}\")\n    }}\n"
        );
    }
    program
        + "}\n\n#[tool_handler]\nimpl ServerHandler for Growth {}\n\n#[tokio::main]\n\
               async fn main() -> Result<(), Box<dyn std::error::Error>> {\n    \
               Growth.serve(stdio()).await?.waiting().await?;\n    Ok(())\n}\n"
}
