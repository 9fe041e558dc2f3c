use std::sync::Arc;

use ferramenta::{Inject, tool};

use crate::services::GuestBook;

/// Counts the lines of the guest book: a tool without input.
#[derive(Debug, Inject)]
pub struct GuestCountTool {
    book: Arc<dyn GuestBook>,
}

/// Tell how many guests have signed.
#[tool(read_only, inline)]
impl GuestCountTool {
    fn handle(&self) -> usize {
        self.book.count()
    }
}
