use std::{
    collections::BTreeSet,
    future::poll_fn,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak},
    task::{Poll, Waker},
};

use ferramenta_protocol::ResourceUri;

use super::{
    Change, Filter, Listed, Lists, message::Message, outgoing::Outgoing, shared::ErasedBus,
};
use crate::catalog::Handle;

/// Tells all who listen in this process what has changed. It never waits for one of them: what somebody hasn't
/// heard yet is noted once, however often it happens.
#[derive(Default)]
pub(crate) struct Listeners {
    subscribers: Arc<Mutex<Subscribers>>,
    /// Tells other servers, where a bus is shared with them.
    shared: OnceLock<Outgoing>,
}

/// How often each list has changed.
type Counts = [u64; Listed::ALL.len()];

/// All who listen, and some who are gone.
#[derive(Default)]
struct Subscribers {
    all: Vec<Weak<Subscriber>>,
    gone: usize,
    changes: Counts,
}

/// What is enough to remember of somebody who hears of lists alone while they don't listen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// What they haven't heard yet.
    lists: Lists,
    /// What was noted with them.
    noted: Counts,
}

impl Subscribers {
    /// Takes out who is gone, once that are more than half of them: so each costs little, and none stays for long.
    fn leave(&mut self) {
        self.gone += 1;
        if self.gone * 2 > self.all.len() {
            self.all.retain(|one| one.strong_count() > 0);
            self.all.shrink_to(self.all.len() * 2);
            self.gone = 0;
        }
    }
}

impl Listeners {
    /// Somebody who listens for as long as the value lives: from now on, or from where they have left off.
    pub(crate) fn subscribe(&self, filter: Filter, since: Option<Mark>) -> Arc<Subscriber> {
        let mut subscribers = lock(&self.subscribers);
        let subscriber = Arc::new(Subscriber {
            state: Mutex::new(State::new(filter, since, subscribers.changes)),
            among: Arc::clone(&self.subscribers),
        });
        subscribers.all.push(Arc::downgrade(&subscriber));
        subscriber
    }

    /// Shares a bus with other servers from now on.
    pub(crate) fn share(&self, bus: Arc<dyn ErasedBus>, server: Handle) {
        self.shared.get_or_init(|| Outgoing::open(bus, server));
    }

    /// Waits until other servers were told of all that has changed so far.
    pub(crate) async fn told(&self) {
        if let Some(shared) = self.shared.get() {
            shared.sent().await;
        }
    }

    /// Tells everybody who wants to know of a list.
    pub(crate) fn publish_list(&self, listed: Listed) {
        self.tell(Change::List(listed));
    }

    /// Tells everybody who has subscribed to a URI.
    pub(crate) fn publish_resource(&self, uri: &str) {
        if let Some(uri) = ResourceUri::parse(uri) {
            self.tell(Change::Resource(uri.canonical().into()));
        }
    }

    /// Tells those who listen here what another server says.
    pub(super) fn hear(&self, message: &Message) {
        match &message.change {
            Some(change) => self.note(change),
            None => self.publish(&Listed::ALL, State::note_everything),
        }
    }

    /// Tells those who listen, here and at other servers.
    fn tell(&self, change: Change) {
        self.note(&change);
        if let Some(shared) = self.shared.get() {
            shared.note(change);
        }
    }

    /// Notes a change with everybody here who wants to know of it.
    fn note(&self, change: &Change) {
        match change {
            Change::List(listed) => {
                self.publish(&[*listed], |state, changes| {
                    state.note_list(*listed, changes)
                });
            }
            Change::Resource(canonical) => {
                self.publish(&[], |state, _| state.note_resource(canonical));
            }
        }
    }

    /// Notes something with everybody; whoever has something new to hear is woken.
    fn publish(&self, changed: &[Listed], note: impl Fn(&mut State, &Counts) -> bool) {
        let (all, changes) = {
            let mut subscribers = lock(&self.subscribers);
            for listed in changed {
                subscribers.changes[*listed as usize] += 1;
            }
            (subscribers.all.clone(), subscribers.changes)
        };
        // whoever leaves meanwhile takes the lock
        for subscriber in all.iter().filter_map(Weak::upgrade) {
            subscriber.note(|state| note(state, &changes));
        }
    }
}

/// Somebody who listens.
pub(crate) struct Subscriber {
    state: Mutex<State>,
    among: Arc<Mutex<Subscribers>>,
}

/// What somebody wants to hear, and hasn't heard yet.
#[derive(Default)]
struct State {
    filter: Filter,
    lists: Lists,
    /// How often each list had changed when that was noted here.
    noted: Counts,
    resources: BTreeSet<Arc<str>>,
    reader: Option<Waker>,
}

impl State {
    fn new(filter: Filter, since: Option<Mark>, changes: Counts) -> Self {
        let has_missed = |mark: &Mark, listed: Listed| {
            mark.lists.has(listed) || mark.noted[listed as usize] < changes[listed as usize]
        };
        let missed = |listed: &Listed| since.is_some_and(|mark| has_missed(&mark, *listed));
        let lists = Listed::ALL
            .into_iter()
            .filter(|listed| filter.wants_list(*listed) && missed(listed))
            .collect();
        Self {
            filter,
            lists,
            noted: changes,
            ..Self::default()
        }
    }

    fn note_list(&mut self, listed: Listed, changes: &Counts) -> bool {
        // of two changes at a time the later may be noted first
        let noted = &mut self.noted[listed as usize];
        *noted = changes[listed as usize].max(*noted);
        let wants = self.filter.wants_list(listed);
        if wants {
            self.lists.add(listed);
        }
        wants
    }

