use std::sync::Arc;

use ferramenta::{Inject, tool};

use crate::services::{GuestBook, Visit};

/// Signs the guest book, in the name of whoever calls.
#[derive(Debug, Inject)]
pub struct SignGuestBookTool {
    book: Arc<dyn GuestBook>,
}

/// Leave a line in the guest book.
#[tool(destructive = false)]
impl SignGuestBookTool {
    fn handle(&self, #[arg(length(1..=200))] message: String, visit: Inject<Visit>) -> String {
        let line = visit.line(&message);
        self.book.sign(line.clone());
        line
    }
}
