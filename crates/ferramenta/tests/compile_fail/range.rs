#![allow(unused)]

use ferramenta::tool;

const MOST: u32 = 50;

#[tool]
fn ranges(
    #[arg(range(50..=1))] empty: u32,
    #[arg(range(5))] number: u32,
    #[arg(range(..))] all: u32,
    #[arg(range)] nothing: u32,
    #[arg(range = 1..=5)] assigned: u32,
    #[arg(range("a"..="z"))] texts: String,
    #[arg(range(0.0..1.0))] open: f64,
    #[arg(range(0..1))] open_as_well: f64,
    #[arg(range(1..MOST))] constant: u32,
    #[arg(length(-1..))] negative: String,
    #[arg(length(1.5..))] half: String,
) {
}

fn main() {}
