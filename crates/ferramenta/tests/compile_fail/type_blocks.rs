#![allow(unused)]

use ferramenta::{Inject, tool, toolset};

struct Generic<T>(T);

#[tool]
impl<T> Generic<T> {
    async fn handle(&self) {}
}

trait Handles {
    fn handle(&self);
}

struct Greet;

#[tool]
impl Handles for Greet {
    fn handle(&self) {}
}

#[toolset]
impl Handles for Generic<u8> {
    #[tool]
    fn handle(&self) {}
}

#[toolset]
fn free() {}

#[tool]
impl [Greet] {
    fn handle(&self) {}
}

fn main() {}
