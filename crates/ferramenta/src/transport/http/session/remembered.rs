use std::collections::{HashMap, VecDeque};

use super::Key;

/// Room is made for so many at once: what is remembered for long shouldn't lie between what is soon freed, whose
/// memory couldn't be given back then.
const AT_ONCE: usize = 4_096;

/// What is remembered of sessions, of as many as there is room for: where there is none, the one that came first is
/// forgotten.
pub(super) struct Remembered<T> {
    most: usize,
    known: HashMap<Key, T>,
    order: VecDeque<Key>,
}

impl<T> Remembered<T> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            known: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// What is remembered of a session.
    pub(super) fn get(&self, key: &Key) -> Option<&T> {
        self.known.get(key)
    }

    /// Remembers something of a session instead of what was known before.
    pub(super) fn set(&mut self, key: Key, value: T) {
        if let Some(known) = self.known.get_mut(&key) {
            *known = value;
            return;
        }
        self.make_room();
        self.known.insert(key, value);
        self.order.push_back(key);
    }

    pub(super) fn remove(&mut self, key: &Key) {
        if self.known.remove(key).is_some() {
            self.order.retain(|other| other != key);
        }
    }

    fn make_room(&mut self) {
        if self.known.capacity() == 0 {
            let room = self.most.min(AT_ONCE);
            self.known.reserve(room);
            self.order.reserve(room);
        }
        while self.order.len() >= self.most
            && let Some(first) = self.order.pop_front()
        {
            self.known.remove(&first);
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
        remembered.set(key(1), "first");
        remembered.set(key(2), "second");
        remembered.set(key(1), "again");
        assert_eq!(remembered.get(&key(1)), Some(&"again"));
        remembered.set(key(3), "third");
        assert_eq!(remembered.get(&key(1)), None);
        assert_eq!(remembered.get(&key(2)), Some(&"second"));
        remembered.remove(&key(2));
        remembered.set(key(4), "fourth");
        assert_eq!(remembered.get(&key(3)), Some(&"third"));
    }
}
