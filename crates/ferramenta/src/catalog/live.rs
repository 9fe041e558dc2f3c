//! The catalog that is in force, and how it is replaced.

use std::sync::{
    Arc, Mutex, PoisonError, RwLock,
    atomic::{AtomicBool, Ordering},
};

use super::{
    Catalog, Face, Tool,
    changes::{Edit, Handle, ToolChanges, ToolRegistry},
    needs_http,
    workshop::{Workshop, duplicate},
};
use crate::{
    BuildError, BuildErrors,
    subscribe::{Bus, Notices},
};

/// What a server offers now. Each request keeps the catalog that it came to.
pub(crate) struct Live {
    current: RwLock<Arc<Catalog>>,
    /// How the catalog is made anew, where tools come and go.
    dynamic: Option<Mutex<Dynamic>>,
    /// What leads here.
    handle: Handle,
    /// Who is told that it was.
    pub(crate) bus: Bus,
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
            bus: Bus::default(),
            on_stdio: AtomicBool::new(false),
        });
        // the handle was made for this server
        let _ = handle.set(Arc::downgrade(&live));
        live
    }

    /// The tools, where they come and go.
    pub(crate) fn registry(&self) -> Option<ToolRegistry> {
        let is_dynamic = self.current().changing().tools;
        is_dynamic.then(|| ToolRegistry::new(Arc::clone(&self.handle)))
    }

    /// Tells clients of changed resources, where they can subscribe to them.
    pub(crate) fn notices(&self) -> Option<Notices> {
        let updates = self.current().changing().resources;
        updates.then(|| Notices::new(Arc::clone(&self.handle)))
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
    pub(super) fn update(&self, changes: ToolChanges) -> Result<bool, BuildErrors> {
        let Some(dynamic) = &self.dynamic else {
            return Ok(false);
        };
        let mut dynamic = dynamic.lock().unwrap_or_else(PoisonError::into_inner);
        let Dynamic { workshop, face } = &mut *dynamic;
        let current = self.current();
        let mut errors = Vec::new();
        let mut tools = current.tools().to_vec();
        for edit in changes.edits {
            apply(edit, &mut tools, workshop, &mut errors);
        }
        if self.on_stdio.load(Ordering::Relaxed) {
            errors.extend(
                tools
                    .iter()
                    .filter_map(|tool| needs_http("tool", &tool.component)),
            );
        }
        if !errors.is_empty() {
            let name = face.info.name.as_str();
            return Err(BuildErrors::new(name, errors).of_change());
        }
        let same = tools.len() == current.tools().len()
            && tools
                .iter()
                .zip(current.tools())
                .all(|(new, old)| Arc::ptr_eq(new, old));
        if same {
            return Ok(false);
        }
        let next = Arc::new(current.with_tools(face, tools));
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = next;
        drop(dynamic);
        self.bus.publish_tools();
        Ok(true)
    }
}

fn apply(
    edit: Edit,
    tools: &mut Vec<Arc<Tool>>,
    workshop: &mut Workshop,
    errors: &mut Vec<BuildError>,
) {
    let position = |name: &str| tools.iter().position(|tool| tool.definition.name == name);
    match edit {
        Edit::Remove(name) => {
            if let Some(position) = position(&name) {
                tools.remove(position);
            }
        }
        Edit::Add(tool) => {
            if let Some(position) = position(&tool.common.name) {
                errors.push(duplicate(&tool.common, position));
            }
            tools.extend(workshop.make(tool, errors).map(Arc::new));
        }
        Edit::Put(tool) => {
            let position = position(&tool.common.name);
            if let Some(tool) = workshop.make(tool, errors).map(Arc::new) {
                match position {
                    Some(position) => tools[position] = tool,
                    None => tools.push(tool),
                }
            }
        }
    }
}
