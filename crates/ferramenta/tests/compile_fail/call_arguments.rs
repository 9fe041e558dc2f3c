#![allow(unused)]

use ferramenta::{TestClient, tool};

#[tool(inline)]
fn search(query: String) -> String {
    query
}

struct Unwritable;

fn without_a_tuple(client: &TestClient) {
    let _ = client.call::<search>("dune");
    let _ = client.call::<search>(vec!["dune"]);
}

fn not_json(client: &TestClient) {
    let _ = client.call::<search>((Unwritable,));
}

fn main() {}
