#![allow(unused)]

use ferramenta::tool;

struct Catalog;

impl Catalog {
    #[tool]
    fn search(&self, query: String) -> String {
        query
    }
}

fn main() {
    Catalog.search(String::new());
}
