#![allow(unused)]

use ferramenta::tool;

#[tool]
struct Search;

#[tool]
enum Shelf {
    Fiction,
}

#[tool]
impl Search {}

#[tool]
trait Searches {}

#[tool]
mod tools {}

#[tool]
const LIMIT: u32 = 1;

fn main() {}
