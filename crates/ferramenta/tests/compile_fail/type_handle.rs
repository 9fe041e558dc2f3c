#![allow(unused)]

use ferramenta::{Inject, tool, toolset};

#[derive(Inject)]
struct Twice;

#[tool]
impl Twice {
    async fn handle(&self) {}
    async fn handle(&self, name: String) {}
}

#[derive(Inject)]
struct Never;

#[tool]
impl Never {
    async fn handel(&self) {}
}

#[derive(Inject)]
struct Set;

#[toolset]
impl Set {
    fn helper(&self) {}
}

fn main() {}
