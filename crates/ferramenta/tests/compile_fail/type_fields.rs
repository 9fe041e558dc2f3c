#![allow(unused)]

use std::sync::Arc;

use ferramenta::{Inject, tool};

struct Greetings;

#[derive(Inject)]
struct Greet {
    greetings: Greetings,
    name: String,
    #[inject(default = "ten")]
    times: u32,
}

#[derive(Inject)]
struct Generic<T>(Arc<T>);

#[derive(Inject)]
enum Either {
    This,
    That,
}

fn main() {}
