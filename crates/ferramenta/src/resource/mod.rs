//! Resources: what is said of one, how it is read, and how it is registered.

mod caching;
mod contents;
#[cfg(feature = "directory")]
mod directory;
mod handler;
mod list;

use ferramenta_protocol::{Annotations, Role};

use self::caching::Caching;
pub use self::contents::{Contents, ContentsWriter, IntoContents};
#[cfg(feature = "directory")]
pub use self::directory::Directory;
pub use self::list::{IntoPage, ListFn, Listed, Page, Paging, ReadyList};
pub(crate) use self::{handler::Setup, list::Turn};
use crate::{
    Cache, FromServer,
    complete::{self, completes},
    component::{Common, Concurrent, builders, handlers, sets},
};

/// A resource as a value: its URI, or a template of URIs, its metadata and its handler. `#[resource]` writes it; write
/// it by hand for resources that are made in a loop.
///
/// ```
/// use ferramenta::{ResourceDef, Server};
///
/// let mut server = Server::new("Shelves");
/// for shelf in ["fiction", "poetry"] {
///     let resource = ResourceDef::new(format!("shelf://{shelf}"))
///         .name(shelf)
///         .mime_type("text/plain")
///         .handler((), move |()| async move { format!("12 books on the {shelf} shelf") });
///     server = server.resource_value(resource);
/// }
/// # assert!(server.build().is_ok());
/// ```
#[must_use = "a resource does nothing until a server has it: pass it to `Server::resource_value`"]
pub struct ResourceDef {
    pub(crate) common: Common,
    pub(crate) meta: ResourceMeta,
    pub(crate) setup: Option<Box<dyn Setup>>,
    /// What lists the resources of a template.
    pub(crate) list: Option<complete::Setup>,
}

/// What is said of a resource, beside what can be said of any component.
#[derive(Default)]
pub(crate) struct ResourceMeta {
    pub(crate) name: Option<String>,
    pub(crate) mime_type: Option<String>,
    pub(crate) size: Option<u64>,
    pub(crate) annotations: Annotations,
    pub(crate) cache: Option<Cache>,
}

impl ResourceDef {
    /// A resource at this URI, or resources at the URIs of this template (RFC 6570), without a handler yet.
    ///
    /// The variables of a template are the handler's arguments, by their names.
    #[track_caller]
    pub fn new(uri: impl Into<String>) -> Self {
        Self {
            common: Common::new("resource", uri),
            meta: ResourceMeta::default(),
            setup: None,
            list: None,
        }
    }

    /// A name for programs; the URI if not given.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.meta.name = Some(name.into());
        self
    }

    /// The type of the contents, such as `text/plain`; if not given, it follows from what the handler returns and
    /// isn't listed.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.meta.mime_type = Some(mime_type.into());
        self
    }

    /// The size of the contents, in bytes; for a resource, not for a template.
    pub const fn size(mut self, bytes: u64) -> Self {
        self.meta.size = Some(bytes);
        self
    }

    /// How long clients of 2026-07-28 may keep what they have read; not at all if not given.
    ///
    /// What is [public](Cache::public) is the same for every caller: where a rule decides who may read the resource, or
    /// its handler takes what belongs to a call on a server that finds out who calls, the server isn't built.
    pub const fn cache(mut self, cache: Cache) -> Self {
        self.meta.cache = Some(cache);
        self
    }

    /// Says who should see it; may be repeated.
    pub fn audience(mut self, role: Role) -> Self {
        self.meta.annotations.audience.push(role);
        self
    }

    /// How much it matters, from 0, optional, to 1, required.
    pub const fn priority(mut self, priority: f64) -> Self {
        self.meta.annotations.priority = Some(priority);
        self
    }

    /// When it was last changed, as an ISO 8601 date and time.
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.meta.annotations.last_modified = Some(time.into());
        self
    }

    /// Lists resources of the template in `resources/list`, page by page, with what a function gives, which takes a tuple
    /// of what the server provides, such as the page that is asked for, a [`Paging`].
    ///
    /// They are listed behind the resources that have a URI of their own. Who may not read one doesn't see it: the rules
    /// of the resource are asked for each entry, with the variables of its URI.
    ///
    /// ```
    /// use ferramenta::{Listed, Page, Paging, ParamSpec, ResourceDef, Server};
    ///
    /// let books = ResourceDef::new("shelf://books/{isbn}")
    ///     .handler((ParamSpec::new("isbn"),), |(isbn,): (String,)| async move { isbn })
    ///     .list(|(paging,): (Paging,)| async move {
    ///         let known = ["17", "23", "42"].into_iter();
    ///         let rest = known.filter(|isbn| paging.after().is_none_or(|last| *isbn > last));
    ///         Page::of_rest(rest.map(|isbn| (isbn, Listed::of([("isbn", isbn)]))), &paging)
    ///     });
    /// # assert!(Server::new("Shelf").resource_value(books).build().is_ok());
    /// ```
    pub fn list<P, F, T, R>(self, function: F) -> Self
    where
        P: FromServer,
        F: Fn(P) -> T + Send + Sync + 'static,
        T: Future<Output = R> + Send + 'static,
        R: IntoPage + 'static,
    {
        self.listed_by(list::setup(Concurrent(function)))
    }

    pub(crate) fn listed_by(mut self, setup: complete::Setup) -> Self {
        self.list = Some(setup);
        self
    }
}

handlers!(ResourceDef, IntoContents);
builders!(ResourceDef, "resource");
completes!(ResourceDef);

/// A type that stands for a resource: one whose `impl` block has `#[resource(..)]`, or the one that `#[resource(..)]`
/// makes beside a function, of the same name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "not a resource",
    note = "put `#[resource(\"..\")]` on the function, or on the `impl` block of the type that has `handle`",
    note = "several resources at once, a tuple, are added with `resources`: `.resources::<(..)>()`"
)]
pub trait IntoResource {
    /// The resource.
    fn into_resource() -> ResourceDef;
}

/// A resource as a value: a [`ResourceDef`], or the value of a type that is a resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a resource",
    label = "neither a `ResourceDef` nor a resource"
)]
pub trait ResourceValue<M> {
    /// The resource.
    fn into_resource_def(self) -> ResourceDef;
}

impl ResourceValue<()> for ResourceDef {
    fn into_resource_def(self) -> ResourceDef {
        self
    }
}

impl<T: IntoResource + Send + Sync + 'static> ResourceValue<T> for T {
    fn into_resource_def(self) -> ResourceDef {
        T::into_resource().with_service(self)
    }
}

/// Resources that are registered together: a resource, or a tuple of them, nested as deeply as one likes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a resource nor a tuple of resources",
    label = "not a resource",
    note = "put `#[resource(\"..\")]` on the function, or on the `impl` block of the type that has `handle`"
)]
pub trait ResourceSet {
    /// Adds the resources to a list, in order.
    fn add_to(resources: &mut Vec<ResourceDef>);
}

impl<T: IntoResource> ResourceSet for T {
    fn add_to(resources: &mut Vec<ResourceDef>) {
        resources.push(T::into_resource());
    }
}

sets!(ResourceSet, ResourceDef);
