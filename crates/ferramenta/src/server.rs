use std::{fmt, panic::Location, sync::Arc};

use ferramenta_protocol::{Icon, Implementation};

use crate::{
    Limits, ToolDef, ToolSet,
    build_error::{BuildError, BuildErrorCode, BuildErrors, Place},
    catalog::{self, Declaration},
    dispatch::Dispatcher,
    inject::Services,
};

/// A server as it is declared: who it is, and what it offers.
///
/// ```
/// use ferramenta::{Server, tool};
///
/// /// Add two numbers.
/// #[tool(inline)]
/// fn add(a: i64, b: i64) -> i64 {
///     a + b
/// }
///
/// let server = Server::new("Calculator").version("1.0.0").tool::<add>();
/// # assert!(server.build().is_ok());
/// ```
#[must_use = "a server does nothing until it runs: call `run`"]
pub struct Server {
    declaration: Declaration,
}

impl Server {
    /// A server of this name, which offers nothing yet.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> Self {
        let mut info = Implementation::default();
        info.name = name.into();
        info.version = "0.0.0".into();
        Self {
            declaration: Declaration {
                place: Location::caller().into(),
                info,
                instructions: None,
                stamp: true,
                tools: Vec::new(),
                services: Services::default(),
                limits: Limits::default(),
                errors: Vec::new(),
            },
        }
    }

    /// The server's version, `0.0.0` if not given; `env!("CARGO_PKG_VERSION")` is that of your package.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.declaration.info.version = version.into();
        self
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.declaration.info.title = Some(title.into());
        self
    }

    /// What the server is, for people.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.declaration.info.description = Some(description.into());
        self
    }

    /// How to use the server as a whole, for the model.
    pub fn instructions(mut self, instructions: impl Into<String>) -> Self {
        self.declaration.instructions = Some(instructions.into());
        self
    }

    /// Where to read more of the server.
    pub fn website_url(mut self, url: impl Into<String>) -> Self {
        self.declaration.info.website_url = Some(url.into());
        self
    }

    /// Pictures of the server.
    pub fn icons(mut self, icons: impl IntoIterator<Item = Icon>) -> Self {
        self.declaration.info.icons.extend(icons);
        self
    }

    /// Whether modern results say who the server is; true if not given.
    pub const fn stamp(mut self, stamp: bool) -> Self {
        self.declaration.stamp = stamp;
        self
    }

    /// Replaces the bounds that the server keeps.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.declaration.limits = limits;
        self
    }

    /// Provides a value that handlers take as [`Inject<T>`](crate::Inject).
    #[track_caller]
    pub fn service<T: Send + Sync + 'static>(mut self, service: T) -> Self {
        let place: Place = Location::caller().into();
        if !self.declaration.services.add(service) {
            let name = std::any::type_name::<T>();
            self.declaration.errors.push(BuildError::new(
                BuildErrorCode::DuplicateService,
                place,
                format!("the service {name} is provided twice"),
                "remove one of them, or give them types of their own",
            ));
        }
        self
    }

    /// Provides a value in place of the one of its type, such as a fake in a test.
    pub fn replace_service<T: Send + Sync + 'static>(mut self, service: T) -> Self {
        self.declaration.services.replace(service);
        self
    }

    /// Adds a tool by its type: for a function with `#[tool]`, the type of the same name.
    pub fn tool<T: crate::IntoTool>(mut self) -> Self {
        self.declaration.tools.push(T::into_tool());
        self
    }

    /// Adds several tools: a tuple of their types, nested as deeply as one likes.
    ///
    /// ```
    /// use ferramenta::{Server, tool};
    ///
    /// #[tool(inline)]
    /// fn add(a: i64, b: i64) -> i64 { a + b }
    /// #[tool(inline)]
    /// fn subtract(a: i64, b: i64) -> i64 { a - b }
    ///
    /// type Tools = (add, subtract);
    /// let server = Server::new("Calculator").tools::<Tools>();
    /// # assert!(server.build().is_ok());
    /// ```
    pub fn tools<T: ToolSet>(mut self) -> Self {
        T::add_to(&mut self.declaration.tools);
        self
    }

    /// Adds a tool that was made by hand.
    pub fn tool_value(mut self, tool: ToolDef) -> Self {
        self.declaration.tools.push(tool);
        self
    }

    pub(crate) fn name(&self) -> &str {
        &self.declaration.info.name
    }

    /// Checks everything and freezes it.
    ///
    /// # Errors
    /// Every mistake of the declaration at once, each with its place and remedy.
    pub fn build(self) -> Result<BuiltServer, BuildErrors> {
        let (catalog, limits) = catalog::build(self.declaration)?;
        Ok(BuiltServer {
            dispatcher: Arc::new(Dispatcher::new(catalog, limits)),
        })
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server")
            .field("name", &self.declaration.info.name)
            .finish_non_exhaustive()
    }
}

/// A server that was checked and frozen; cheap to clone.
#[derive(Clone)]
pub struct BuiltServer {
    pub(crate) dispatcher: Arc<Dispatcher>,
}

impl fmt::Debug for BuiltServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuiltServer")
            .field("name", &self.dispatcher.catalog.name)
            .finish_non_exhaustive()
    }
}
