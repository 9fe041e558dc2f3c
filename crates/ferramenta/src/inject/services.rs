use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::Arc,
};

/// The values that a server shares with its handlers, one of each type.
#[derive(Clone, Default)]
pub(crate) struct Services(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl Services {
    /// Adds a value; false when there already is one of its type, which stays.
    pub(crate) fn add<T: Send + Sync + 'static>(&mut self, value: T) -> bool {
        let free = !self.0.contains_key(&TypeId::of::<T>());
        if free {
            self.replace(value);
        }
        free
    }

    /// Adds a value in place of the one of its type.
    pub(crate) fn replace<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Arc::new(value));
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        let found = self.0.get(&TypeId::of::<T>())?;
        Arc::clone(found).downcast().ok()
    }
}
