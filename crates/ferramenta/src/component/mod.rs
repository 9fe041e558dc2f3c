//! What tools, prompts and resources have in common: what is declared of them, and how their handlers run.

mod builders;
mod call;
mod handler;
mod handlers;
mod pool;
mod run;
mod sets;

use std::{sync::Arc, time::Duration};

use ferramenta_protocol::Icon;
use serde_json::Value;
use tokio::sync::Semaphore;

pub(crate) use self::{
    builders::builders,
    call::{CallError, Callable, Calling, Slot},
    handler::{Finish, Unbound},
    handlers::handlers,
    pool::Pool,
    run::{Blocking, Concurrent, Inline, Run},
    sets::sets,
};
use crate::{
    Binder, Place,
    access::{HookSetup, Rules},
    build_error::BuildError,
    complete::{self, Completers},
    contract::Owner,
    inject::{Resolved, Services},
    layer::{self, ErasedAround},
};
#[cfg(feature = "rate-limits")]
use crate::{RateLimit, rate::Limiter};

/// What is declared of any component.
pub(crate) struct Common {
    /// `tool`, `prompt` or `resource`.
    pub(crate) kind: &'static str,
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) title: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) icons: Vec<Icon>,
    pub(crate) meta: Option<Value>,
    pub(crate) timeout: Option<Duration>,
    pub(crate) max_concurrent: Option<usize>,
    #[cfg(feature = "rate-limits")]
    pub(crate) rate_limit: Option<RateLimit>,
    pub(crate) rules: RulesSetup,
    /// What is done around each call, the outermost first.
    pub(crate) around: Vec<layer::Setup<dyn ErasedAround>>,
    /// The functions that complete arguments, by their names.
    pub(crate) completions: Vec<(String, complete::Setup)>,
    /// What the component brings along.
    pub(crate) provides: Vec<Bring>,
}

/// Adds what a component brings along to the services of its server.
pub(crate) type Bring = Box<dyn FnOnce(&mut Services) + Send + Sync>;

/// Who may see and use a component, before the server is built.
#[derive(Default)]
pub(crate) struct RulesSetup {
    pub(crate) visible: Vec<HookSetup>,
    pub(crate) authorize: Vec<HookSetup>,
    pub(crate) scopes: Vec<String>,
}

impl Common {
    #[track_caller]
    pub(crate) fn new(kind: &'static str, name: impl Into<String>) -> Self {
        Self {
            kind,
            name: name.into(),
            place: std::panic::Location::caller().into(),
            title: None,
            description: None,
            icons: Vec::new(),
            meta: None,
            timeout: None,
            max_concurrent: None,
            #[cfg(feature = "rate-limits")]
            rate_limit: None,
            rules: RulesSetup::default(),
            around: Vec::new(),
            completions: Vec::new(),
            provides: Vec::new(),
        }
    }

    /// Whose mistakes they are.
    pub(crate) fn owner(&self) -> Owner<'_> {
        Owner {
            kind: self.kind,
            name: &self.name,
            place: self.place,
        }
    }
}

/// What a component finds while its server is built.
pub(crate) struct Surroundings<'a> {
    pub(crate) services: &'a Services,
    pub(crate) resolved: &'a mut Resolved,
    pub(crate) pool: &'a Pool,
    /// Largest result of a component that says nothing else, in bytes.
    pub(crate) max_result: usize,
    /// Whether the server finds out who calls.
    pub(crate) callers_differ: bool,
    pub(crate) errors: &'a mut Vec<BuildError>,
}

impl Surroundings<'_> {
    /// A binder for a component of this name.
    pub(crate) fn binder(&mut self, name: &str, place: Place) -> Binder<'_> {
        Binder::new(self.services, self.resolved, self.errors, name, place)
    }
}

/// A component as it is called.
pub(crate) struct Component {
    /// What it is called by: a name, or a URI.
    pub(crate) name: String,
    pub(crate) callable: Box<dyn Callable>,
    /// Who may see and use it.
    pub(crate) rules: Rules,
    /// Where a component was declared that takes what comes with HTTP alone, or whose rules do.
    pub(crate) needs_http: Option<Place>,
    pub(crate) timeout: Option<Duration>,
    /// What is done around each call, the outermost first.
    pub(crate) around: Vec<Arc<dyn ErasedAround>>,
    /// What its arguments are completed with.
    pub(crate) completers: Completers,
    /// Where the component has a bound of its own on calls at once.
    pub(crate) slots: Option<Arc<Semaphore>>,
    /// How often each caller may call it.
    #[cfg(feature = "rate-limits")]
    pub(crate) rate: Option<Limiter>,
}
