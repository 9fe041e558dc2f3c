//! Extensions: what a server offers beyond the protocol, by an identifier that clients know.

mod check;
mod handler;
mod method;

use std::{collections::HashMap, fmt, panic::Location, sync::Arc};

use serde_json::{Map, Value};

pub use self::method::{IntoMethod, MethodDef, MethodSet, MethodValue};
pub(crate) use self::{
    check::{check, is_method_name},
    handler::Setup,
};
use crate::{Place, component::Component};

/// An extension of the protocol: an identifier that clients know it by, settings that they are told, and methods that
/// they can call (specification 2026-07-28: *Extensions*).
///
/// Clients of 2026-07-28 read of it in `extensions` of the server's capabilities, older ones in `experimental`. They say
/// in the same place of their own that they have it, with each request or when they open; only then its methods are
/// there for them, and [`Context::extension`](crate::Context::extension) has their settings.
///
/// ```
/// use ferramenta::{Extension, Server, TestClient, method, schema};
/// use serde_json::json;
///
/// #[schema]
/// struct Stamped {
///     number: u64,
/// }
///
/// /// Stamp a text.
/// #[method("com.example/stamp")]
/// async fn stamp(text: String) -> Stamped {
///     Stamped { number: text.len() as u64 }
/// }
///
/// let stamps = Extension::new("com.example/stamps").settings(json!({ "ink": "blue" })).method::<stamp>();
/// let server = Server::new("Office").extension(stamps);
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let client = TestClient::new(server).capabilities(json!({ "extensions": { "com.example/stamps": {} } }));
/// let stamped = client.request("com.example/stamp", json!({ "text": "Dune" })).await;
/// assert_eq!(stamped.result()["number"], 4);
/// # });
/// ```
#[must_use = "an extension does nothing until a server has it: pass it to `Server::extension`"]
pub struct Extension {
    pub(crate) id: String,
    pub(crate) settings: Value,
    pub(crate) methods: Vec<MethodDef>,
    pub(crate) place: Place,
}

impl Extension {
    /// An extension with this identifier, such as `com.example/stamps`: a domain of one's own in reverse, a `/`, and a
    /// name.
    #[track_caller]
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            settings: Value::Object(Map::new()),
            methods: Vec::new(),
            place: Location::caller().into(),
        }
    }

    /// What clients are told of it; an object.
    pub fn settings(mut self, settings: Value) -> Self {
        self.settings = settings;
        self
    }

    /// Adds a method by its type: for a function with `#[method(..)]`, the type of the same name.
    #[track_caller]
    pub fn method<T: IntoMethod>(self) -> Self {
        self.add([T::into_method()], Location::caller().into())
    }

    /// Adds several methods: a tuple of their types, nested as deeply as one likes.
    #[track_caller]
    pub fn methods<T: MethodSet>(self) -> Self {
        let mut methods = Vec::new();
        T::add_to(&mut methods);
        self.add(methods, Location::caller().into())
    }

    /// Adds a method as a value: a [`MethodDef`], or the value of a type that is a method.
    #[track_caller]
    pub fn method_value<T: MethodValue<M>, M>(self, method: T) -> Self {
        self.add([method.into_method_def()], Location::caller().into())
    }

    fn add(mut self, methods: impl IntoIterator<Item = MethodDef>, place: Place) -> Self {
        let methods = methods.into_iter().map(|method| method.placed(place));
        self.methods.extend(methods);
        self
    }
}

impl fmt::Debug for Extension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extension")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// The extensions of a server.
#[derive(Default)]
pub(crate) struct Extensions {
    /// Each with its settings.
    settings: Map<String, Value>,
    methods: HashMap<String, ExtensionMethod>,
}

/// A method as it is called.
pub(crate) struct ExtensionMethod {
    pub(crate) component: Component,
    /// The identifier of its extension.
    pub(crate) extension: Arc<str>,
}

impl Extensions {
    pub(crate) fn new(settings: Map<String, Value>, methods: Vec<ExtensionMethod>) -> Self {
        let methods = methods
            .into_iter()
            .map(|method| (method.component.name.clone(), method));
        Self {
            settings,
            methods: methods.collect(),
        }
    }

    /// Each extension with its settings; nothing where there are none.
    pub(crate) fn settings(&self) -> Option<&Map<String, Value>> {
        Some(&self.settings).filter(|settings| !settings.is_empty())
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        self.settings.contains_key(id)
    }

    pub(crate) fn method(&self, name: &str) -> Option<&ExtensionMethod> {
        self.methods.get(name)
    }

    pub(crate) fn methods(&self) -> impl Iterator<Item = &ExtensionMethod> {
        self.methods.values()
    }
}
