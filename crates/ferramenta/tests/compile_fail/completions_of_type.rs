//! Functions that can't complete an argument.

use ferramenta::{Completing, prompt};

async fn by_reference(typed: &Completing) -> Vec<String> {
    vec![typed.value().to_owned()]
}

async fn with_an_argument(author: String) -> Vec<String> {
    vec![author]
}

fn how_many(_: Completing) -> usize {
    0
}

/// There is none of this name.
#[prompt]
async fn unknown(#[arg(complete = nowhere)] title: String) -> String {
    title
}

/// It takes a reference.
#[prompt]
async fn referring(#[arg(complete = by_reference)] title: String) -> String {
    title
}

/// It takes what the server doesn't provide.
#[prompt]
async fn asking(#[arg(complete = with_an_argument)] title: String) -> String {
    title
}

/// It returns no list.
#[prompt]
async fn counting(#[arg(complete = how_many)] title: String) -> String {
    title
}

fn main() {}
