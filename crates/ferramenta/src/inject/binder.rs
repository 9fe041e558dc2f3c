use std::{
    any::{Any, TypeId, type_name},
    collections::HashMap,
    fmt,
};

use super::{Services, Source, scope::Slot};
use crate::{
    build_error::{BuildError, BuildErrorCode, Place},
    catalog::Handle,
    interact::Asking,
    subscribe::Listed,
    subscribe::Notices,
};

/// What was found of the services so far, for all components of a server.
#[derive(Default)]
pub(crate) struct Resolved {
    services: HashMap<TypeId, Found>,
    slots: usize,
}

/// What was found of one service.
struct Found {
    /// Its [`Source`]; `None` where it could not be made, which was noted.
    source: Option<Box<dyn Any + Send + Sync>>,
    needs_http: bool,
}

/// Which handler a binder is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// One of a component, or anything else.
    Handler,
    /// A function that completes an argument.
    Completion,
    /// A function that lists resources.
    Listing,
}

/// Looks up services while a server is built, and notes which are missing.
pub struct Binder<'a> {
    services: &'a Services,
    resolved: &'a mut Resolved,
    errors: &'a mut Vec<BuildError>,
    place: Place,
    /// The component, and the services that are being made for it.
    path: Vec<(Option<TypeId>, String)>,
    /// Whether something that was bound so far needs HTTP.
    needs_http: bool,
    /// Which handler it is for.
    purpose: Purpose,
}

impl<'a> Binder<'a> {
    /// A binder for a component of this name.
    pub(crate) fn new(
        services: &'a Services,
        resolved: &'a mut Resolved,
        errors: &'a mut Vec<BuildError>,
        component: &str,
        place: Place,
    ) -> Self {
        Self {
            services,
            resolved,
            errors,
            place,
            path: vec![(None, component.to_owned())],
            needs_http: false,
            purpose: Purpose::Handler,
        }
    }

    /// The same for a function that completes an argument.
    pub(crate) const fn for_completion(mut self) -> Self {
        self.purpose = Purpose::Completion;
        self
    }

    /// The same for a function that lists resources.
    pub(crate) const fn for_listing(mut self) -> Self {
        self.purpose = Purpose::Listing;
        self
    }

    /// Notes that what is being bound comes with requests of HTTP alone: a server with it is not served on
    /// standard input and output.
    pub const fn needs_http(&mut self) {
        self.needs_http = true;
    }

    /// Whether something that was bound, or a service that it needs, comes with HTTP alone.
    pub(crate) const fn is_for_http_alone(&self) -> bool {
        self.needs_http
    }

