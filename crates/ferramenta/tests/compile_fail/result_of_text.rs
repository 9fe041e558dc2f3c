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

mod anyhow {
    pub type Result<T> = std::result::Result<T, std::fmt::Error>;
}

#[tool]
fn fails_with_what_the_crate_has() -> anyhow::Result<u32> {
    Ok(1)
}

fn main() {}
