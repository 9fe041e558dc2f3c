#![doc = include_str!("../README.md")]

#[doc(hidden)]
#[path = "private/mod.rs"]
pub mod __private;
mod access;
mod app;
mod auth;
mod build_error;
mod cache;
mod catalog;
mod client_log;
mod complete;
mod component;
mod context;
mod contract;
mod dispatch;
mod error;
mod extension;
mod flag;
mod identity;
mod inject;
#[cfg(feature = "inspector")]
mod inspected;
mod interact;
mod layer;
mod lifecycle;
mod limits;
mod prompt;
#[cfg(feature = "rate-limits")]
mod rate;
mod resource;
mod response;
mod run;
mod seal;
mod server;
mod subscribe;
mod testing;
mod tool;
mod transport;
mod types;
mod unwind;
mod within;

#[cfg(feature = "contract")]
pub use ferramenta_contract::Contract;
/// Fills a struct from the server's services, so that it need not be registered.
///
/// ```
/// use std::sync::Arc;
/// use ferramenta::{Context, Inject, Server, tool};
///
/// struct Greetings(&'static str);
///
/// #[derive(Inject)]
/// struct Greeter {
///     greetings: Arc<Greetings>,
///     #[inject(default = "!")]
///     end: &'static str,
/// }
///
/// #[derive(Inject)]
/// struct Greet {
///     greeter: Inject<Greeter>,
/// }
///
/// /// Return a friendly greeting.
/// #[tool(read_only)]
/// impl Greet {
///     async fn handle(&self, name: String) -> String {
///         let Greeter { greetings, end } = &*self.greeter;
///         format!("{}, {name}{end}", greetings.0)
///     }
///
///     fn visible(&self, cx: &Context) -> bool {
///         cx.method() != "tools/list" || !self.greeter.end.is_empty()
///     }
/// }
///
/// let server = Server::new("Demo").service(Greetings("Hello")).tool::<Greet>();
/// # assert!(server.build().is_ok());
/// ```
pub use ferramenta_macros::Inject;
/// Makes a function a method of an [`Extension`], or a type: what clients call that know the extension.
///
/// ```
/// use ferramenta::{Context, Extension, Inject, Server, method, schema};
///
/// struct Ink(&'static str);
///
/// #[schema]
/// struct Stamped {
///     text: String,
/// }
///
/// /// Stamp a text.
/// #[method("com.example/stamp", scopes("stamps:use"))]
/// async fn stamp(text: String, #[arg(default = 1, range(1..=9))] times: usize, ink: Inject<Ink>) -> Stamped {
///     Stamped { text: format!("{} in {}", text.repeat(times), ink.0) }
/// }
///
/// let stamps = Extension::new("com.example/stamps").method::<stamp>();
/// let server = Server::new("Office").service(Ink("blue")).extension(stamps);
/// # assert!(server.build().is_ok());
/// ```
pub use ferramenta_macros::method;
/// Makes a function a prompt, or a type: what a person chooses to say to the model.
///
/// ```
/// use std::sync::Arc;
/// use ferramenta::{Context, Inject, Messages, Server, prompt};
///
/// /// Ask for a review of a book.
/// #[prompt(title = "Review a book")]
/// async fn review(
///     /// The title as it is printed.
///     title: String,
///     /// The number of words.
///     #[arg(default = 100, range(10..=1000))]
///     words: u32,
/// ) -> String {
///     format!("Write {words} words on '{title}'.")
/// }
///
/// struct Greetings(&'static str);
///
/// #[derive(Inject)]
/// struct GreetingPrompt {
///     greetings: Arc<Greetings>,
/// }
///
/// /// Begin a talk.
/// #[prompt]
/// impl GreetingPrompt {
///     async fn handle(&self, name: String) -> Messages {
///         Messages::new()
///             .assistant(format!("{}, {name}!", self.greetings.0))
///             .user("Recommend me a book.")
///     }
///
///     fn visible(&self, cx: &Context) -> bool {
///         cx.identity().is_some()
///     }
/// }
///
/// let server = Server::new("Books")
///     .service(Greetings("Hello"))
///     .prompts::<(review, GreetingPrompt)>();
/// # assert!(server.build().is_ok());
/// ```
pub use ferramenta_macros::prompt;
/// Lets clients read what a function or a type returns, at its URI.
///
/// ```
/// use ferramenta::{Server, TestClient, resource};
///
/// /// The opening hours.
/// #[resource("shop://hours", mime = "text/plain")]
/// async fn hours() -> &'static str {
///     "9 to 5"
/// }
///
/// /// A shelf of the shop.
/// #[resource("shop://shelves/{number}")]
/// async fn shelf(number: u32) -> Option<String> {
///     (number < 12).then(|| format!("Shelf {number}"))
/// }
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let client = TestClient::new(Server::new("Shop").resources::<(hours, shelf)>());
/// let read = client.read("shop://shelves/7").await;
/// assert_eq!(read.result()["contents"][0]["text"], "Shelf 7");
/// client.read("shop://shelves/12").await.assert_protocol_error(-32602, "Resource not found");
/// # });
/// ```
pub use ferramenta_macros::resource;
/// Makes methods of one type tools that share its value.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use ferramenta::{Context, Inject, Server, toolset};
///
/// type Books = Mutex<Vec<String>>;
///
/// #[derive(Inject)]
/// struct Catalog {
///     books: Arc<Books>,
/// }
///
/// #[toolset(prefix = "catalog_")]
/// impl Catalog {
///     /// Count the books.
///     #[tool(read_only)]
///     fn count(&self) -> usize {
///         self.books.lock().map_or(0, |books| books.len())
///     }
///
///     /// Add a book.
///     #[tool(scopes("books:write"))]
///     fn add(&self, title: String) {
///         self.books.lock().expect("unpoisoned").push(title);
///     }
///
///     #[visible]
///     fn is_known(cx: &Context) -> bool {
///         cx.identity().is_some()
///     }
/// }
///
/// let server = Server::new("Books").service(Books::default()).tools::<Catalog>();
/// # assert!(server.build().is_ok());
/// ```
pub use ferramenta_macros::toolset;
pub use ferramenta_macros::{schema, tool};
pub use ferramenta_protocol::{
    Annotations, Body, Content, ContentKind, Embedded, ErrorCode, Icon, Link, LogLevel, Media,
    Role, UriValue,
};
pub use schemars;

