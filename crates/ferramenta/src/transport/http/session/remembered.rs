use std::collections::{HashMap, VecDeque};

use super::Key;

/// What is remembered of sessions, of as many as there is room for: where there is none, the one that came first is
/// forgotten.
pub(super) struct Remembered<T> {
    most: usize,
    known: HashMap<Key, T>,
    order: VecDeque<Key>,
}

impl<T: Clone> Remembered<T> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            known: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// What is remembered of a session.
    pub(super) fn get(&self, key: &Key) -> Option<T> {
        self.known.get(key).cloned()
    }

    /// The same, made if there is nothing yet.
    pub(super) fn of(&mut self, key: Key, make: impl FnOnce() -> T) -> T {
        if let Some(known) = self.get(&key) {
            return known;
        }
        while self.order.len() >= self.most
            && let Some(first) = self.order.pop_front()
        {
            self.known.remove(&first);
        }
        let made = make();
        self.known.insert(key, made.clone());
        self.order.push_back(key);
        made
    }

    pub(super) fn remove(&mut self, key: &Key) {
        if self.known.remove(key).is_some() {
            self.order.retain(|other| other != key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_so_many() {
        let mut remembered = Remembered::new(2);
        let key = |n| [n; 16];
        assert_eq!(remembered.of(key(1), || "first"), "first");
        assert_eq!(remembered.of(key(2), || "second"), "second");
        assert_eq!(remembered.of(key(1), || "again"), "first");
        assert_eq!(remembered.of(key(3), || "third"), "third");
        assert_eq!(remembered.get(&key(1)), None);
        assert_eq!(remembered.get(&key(2)), Some("second"));
        remembered.remove(&key(2));
        assert_eq!(remembered.of(key(4), || "fourth"), "fourth");
        assert_eq!(remembered.get(&key(3)), Some("third"));
    }
}
