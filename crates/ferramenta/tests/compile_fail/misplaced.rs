#![allow(unused)]

use ferramenta::{Args, Context, tool};

#[ferramenta::schema]
struct Query {
    text: String,
}

#[tool]
fn misplaced(
    #[arg(description = "the request")] cx: &Context,
    #[inject]
    #[arg(default = 1)]
    both: u32,
    #[inject(u32)] number: u32,
) {
}

#[tool]
fn whole(#[arg(description = "the query")] Args(query): Args<Query>) {}

#[tool]
fn sometimes(#[cfg(unix)] path: String) {}

fn main() {}
