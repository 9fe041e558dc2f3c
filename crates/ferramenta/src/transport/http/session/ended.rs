use std::collections::{HashMap, VecDeque};

use super::Key;

/// The sessions that were ended before their time, as many as there is room for: where there is none, the one
/// that was ended first is forgotten, and its id opens again.
pub(super) struct Ended {
    most: usize,
    /// Until when each would have lasted, in seconds since 1970.
    last: HashMap<Key, u64>,
    order: VecDeque<Key>,
}

impl Ended {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            last: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    pub(super) fn contains(&self, key: &Key) -> bool {
        self.last.contains_key(key)
    }

    /// Remembers a session that was ended, which would have lasted until `last`.
    pub(super) fn add(&mut self, key: Key, last: u64, now: u64) {
        if self.order.len() >= self.most {
            self.last.retain(|_, last| *last >= now);
            self.order.retain(|key| self.last.contains_key(key));
        }
        while self.order.len() >= self.most
            && let Some(first) = self.order.pop_front()
        {
            self.last.remove(&first);
        }
        if self.last.insert(key, last).is_none() {
            self.order.push_back(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_so_many() {
        let mut ended = Ended::new(2);
        for (key, last) in [(1, 50), (2, 10), (2, 10), (3, 60)] {
            ended.add([key; 16], last, 20);
        }
        let known = |ended: &Ended| [1, 2, 3, 4].map(|key| ended.contains(&[key; 16]));
        assert_eq!(
            known(&ended),
            [true, false, true, false],
            "what is over anyway goes first"
        );
        ended.add([4; 16], 60, 20);
        assert_eq!(known(&ended), [false, false, true, true]);
        assert_eq!(ended.order.len(), ended.last.len());
    }
}
