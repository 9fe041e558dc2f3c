#![allow(unused)]

use ferramenta::tool;

#[tool]
fn values(
    #[arg(one_of())] none: String,
    #[arg(one_of("a", "b", "a"))] twice: String,
    #[arg(one_of("a"))] number: u32,
    #[arg(one_of(1, 2))] text: String,
    #[arg(one_of = "a")] assigned: String,
) {
}

fn main() {}