    /// Where the values of a service come from; `None` when that isn't known, which is noted.
    pub fn service<T: ?Sized + Send + Sync + 'static>(&mut self) -> Option<Source<T>> {
        self.look_up::<T>(|name| {
            if name.starts_with("dyn ") {
                format!(
                    "say what stands for `{name}`: `.service_as(..)`, or `.bind(..)` to a service"
                )
            } else {
                format!("provide `{name}`: `.service(..)`, or a factory that makes it")
            }
        })
    }

    /// The same for a tool's own value.
    pub(crate) fn own<T: Send + Sync + 'static>(&mut self) -> Option<Source<T>> {
        self.look_up::<T>(|name| {
            format!("put `#[derive(Inject)]` on `{name}`, or provide it: `.service(..)`")
        })
    }

    /// What leads to the components of a list, where they come and go.
    pub(crate) fn registry(&mut self, listed: Listed, name: &str) -> Option<Handle> {
        if self.services.changing().lists.has(listed) {
            return Some(self.services.live());
        }
        let many = listed.many();
        let problem = format!("{} -> {name}: the {many} don't change", self.way());
        let remedy = format!("let them: call `.dynamic_{many}()` on the server");
        self.note(BuildErrorCode::MissingService, problem, remedy);
        None
    }

    /// Tells clients of changes, where there are any.
    pub(crate) fn notices(&mut self) -> Option<Notices> {
        if self.services.changing().any() {
            return Some(Notices::new(self.services.live()));
        }
        let problem = format!(
            "{} -> Notices: nothing changes that clients could be told of",
            self.way()
        );
        let remedy = "let clients subscribe to resources: call `.resource_updates()` on the server; or let tools, \
                      prompts or resources come and go";
        self.note(BuildErrorCode::MissingService, problem, remedy.into());
        None
    }

    /// What handlers ask with.
    pub(crate) fn asking(&self) -> Asking {
        self.services.asking().for_handler()
    }

    /// Lets a function that completes take what is typed: nothing else can, and no service, which other requests share.
    pub(crate) fn completing(&mut self) -> Option<()> {
        if self.is_for(Purpose::Completion) {
            return Some(());
        }
        let problem = format!(
            "{} -> Completing: this isn't asked while something is typed",
            self.way()
        );
        let remedy = "take it as a parameter of the function that completes an argument";
        self.note(BuildErrorCode::MissingService, problem, remedy.into());
        None
    }

    /// Lets a function that lists take which page is asked for: nothing else can, and no service, which other requests
    /// share.
    pub(crate) fn paging(&mut self) -> Option<()> {
        if self.is_for(Purpose::Listing) {
            return Some(());
        }
        let problem = format!("{} -> Paging: this isn't asked for a page", self.way());
        let remedy =
            "take it as a parameter of the function that lists: `#[resource(\"..\", list = ..)]`";
        self.note(BuildErrorCode::MissingService, problem, remedy.into());
        None
    }

    /// Whether what is being bound is a parameter of such a function itself.
    fn is_for(&self, purpose: Purpose) -> bool {
        self.purpose == purpose && self.path.len() == 1
    }

    fn look_up<T: ?Sized + Send + Sync + 'static>(
        &mut self,
        remedy: impl FnOnce(&str) -> String,
    ) -> Option<Source<T>> {
        let id = TypeId::of::<T>();
        let name = short(type_name::<T>());
        if self.path.iter().any(|(inside, _)| *inside == Some(id)) {
            let problem = format!("{} -> {name}: needs itself", self.way());
            let remedy = "break the circle: let one of them take what it needs with each call";
            self.note(BuildErrorCode::CyclicService, problem, remedy.into());
            return None;
        }
        if let Some(known) = self.resolved.services.get(&id) {
            self.needs_http |= known.needs_http;
            return known.source::<T>();
        }
        let Some(provider) = self.services.provider(id) else {
            let problem = format!("{} -> {name}: not provided", self.way());
            self.note(BuildErrorCode::MissingService, problem, remedy(&name));
            return None;
        };
        self.path.push((Some(id), name));
        let before = std::mem::take(&mut self.needs_http);
        let found = Found {
            source: provider(self),
            needs_http: self.needs_http,
        };
        self.needs_http |= before;
        self.path.pop();
        let source = found.source::<T>();
        self.resolved.services.insert(id, found);
        source
    }

    pub(super) fn new_slot(&mut self) -> Slot {
        let slot = Slot(self.resolved.slots);
        self.resolved.slots += 1;
        slot
    }

    /// Notes that what is being made lives longer than what it needs.
    pub(crate) fn captures_a_call(&mut self) {
        let problem = format!(
            "{}: lives as long as the server, and needs what belongs to a call",
            self.way()
        );
        let remedy = "make it scoped as well, or let it take what it needs with each call";
        self.note(BuildErrorCode::CapturedScope, problem, remedy.into());
    }

    /// Notes that a rule takes the value of its tool, which is made for each call.
    pub(crate) fn rule_of_a_call<T>(&mut self) {
        let name = short(type_name::<T>());
        let problem = format!(
            "{}: a rule takes `&self`, and `{name}` is made for each call",
            self.way()
        );
        let remedy = "drop `&self`, and take what the rule needs as parameters, or make the tool's fields live as long as the server";
        self.note(BuildErrorCode::RuleOfCall, problem, remedy.into());
    }

    fn way(&self) -> String {
        self.path
            .iter()
            .map(|(_, name)| name.as_str())
            .collect::<Vec<_>>()
            .join(" -> ")
    }

    fn note(&mut self, code: BuildErrorCode, problem: String, remedy: String) {
        let error = BuildError::new(code, self.place, problem, remedy);
        // a tool's handler and its rules may miss the same service
        let known = |other: &BuildError| {
            (other.code, other.place) == (code, self.place) && other.problem == error.problem
        };
        if !self.errors.iter().any(known) {
            self.errors.push(error);
        }
    }
}

impl Resolved {
    /// Forgets what was found of services that were replaced since.
    pub(crate) fn forget(&mut self, services: impl IntoIterator<Item = TypeId>) {
        for service in services {
            self.services.remove(&service);
        }
    }
}

impl Found {
    fn source<T: ?Sized + Send + Sync + 'static>(&self) -> Option<Source<T>> {
        self.source.as_ref()?.downcast_ref::<Source<T>>().cloned()
    }
}

impl fmt::Debug for Binder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Binder")
            .field("way", &self.way())
            .finish_non_exhaustive()
    }
}

/// A type's name without the modules it lies in.
pub(crate) fn short(name: &str) -> String {
    let mut out = String::new();
    for part in name.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        let word = part.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        out.push_str(word.rsplit("::").next().unwrap_or(word));
        out.push_str(&part[word.len()..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn names_lose_their_modules() {
        assert_eq!(short("dyn app::time::Clock"), "dyn Clock");
        assert_eq!(
            short("alloc::vec::Vec<core::option::Option<app::Book>>"),
            "Vec<Option<Book>>"
        );
        assert_eq!(short("(app::A, b::B)"), "(A, B)");
    }
}
