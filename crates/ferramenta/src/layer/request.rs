use std::{
    fmt,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::Arc,
    task::{self, Poll},
};

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
    Layer(Answering<'a>),
}

type Answering<'a> = Pin<Box<dyn Future<Output = Answer> + Send + 'a>>;

impl Next<'_> {
    /// Passes the request on, and waits for its answer.
    pub fn run(self) -> impl Future<Output = Answer> + Send {
        let Self(mut inner) = self;
        poll_fn(move |task| match &mut inner {
            Inner::Server(answering) => answering.as_mut().poll(task),
            Inner::Layer(answering) => answering.as_mut().poll(task),
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
    fn answer<'a>(&'a self, cx: &'a Context, next: Next<'a>) -> Answering<'a>;
}

impl<L: Layer> ErasedLayer for L {
    fn answer<'a>(&'a self, cx: &'a Context, next: Next<'a>) -> Answering<'a> {
        Box::pin(async move {
            match self.handle(cx, next).await {
                Ok(answer) => answer,
                Err(failure) => layer_failed(failure, cx),
            }
        })
    }
}

/// Answers a request through layers, the first of them outermost.
pub(crate) async fn through<'a>(
    layers: &'a [Arc<dyn ErasedLayer>],
    cx: &'a Context,
    server: Pin<&'a mut (dyn Future<Output = Answer> + Send + 'a)>,
) -> Answer {
    let mut next = Next(Inner::Server(server));
    for layer in layers.iter().rev() {
        next = Next(Inner::Layer(layer.answer(cx, next)));
    }
    let mut running = next.run();
    let mut step = move |task: &mut task::Context<'_>| {
        let stepped = catch_unwind(AssertUnwindSafe(|| pin!(&mut running).poll(task)));
        stepped.unwrap_or_else(|panic| Poll::Ready(layer_panicked(&*panic, cx)))
    };
    // most requests are answered by then
    if let Poll::Ready(answer) = poll_fn(|task| Poll::Ready(step(task))).await {
        return answer;
    }
    let mut cancelled = pin!(cx.call().cancel.raised());
    poll_fn(|task| match step(task) {
        Poll::Ready(answer) => Poll::Ready(answer),
        Poll::Pending => cancelled.as_mut().poll(task).map(|()| Answer::cancelled()),
    })
    .await
}
