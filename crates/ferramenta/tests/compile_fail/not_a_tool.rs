#![allow(unused)]

use ferramenta::Server;

struct Search;

fn plain() {}

#[ferramenta::tool]
fn add() {}

#[ferramenta::tool]
fn remove() {}

fn main() {
    let _ = Server::new("Bookshop").tool::<Search>();
    let _ = Server::new("Bookshop").tools::<(Search,)>();
    let _ = Server::new("Bookshop").tool::<plain>();
    let _ = Server::new("Bookshop").tool::<(add, remove)>();
}
