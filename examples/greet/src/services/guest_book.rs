use std::{
    fmt::Debug,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// Where guests leave a line. Tools know this trait, and not what is behind it.
pub trait GuestBook: Debug + Send + Sync {
    /// Adds a line.
    fn sign(&self, line: String);

    /// The number of lines.
    fn count(&self) -> usize;
}

/// A guest book that lasts as long as the server.
#[derive(Debug, Default)]
pub struct MemoryGuestBook(Mutex<Vec<String>>);

impl MemoryGuestBook {
    fn lines(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GuestBook for MemoryGuestBook {
    fn sign(&self, line: String) {
        self.lines().push(line);
    }

    fn count(&self) -> usize {
        self.lines().len()
    }
}
