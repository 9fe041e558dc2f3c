#![allow(unused)]

use std::rc::Rc;

use ferramenta::tool;

#[tool]
async fn shared(name: String) -> String {
    let shared = Rc::new(name);
    std::future::ready(()).await;
    shared.to_string()
}

fn main() {}
