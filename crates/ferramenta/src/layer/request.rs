use std::{
    fmt,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::Arc,
    task::Poll,
};

use stackfuture::StackFuture;

use crate::{
    Answer, Context, Failure,
    dispatch::{layer_failed, layer_panicked},
};

/// Something done around each request: it passes the request on, or answers it itself.
///
/// A layer sees every request that can be read, whatever its method, also those that are then refused;
/// notifications pass by. It has no time limit of its own; when nobody waits for the answer any more, the layer
/// is dropped along with what it waits for. Its failures and panics are answered like those of a handler.
///
/// ```
/// use std::{sync::atomic::{AtomicU64, Ordering}, time::Instant};
/// use ferramenta::{Answer, Context, Failure, Layer, Next, Server, tool};
///
/// #[derive(Default)]
/// struct Metrics {
///     requests: AtomicU64,
/// }
///
/// impl Layer for Metrics {
///     async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure> {
///         self.requests.fetch_add(1, Ordering::Relaxed);
///         let started = Instant::now();
///         let answer = next.run().await;
///         println!("{} {} {:?}", cx.method(), answer.outcome().as_str(), started.elapsed());
///         Ok(answer)
///     }
/// }
///
/// #[tool(inline)]
/// fn add(a: i64, b: i64) -> i64 { a + b }
///
/// let server = Server::new("Calculator").layer(Metrics::default()).tool::<add>();
/// # assert!(server.build().is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layer",
    label = "not a layer",
    note = "implement `Layer` for it: `async fn handle(&self, cx: &Context, next: Next<'_>) -> Result<Answer, Failure>`"
)]
pub trait Layer: Send + Sync + 'static {
    /// Answers a request, as a rule with what `next` answers.
    ///
    /// # Errors
    /// A [`ToolError`](crate::ToolError) is what the model reads of a call, a [`ProtocolError`](crate::ProtocolError)
    /// what the client gets, and of anything else it learns a reference.
    fn handle(
        &self,
        cx: &Context,
        next: Next<'_>,
    ) -> impl Future<Output = Result<Answer, Failure>> + Send;
}

/// What a request comes to when a [`Layer`] passes it on.
#[must_use = "the request goes no further unless it is run"]
pub struct Next<'a>(Inner<'a>);

enum Inner<'a> {
    /// Everything that a server does with a request.
    Server(Pin<&'a mut (dyn Future<Output = Answer> + Send + 'a)>),
    Layer(Pin<Box<Handling<'a>>>, &'a Context),
}

/// A layer at work: in place while it is small, for to allocate costs as much as all the rest of it, else in a box.
pub(crate) type Handling<'a> = StackFuture<'a, Result<Answer, Failure>, 256>;

impl Next<'_> {
    /// Passes the request on, and waits for its answer.
    pub fn run(self) -> impl Future<Output = Answer> + Send {
        let Self(mut inner) = self;
        poll_fn(move |task| match &mut inner {
            Inner::Server(answering) => answering.as_mut().poll(task),
            Inner::Layer(handling, cx) => {
                let handled = handling.as_mut().poll(task);
                handled.map(|answer| answer.unwrap_or_else(|failure| layer_failed(failure, cx)))
            }
        })
    }
}

impl fmt::Debug for Next<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next").finish_non_exhaustive()
    }
}

/// A layer whose type is forgotten.
pub(crate) trait ErasedLayer: Send + Sync {
    fn handle<'a>(&'a self, cx: &'a Context, next: Next<'a>) -> Handling<'a>;
}

impl<L: Layer> ErasedLayer for L {
    fn handle<'a>(&'a self, cx: &'a Context, next: Next<'a>) -> Handling<'a> {
        StackFuture::from_or_box(Layer::handle(self, cx, next))
    }
}

/// Puts layers around what the server does; the first of the inner ones comes after the outermost.
pub(crate) fn layered<'a>(
    outermost: &'a Arc<dyn ErasedLayer>,
    inner: &'a [Arc<dyn ErasedLayer>],
    cx: &'a Context,
    server: Pin<&'a mut (dyn Future<Output = Answer> + Send + 'a)>,
) -> Handling<'a> {
    let mut next = Next(Inner::Server(server));
    for layer in inner.iter().rev() {
        next = Next(Inner::Layer(Box::pin(layer.handle(cx, next)), cx));
    }
    outermost.handle(cx, next)
}

/// Waits for what layers answer, panics and failures included, or until nobody waits for it any more.
pub(crate) fn answered<'p>(
    mut handling: Pin<&'p mut Handling<'_>>,
    cx: &'p Context,
) -> impl Future<Output = Answer> + Send {
    let mut cancelled = None;
    poll_fn(
        move |task| match catch_unwind(AssertUnwindSafe(|| handling.as_mut().poll(task))) {
            Ok(Poll::Ready(Ok(answer))) => Poll::Ready(answer),
            Ok(Poll::Ready(Err(failure))) => Poll::Ready(layer_failed(failure, cx)),
            Ok(Poll::Pending) => {
                let cancelled =
                    cancelled.get_or_insert_with(|| Box::pin(cx.call().cancel.raised()));
                cancelled.as_mut().poll(task).map(|()| Answer::cancelled())
            }
            Err(panic) => Poll::Ready(layer_panicked(&*panic, cx)),
        },
    )
}