pub use self::{
    app::App,
    auth::{Authenticate, BearerTokens, Unauthenticated},
    build_error::{BuildError, BuildErrorCode, BuildErrors, Error, Place, Result},
    cache::Cache,
    catalog::{
        PromptChanges, PromptRegistry, ResourceChanges, ResourceRegistry, ToolChanges, ToolRegistry,
    },
    complete::{Completing, Completions},
    context::{ClientLog, Context, HttpParts, Progress, Transport},
    contract::{Args, ParamSpec},
    dispatch::{Answer, Outcome},
    error::{Failure, OrFail, ProtocolError, ToolError, ToolResult},
    extension::{Extension, IntoMethod, MethodDef, MethodSet},
    identity::{Authentication, Identity},
    inject::{Binder, FromServer, Inject, Source},
    interact::{Form, FormChoice, FormField, Question, QuestionSet, Questions, Reply, Visit},
    layer::{Around, Layer, Next, NextCall},
    limits::Limits,
    prompt::{IntoMessages, IntoPrompt, Messages, PromptDef, PromptSet},
    resource::{
        Contents, IntoContents, IntoResource, Listed, Page, Paging, ResourceDef, ResourceSet,
    },
    response::{Data, IntoContent, IntoFailure, IntoOutput, IntoReply, Response, Structured},
    server::{BuiltServer, Server},
    subscribe::{Bus, Heard, Notices},
    testing::{CallArguments, Exchange, TestClient, TestResult},
    tool::{IntoTool, Tool, ToolDef, ToolSet},
    transport::http::{AppService, HttpBody, HttpFuture, HttpOptions, HttpService},
    types::{Bytes, Digits, Email, Int64, Iso, IsoText, Maybe, Seconds},
};

#[cfg(feature = "deprecated-upstream")]
pub use self::interact::{Root, Sampled, Sampling};
#[cfg(feature = "rate-limits")]
pub use self::rate::RateLimit;
#[cfg(feature = "directory")]
pub use self::resource::Directory;
#[cfg(feature = "sealing")]
pub use self::seal::{InvalidStateKeys, StateKeys};

/// What signatures name, and nobody has to write.
#[doc(hidden)]
pub use self::{
    complete::IntoCompletions,
    contract::SchemaBuilder,
    extension::MethodValue,
    inject::derived::Derived,
    prompt::{MessagesWriter, PromptValue},
    resource::{ContentsWriter, IntoPage, ResourceValue},
    response::{OutputSchema, ReplyWriter, ResultWriter},
    tool::{ByHand, Method, Of, OneByHand, ToolValue},
};
