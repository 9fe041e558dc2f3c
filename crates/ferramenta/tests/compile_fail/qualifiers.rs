#![allow(unused)]

use ferramenta::tool;

#[tool]
unsafe fn dangerous() {}

#[tool]
extern "C" fn foreign() {}

#[tool(inline)]
async fn already() {}

fn main() {}
