use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use super::Key;
use crate::subscribe::Subscriber;

/// Who hears of changes for which session, as many as there is room for: where there is none, the one that came
/// first is forgotten, and with it what its client had subscribed to.
pub(super) struct Subscribers {
    most: usize,
    known: HashMap<Key, Arc<Subscriber>>,
    order: VecDeque<Key>,
}

impl Subscribers {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            known: HashMap::new(),
            order: VecDeque::new(),
        }
    }

    /// The one of a session, made if there is none.
    pub(super) fn of(
        &mut self,
        key: Key,
        make: impl FnOnce() -> Arc<Subscriber>,
    ) -> Arc<Subscriber> {
        if let Some(known) = self.known.get(&key) {
            return Arc::clone(known);
        }
        while self.order.len() >= self.most
            && let Some(first) = self.order.pop_front()
        {
            self.known.remove(&first);
        }
        let subscriber = make();
        self.known.insert(key, Arc::clone(&subscriber));
        self.order.push_back(key);
        subscriber
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
    use crate::subscribe::{Bus, Filter};

    #[test]
    fn there_is_room_for_so_many() {
        let bus = Bus::default();
        let mut subscribers = Subscribers::new(2);
        let mut of = |key| subscribers.of([key; 16], || bus.subscribe(Filter::default()));
        let (first, second) = (of(1), of(2));
        assert!(Arc::ptr_eq(&first, &of(1)));
        of(3);
        assert!(Arc::ptr_eq(&second, &of(2)));
        assert!(!Arc::ptr_eq(&first, &of(1)));
    }
}
