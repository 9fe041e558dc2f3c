#![allow(unused)]

use std::{cell::RefCell, rc::Rc, sync::Arc};

use ferramenta::{Context, Inject, Server, toolset};

struct Rows(RefCell<Vec<String>>);

fn values() -> Server {
    Server::new("Shop")
        .service(Rc::new(1))
        .service(Rows(RefCell::default()))
        .service_as(Arc::new(Rows(RefCell::default())))
}

fn factories() -> Server {
    Server::new("Shop")
        .singleton(|()| Rows(RefCell::default()))
        .scoped(|()| async { Ok(Rc::new(1)) })
}

struct Shelf {
    books: Rc<Vec<String>>,
}

#[toolset]
impl Shelf {
    #[tool]
    fn count(&self) -> usize {
        self.books.len()
    }
}

fn main() {}
