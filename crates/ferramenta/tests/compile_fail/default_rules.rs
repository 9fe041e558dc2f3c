#![allow(unused)]

use ferramenta::tool;

#[tool]
fn rules(
    #[arg(default = 99, range(1..=50))] limit: u32,
    #[arg(default = -1, range(0..))] offset: i64,
    #[arg(default = 1.5, range(0.0..=1.0))] ratio: f64,
    #[arg(default = "ab", length(3..=5))] code: String,
    #[arg(default = "up", one_of("asc", "desc"))] order: String,
    #[arg(default = 50, range(1..50))] below: u32,
) {
}

fn main() {}
