use std::{fmt, sync::Weak};

use super::{Listed, Listeners};
use crate::{Binder, Context, Failure, FromServer, catalog::Handle};

/// Tells clients what has changed: a resource, on a server that was declared with
/// [`Server::resource_updates`](crate::Server::resource_updates), or a list, on one whose
/// [tools](crate::Server::dynamic_tools), [prompts](crate::Server::dynamic_prompts) or
/// [resources](crate::Server::dynamic_resources) come and go. On others nobody listens.
///
/// Registries tell of what they change; a list that a [rule](crate::ToolDef::visible) makes another one has to be told of
/// here.
///
/// A handler, a step of starting and a service take it as a parameter or field;
/// [`BuiltServer::notices`](crate::BuiltServer::notices) gives it to all else. Telling never waits for a client, and a
/// client that reads slowly hears of a resource once, however often it has changed since (specification: *Resources,
/// Subscriptions*).
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use ferramenta::{Inject, Notices, Server, resource, tool};
///
/// #[derive(Default)]
/// struct Visits(AtomicU32);
///
/// /// The number of visits.
/// #[resource("shop://visits")]
/// async fn visits(visits: Inject<Visits>) -> String {
///     visits.0.load(Ordering::Relaxed).to_string()
/// }
///
/// /// Count a visit.
/// #[tool]
/// async fn visit(visits: Inject<Visits>, notices: Notices) {
///     visits.0.fetch_add(1, Ordering::Relaxed);
///     notices.resource_updated("shop://visits");
/// }
///
/// let server = Server::new("Shop")
///     .service(Visits::default())
///     .resource_updates()
///     .resource::<visits>()
///     .tool::<visit>();
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone)]
pub struct Notices(Handle);

impl Notices {
    pub(crate) const fn new(handle: Handle) -> Self {
        Self(handle)
    }

    /// Tells those who have subscribed to this URI that what is there has changed.
    pub fn resource_updated(&self, uri: &str) {
        self.publish(|bus| bus.publish_resource(uri));
    }

    /// Tells those who listen that there are other tools, or that somebody sees others.
    pub fn tools_changed(&self) {
        self.publish(|bus| bus.publish_list(Listed::Tools));
    }

    /// Tells those who listen that there are other prompts, or that somebody sees others.
    pub fn prompts_changed(&self) {
        self.publish(|bus| bus.publish_list(Listed::Prompts));
    }

    /// Tells those who listen that there are other resources, or that somebody sees others.
    pub fn resources_changed(&self) {
        self.publish(|bus| bus.publish_list(Listed::Resources));
    }

    fn publish(&self, publish: impl FnOnce(&Listeners)) {
        // nobody listens to a server that is gone
        if let Some(live) = self.0.get().and_then(Weak::upgrade) {
            publish(&live.bus);
        }
    }
}

impl fmt::Debug for Notices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Notices").finish_non_exhaustive()
    }
}

impl FromServer for Notices {
    type Bound = Self;

    fn bind(binder: &mut Binder<'_>) -> Option<Self> {
        binder.notices()
    }

    fn get(bound: &Self, _: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        std::future::ready(Ok(bound.clone()))
    }

    fn constant(bound: &Self) -> Option<Self> {
        Some(bound.clone())
    }
}
