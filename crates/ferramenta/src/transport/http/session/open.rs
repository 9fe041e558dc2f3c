//! What hangs on open connections: the streams on which clients listen, and calls under way.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex},
};

use bytes::Bytes;

use super::{Key, Session, Sessions, lock};
use crate::flag::Flag;

/// Room that a table keeps, so that it need not be made for each call.
const ALWAYS: usize = 64;

/// One entry for each open stream, and for each call under way.
#[derive(Default)]
pub(super) struct Open {
    streams: Table<Key>,
    calls: Table<(Key, Bytes)>,
}

/// What can be ended, by what it is found by.
struct Table<K>(Mutex<HashMap<K, Arc<Flag>>>);

/// A place in a table, given back when it is dropped.
struct Entry<'a, K: Eq + Hash> {
    table: &'a Table<K>,
    key: K,
    flag: Arc<Flag>,
}

/// The stream of a session.
pub(in super::super) struct Stream<'a>(Entry<'a, Key>);

/// A call of a session.
pub(in super::super) struct UnderWay<'a> {
    _entry: Entry<'a, (Key, Bytes)>,
}

impl Sessions {
    /// Opens the stream of a session, which has one at a time: a message may go out on one stream only, so a
    /// second would have nothing to tell. The newest is the one, and the one before it ends; refusing it
    /// would lock out a client whose connection has died without the server having heard of it.
    pub(in super::super) fn listen(&self, session: &Session) -> Stream<'_> {
        let flag = Arc::new(Flag::default());
        let stream = Stream(self.open.streams.enter(session.0.key, flag));
        // it may have ended since it was found
        if lock(&self.ended).contains(&session.0.key) {
            stream.ended().raise();
        }
        stream
    }

    /// Notes that a call is under way, so that its session can cancel it. Of two with one id it is the later
    /// that can be cancelled.
    pub(in super::super) fn enter(
        &self,
        session: &Session,
        id: Bytes,
        cancel: &Arc<Flag>,
    ) -> UnderWay<'_> {
        let key = (session.0.key, id);
        UnderWay {
            _entry: self.open.calls.replace(key, Arc::clone(cancel)).0,
        }
    }

    /// Cancels the session's call of this id, if it is under way.
    pub(in super::super) fn cancel(&self, session: &Session, id: &str) {
        let key = (session.0.key, Bytes::copy_from_slice(id.as_bytes()));
        self.open.calls.raise(&key);
    }
}

impl Open {
    pub(super) fn close_stream(&self, key: &Key) {
        self.streams.raise(key);
    }
}

impl Stream<'_> {
    /// Raised when the stream has to end.
    pub(in super::super) fn ended(&self) -> &Flag {
        &self.0.flag
    }
}

impl<K: Clone + Eq + Hash> Table<K> {
    /// Enters what ends whatever was there before.
    fn enter(&self, key: K, flag: Arc<Flag>) -> Entry<'_, K> {
        let (entry, before) = self.replace(key, flag);
        if let Some(before) = before {
            before.raise();
        }
        entry
    }

    fn replace(&self, key: K, flag: Arc<Flag>) -> (Entry<'_, K>, Option<Arc<Flag>>) {
        let before = lock(&self.0).insert(key.clone(), Arc::clone(&flag));
        let entry = Entry {
            table: self,
            key,
            flag,
        };
        (entry, before)
    }

    fn raise(&self, key: &K) {
        let found = lock(&self.0).get(key).cloned();
        if let Some(flag) = found {
            flag.raise();
        }
    }
}

impl<K> Default for Table<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash> Drop for Entry<'_, K> {
    fn drop(&mut self) {
        let mut table = lock(&self.table.0);
        // somebody else's may have taken the place
        let is_own = |flag: &Arc<Flag>| Arc::ptr_eq(flag, &self.flag);
        if table.get(&self.key).is_some_and(is_own) {
            table.remove(&self.key);
            shrink(&mut table);
        }
    }
}

/// Gives back the room that a crowd has taken.
fn shrink<K: Eq + Hash, V>(table: &mut HashMap<K, V>) {
    let room = table.len() * 2;
    if room.max(ALWAYS) * 2 < table.capacity() {
        table.shrink_to(room.max(ALWAYS));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_later_entry_ends_the_one_before_and_outlives_it() {
        let table = Table::default();
        let first = table.enter(1, Arc::default());
        let second = table.enter(1, Arc::default());
        let other = table.enter(2, Arc::default());
        assert!(first.flag.is_raised() && !second.flag.is_raised());
        drop((first, other));
        table.raise(&1);
        assert!(second.flag.is_raised());
        drop(second);
        assert!(lock(&table.0).is_empty());
    }
}
