//! Tools that share one value, and the resources that change with them.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use ferramenta::{Inject, Listed, Notices, Page, Paging, ToolError, resource, toolset};

/// Most pots that have room.
const ROOM: usize = 100;
const URI: &str = "workshop://shelf";

/// The pots on the shelf.
#[derive(Debug, Default)]
pub struct Pots(Mutex<BTreeSet<String>>);

impl Pots {
    fn lock(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is done with the shelf.
#[derive(Debug, Inject)]
pub struct Shelf {
    pots: Arc<Pots>,
    notices: Notices,
}

#[toolset(prefix = "shelf_")]
impl Shelf {
    /// Put a pot on the shelf.
    #[tool(inline)]
    pub fn put(&self, #[arg(length(1..=40))] pot: String) -> Result<String, ToolError> {
        let mut pots = self.pots.lock();
        if pots.len() == ROOM {
            return Err(ToolError::new("The shelf is full: take a pot away first."));
        }
        if !pots.insert(pot.clone()) {
            return Err(ToolError::new(format!("'{pot}' is on the shelf already.")));
        }
        drop(pots);
        self.tell_of_change();
        Ok(format!("'{pot}' stands on the shelf."))
    }

    /// Take a pot from the shelf.
    #[tool(inline)]
    pub fn take(&self, pot: String) -> Result<String, ToolError> {
        if !self.pots.lock().remove(&pot) {
            return Err(ToolError::new(format!("'{pot}' isn't on the shelf.")));
        }
        self.tell_of_change();
        Ok(format!("'{pot}' was taken."))
    }

    /// Those who have subscribed to the shelf, and those who list its pots.
    fn tell_of_change(&self) {
        self.notices.resource_updated(URI);
        self.notices.resources_changed();
    }
}

/// The pots on the shelf, one a line.
#[resource("workshop://shelf", mime = "text/plain", inline)]
pub fn shelved_pots(pots: Inject<Pots>) -> String {
    let pots = pots.lock();
    Vec::from_iter(pots.iter().map(String::as_str)).join("\n")
}

/// A pot on the shelf.
#[resource("workshop://shelf/{pot}", mime = "text/plain", list = pots, inline)]
pub fn shelved_pot(pot: String, pots: Inject<Pots>) -> Option<String> {
    let found = pots.lock().contains(&pot);
    found.then(|| format!("'{pot}', made by hand"))
}

async fn pots(paging: Paging, pots: Inject<Pots>) -> Page<Listed> {
    let pots = pots.lock();
    let after = paging.after().unwrap_or_default();
    let rest = pots.iter().filter(|pot| pot.as_str() > after);
    // one more than has room: it tells that there is another page
    let listed = rest.take(paging.most() + 1).map(|pot| {
        let entry = Listed::of([("pot", pot.as_str())]).name(pot);
        (pot.clone(), entry)
    });
    Page::of_rest(listed, &paging)
}
