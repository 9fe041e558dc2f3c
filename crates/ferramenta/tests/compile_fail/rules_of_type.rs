#![allow(unused)]

use ferramenta::tool;

#[tool]
fn rules(
    #[arg(range(1..=50))] text: String,
    #[arg(length(1..=80))] number: u32,
    #[arg(pattern = "^a")] list: Vec<String>,
    #[arg(range(1..))] flag: bool,
) -> u32 {
    let _ = (text, list, flag);
    number
}

fn main() {}
