#![allow(unused)]

use ferramenta::{Inject, Server, toolset};

#[derive(Inject)]
struct Greet;

#[derive(Inject)]
struct Set;

#[toolset]
impl Set {
    #[tool]
    fn add(&self) {}
}

fn main() {
    let _ = Server::new("t").tool::<Greet>();
    let _ = Server::new("t").tools::<(Greet,)>();
    let _ = Server::new("t").tool::<Set>();
}
