#![allow(unused)]

use ferramenta::{schema, tool};

#[schema]
struct Fields {
    #[arg(length(1..))]
    title: Option<Option<String>>,
    #[arg(secret, default = "1234")]
    pin: String,
    #[arg(header = "Region")]
    region: String,
}

#[tool]
fn parameters(
    title: Option<std::option::Option<String>>,
    #[arg(secret, header = "Pin")] pin: String,
    #[arg(secret = "yes")] code: String,
) {
}

fn main() {}
