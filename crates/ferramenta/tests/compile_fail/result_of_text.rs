#![allow(unused)]

use ferramenta::tool;

#[tool]
fn fails(query: String) -> Result<String, String> {
    Err(query)
}

#[tool]
async fn fails_with_any() -> Result<u32, Box<dyn std::error::Error + Send + Sync>> {
    Ok(1)
}

fn main() {}
