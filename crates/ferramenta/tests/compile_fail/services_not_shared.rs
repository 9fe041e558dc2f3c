#![allow(unused)]

use std::{cell::RefCell, rc::Rc, sync::Arc};

use ferramenta::{Inject, tool};

struct Db {
    rows: RefCell<Vec<String>>,
}

trait Clock {}

struct Shared;

#[tool]
fn holds_a_cell(db: Inject<Db>, clock: Inject<dyn Clock>) {}

#[tool]
async fn by_pointer(shared: Arc<Shared>, alone: Rc<Shared>, maybe: Option<Inject<Shared>>) {}

#[tool]
fn by_reference(shared: &Shared, pointer: &Arc<Shared>) {}

fn main() {}
