#![allow(unused)]

use ferramenta::schema;

#[schema(rename_all = "kebab_case")]
struct Book {
    #[arg(default = "one")]
    copies: u32,
    #[arg(default = 99, range(1..=9))]
    shelf: u32,
    #[arg(default = 1)]
    year: Option<u32>,
}

#[schema]
struct Rules {
    #[arg(range(1..=9))]
    title: String,
    #[arg(length(1..=9))]
    pages: u32,
}

#[schema]
enum Shelf {
    #[arg(default = 1)]
    Fiction,
    #[arg(renamed = "verse")]
    Poetry,
}

fn main() {}