    fn note_resource(&mut self, canonical: &str) -> bool {
        match self.filter.wants(canonical).cloned() {
            Some(uri) => self.resources.insert(uri),
            None => false,
        }
    }

    /// Notes all that is wanted.
    fn note_everything(&mut self, changes: &Counts) -> bool {
        let before = self.resources.len();
        self.resources.extend(self.filter.resources().cloned());
        let mut has_news = self.resources.len() > before;
        for listed in Listed::ALL {
            has_news |= self.note_list(listed, changes);
        }
        has_news
    }
}

impl Subscriber {
    fn note(&self, note: impl Fn(&mut State) -> bool) {
        let mut state = lock(&self.state);
        let reader = if note(&mut state) {
            state.reader.take()
        } else {
            None
        };
        drop(state);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Wants to hear of a URI as well; false when there are so many already.
    pub(crate) fn add(&self, uri: &str, most: usize) -> bool {
        lock(&self.state).filter.add(uri, most)
    }

    /// What is enough to remember, where this one hears of lists alone.
    pub(crate) fn mark(&self) -> Option<Mark> {
        let state = lock(&self.state);
        state.filter.is_of_lists().then_some(Mark {
            lists: state.lists,
            noted: state.noted,
        })
    }

    /// Wants to hear of a URI no more.
    pub(crate) fn remove(&self, uri: &str) {
        lock(&self.state).filter.remove(uri);
    }

    /// Something that has changed since the last time; without that, `waker` is woken when it does.
    pub(crate) fn poll_next(&self, waker: &Waker) -> Poll<Change> {
        let mut state = lock(&self.state);
        if let Some(listed) = state.lists.take() {
            return Poll::Ready(Change::List(listed));
        }
        if let Some(uri) = state.resources.pop_first() {
            return Poll::Ready(Change::Resource(uri));
        }
        state.reader = Some(waker.clone());
        Poll::Pending
    }

    /// Waits for the next change.
    pub(crate) async fn next(&self) -> Change {
        poll_fn(|task| self.poll_next(task.waker())).await
    }
}

impl Drop for Subscriber {
    fn drop(&mut self) {
        lock(&self.among).leave();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(subscriber: &Subscriber) -> Option<Change> {
        match subscriber.poll_next(Waker::noop()) {
            Poll::Ready(change) => Some(change),
            Poll::Pending => None,
        }
    }

    fn tools() -> Filter {
        Filter::lists([Listed::Tools].into_iter().collect())
    }

    const TOOLS: Change = Change::List(Listed::Tools);

    #[test]
    fn a_change_is_heard_once_however_often_it_happens() {
        let bus = Listeners::default();
        bus.publish_list(Listed::Tools);
        let late = bus.subscribe(tools(), None);
        assert_eq!(heard(&late), None);
        bus.publish_list(Listed::Tools);
        bus.publish_list(Listed::Tools);
        assert_eq!(heard(&late), Some(TOOLS));
        assert_eq!(heard(&late), None);
    }

    #[test]
    fn nobody_hears_what_they_do_not_want() {
        let bus = Listeners::default();
        let other = bus.subscribe(Filter::default(), None);
        let of_tools = bus.subscribe(tools(), None);
        bus.publish_list(Listed::Prompts);
        assert_eq!(heard(&of_tools), None);
        bus.publish_list(Listed::Tools);
        bus.publish_resource("a://b");
        assert_eq!(heard(&other), None);
    }

    #[test]
    fn a_resource_is_told_as_it_was_subscribed_to() {
        let bus = Listeners::default();
        let subscriber = bus.subscribe(Filter::default(), None);
        assert!(subscriber.add("A://b/%63", 1) && subscriber.add("a://b/c", 1));
        assert!(!subscriber.add("a://d", 1));
        bus.publish_resource("a://b/c");
        bus.publish_resource("a://b/c");
        bus.publish_resource("a://d");
        assert_eq!(heard(&subscriber), Some(Change::Resource("a://b/c".into())));
        assert_eq!(heard(&subscriber), None);
        subscriber.remove("a://b/c");
        bus.publish_resource("a://b/c");
        assert_eq!(heard(&subscriber), None);
    }

    #[test]
    fn who_comes_again_hears_what_has_changed_meanwhile() {
        let bus = Listeners::default();
        let again = |mark| bus.subscribe(tools(), Some(mark));
        let leaves = bus.subscribe(tools(), None);
        bus.publish_list(Listed::Tools);
        let unheard = leaves.mark().expect("lists alone");
        assert_eq!(heard(&leaves), Some(TOOLS));
        let all_heard = leaves.mark().expect("lists alone");
        drop(leaves);
        assert_eq!(heard(&again(unheard)), Some(TOOLS));
        assert_eq!(heard(&again(all_heard)), None);
        bus.publish_list(Listed::Prompts);
        assert_eq!(heard(&again(all_heard)), None);
        bus.publish_list(Listed::Tools);
        let returned = again(all_heard);
        assert_eq!(heard(&returned), Some(TOOLS));
        assert_eq!(heard(&returned), None);
        returned.add("a://b", 1);
        assert!(returned.mark().is_none());
    }

    #[test]
    fn who_is_gone_takes_no_room() {
        let bus = Listeners::default();
        let stays = bus.subscribe(tools(), None);
        for _ in 0..1000 {
            drop(bus.subscribe(tools(), None));
        }
        assert!(lock(&bus.subscribers).all.len() < 3);
        let many = [(); 1000].map(|()| bus.subscribe(tools(), None));
        drop(many);
        let subscribers = lock(&bus.subscribers);
        assert!(subscribers.all.len() < 3 && subscribers.all.capacity() < 10);
        drop(subscribers);
        bus.publish_list(Listed::Tools);
        assert_eq!(heard(&stays), Some(TOOLS));
    }
}
