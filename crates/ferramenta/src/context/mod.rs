//! What a handler can know of the request it serves.

mod cancel;
mod events;
mod progress;

use std::{fmt, sync::Arc};

use bytes::Bytes;
use ferramenta_protocol::{Id, Version};

pub use self::progress::Progress;
pub(crate) use self::{
    cancel::Cancel,
    events::{EventQueue, Events},
};
use crate::{Binder, Failure, FromServer, response::Tail};

/// How a request came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Transport {
    /// Standard input and output of this process.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// A [`TestClient`](crate::TestClient), in this process.
    Test,
}

impl Transport {
    /// The name, as it stands in logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
            Self::Test => "test",
        }
    }
}

/// The request that a handler serves: a snapshot that is cheap to clone.
///
/// Take it as a parameter, by value or by reference; it never shows in the schema.
///
/// ```
/// use ferramenta::{Context, tool};
///
/// /// Tell how this request came in.
/// #[tool]
/// async fn transport(cx: &Context) -> String {
///     cx.transport().as_str().to_owned()
/// }
/// ```
#[derive(Clone)]
pub struct Context(Arc<Call>);

/// All there is to know of one call.
pub(crate) struct Call {
    pub(crate) id: Bytes,
    pub(crate) version: Version,
    pub(crate) transport: Transport,
    pub(crate) meta: Option<Bytes>,
    pub(crate) progress_token: Option<Bytes>,
    pub(crate) progress: progress::State,
    pub(crate) events: Events,
    pub(crate) cancel: Arc<Cancel>,
    /// The end of a successful result, made when the server was built.
    pub(crate) tail: Arc<Tail>,
}

impl Context {
    pub(crate) fn new(call: Call) -> Self {
        Self(Arc::new(call))
    }

    pub(crate) fn call(&self) -> &Call {
        &self.0
    }

    /// The request's id: the JSON token of an integer or a string.
    pub fn request_id(&self) -> &str {
        text(&self.0.id)
    }

    /// How the request came in.
    pub fn transport(&self) -> Transport {
        self.0.transport
    }

    /// The request's `_meta`, or null.
    pub fn meta(&self) -> serde_json::Value {
        let raw = self.0.meta.as_deref().unwrap_or(b"null");
        serde_json::from_slice(raw).unwrap_or_default()
    }

    /// Reports how far the call has come.
    pub fn progress(&self) -> Progress {
        Progress::new(self.clone())
    }

    /// True as soon as nobody waits for the answer any more.
    ///
    /// An `async` handler is dropped then; a blocking one goes on until it looks here.
    pub fn is_cancelled(&self) -> bool {
        self.0.cancel.is_cancelled()
    }

    /// Runs a future to its end even when the call is cancelled or runs out of time, so that a write
    /// isn't cut in half.
    ///
    /// ```
    /// use ferramenta::{Context, ToolResult, tool};
    /// # async fn write_both() -> std::io::Result<()> { Ok(()) }
    ///
    /// /// Save the order.
    /// #[tool]
    /// async fn save(cx: Context) -> ToolResult<()> {
    ///     cx.shield(write_both()).await??; // once started, both files are written
    ///     Ok(())
    /// }
    /// ```
    ///
    /// # Errors
    /// When the future panics.
    pub async fn shield<F>(&self, future: F) -> Result<F::Output, Failure>
    where
        F: Future + Send + 'static,
        F::Output: Send + 'static,
    {
        tokio::spawn(future).await.map_err(Failure::from)
    }

    pub(crate) fn id(&self) -> Option<Id<'_>> {
        Id::from_token(self.request_id())
    }
}

/// Text that was checked to be UTF-8 when its message was read.
fn text(bytes: &Bytes) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("request_id", &self.request_id())
            .field("transport", &self.0.transport)
            .finish_non_exhaustive()
    }
}

impl FromServer for Context {
    type Bound = ();

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        std::future::ready(Ok(cx.clone()))
    }
}
