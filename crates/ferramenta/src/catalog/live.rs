//! The catalog that is in force, and how it is replaced.

use std::sync::{
    Arc, Mutex, PoisonError, RwLock,
    atomic::{AtomicBool, Ordering},
};

use super::{
    Catalog, Face,
    changes::{Edit, Handle},
    kinds::Kind,
    needs_http,
    workshop::{Workshop, duplicate},
};
use crate::{
    BuildError, BuildErrors,
    subscribe::{Listed, Listeners, Notices},
};

/// What a server offers now. Each request keeps the catalog that it came to.
pub(crate) struct Live {
    current: RwLock<Arc<Catalog>>,
    /// How the catalog is made anew, where anything comes and goes.
    dynamic: Option<Mutex<Dynamic>>,
    /// What leads here.
    handle: Handle,
    /// Who is told that it was.
    pub(crate) bus: Listeners,
    /// Whether it has to hold for standard input and output.
    on_stdio: AtomicBool,
}

/// What a catalog is made of.
pub(super) struct Dynamic {
    pub(super) workshop: Workshop,
    pub(super) face: Face,
}

impl Live {
    /// The catalog of a server, which `handle` leads to from now on.
    pub(super) fn new(catalog: Catalog, dynamic: Option<Dynamic>, handle: &Handle) -> Arc<Self> {
        let live = Arc::new(Self {
            current: RwLock::new(Arc::new(catalog)),
            dynamic: dynamic.map(Mutex::new),
            handle: Arc::clone(handle),
            bus: Listeners::default(),
            on_stdio: AtomicBool::new(false),
        });
        // the handle was made for this server
        let _ = handle.set(Arc::downgrade(&live));
        live
    }

    /// What leads to the components of a list, where they come and go.
    pub(crate) fn registry(&self, listed: Listed) -> Option<Handle> {
        let is_dynamic = self.current().changing().lists.has(listed);
        is_dynamic.then(|| Arc::clone(&self.handle))
    }

    /// Tells clients of changes, where there are any.
    pub(crate) fn notices(&self) -> Option<Notices> {
        let changes = self.current().changing().any();
        changes.then(|| Notices::new(Arc::clone(&self.handle)))
    }

    pub(crate) fn current(&self) -> Arc<Catalog> {
        Arc::clone(&self.current.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether everything can be used on standard input and output, from now on.
    ///
    /// # Errors
    /// When some take what comes with HTTP alone; each is named.
    pub(crate) fn check_stdio(&self) -> Result<(), BuildErrors> {
        self.on_stdio.store(true, Ordering::Relaxed);
        let catalog = self.current();
        let errors = catalog.for_http_alone();
        if errors.is_empty() {
            return Ok(());
        }
        Err(BuildErrors::new(&*catalog.name, errors))
    }

    /// Replaces the catalog by one with these changes, or by none; gives whether anything changed.
    pub(super) fn update<K: Kind>(&self, edits: Vec<Edit<K::Def>>) -> Result<bool, BuildErrors> {
        let Some(dynamic) = &self.dynamic else {
            return Ok(false);
        };
        let mut dynamic = dynamic.lock().unwrap_or_else(PoisonError::into_inner);
        let Dynamic { workshop, face } = &mut *dynamic;
        let mut errors = Vec::new();
        let mut offer = self.current().offer();
        let all = K::offered(&mut offer);
        let before = all.clone();
        for edit in edits {
            apply(edit, all, workshop, &mut errors);
        }
        K::check(all, &mut errors);
        if self.on_stdio.load(Ordering::Relaxed) {
            let components = all.iter().map(|one| K::as_ref(one));
            errors.extend(components.filter_map(|one| needs_http(K::LISTED.one(), one)));
        }
        if !errors.is_empty() {
            let name = face.info.name.as_str();
            return Err(BuildErrors::new(name, errors).of_change(K::LISTED));
        }
        let is_same = |(new, old): (&Arc<K>, &Arc<K>)| Arc::ptr_eq(new, old);
        if all.len() == before.len() && all.iter().zip(&before).all(is_same) {
            return Ok(false);
        }
        let next = Arc::new(self.current().with(face, offer));
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = next;
        drop(dynamic);
        self.bus.publish_list(K::LISTED);
        Ok(true)
    }
}

fn apply<K: Kind>(
    edit: Edit<K::Def>,
    all: &mut Vec<Arc<K>>,
    workshop: &mut Workshop,
    errors: &mut Vec<BuildError>,
) {
    let position = |name: &str| all.iter().position(|one| K::as_ref(one).name == name);
    match edit {
        Edit::Remove(name) => {
            if let Some(position) = position(&name) {
                all.remove(position);
            }
        }
        Edit::Add(one) => {
            let common = K::common(&one);
            if let Some(position) = position(&common.name)
                && K::NAMED
            {
                errors.push(duplicate(common, position));
            }
            all.extend(K::make(workshop, one, errors).map(Arc::new));
        }
        Edit::Put(one) => {
            let position = position(&K::common(&one).name);
            if let Some(one) = K::make(workshop, one, errors).map(Arc::new) {
                match position {
                    Some(position) => all[position] = one,
                    None => all.push(one),
                }
            }
        }
    }
}
