#![allow(unused)]

use ferramenta::Server;

struct Search;

fn plain() {}

fn main() {
    let _ = Server::new("Bookshop").tool::<Search>();
    let _ = Server::new("Bookshop").tools::<(Search,)>();
    let _ = Server::new("Bookshop").tool::<plain>();
}
