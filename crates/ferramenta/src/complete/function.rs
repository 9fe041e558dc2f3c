//! A function that completes an argument, with the types of its parameters and of its result.

use std::{marker::PhantomData, sync::Arc};

use super::{IntoCompletions, ways};
use crate::{
    Binder, Context, FromServer,
    component::{Blocking, Callable, Calling, Concurrent, Pool, Run, Slot},
};

/// Prepares a function when its server is built; `None` when something is missing, which is noted.
pub(crate) type Setup =
    Box<dyn FnOnce(&mut Binder<'_>, &Pool, usize) -> Option<Box<dyn Callable>> + Send + Sync>;

/// The setup of a function that takes its parameters as one tuple.
pub(crate) fn setup<P, R, M, H>(function: H) -> Setup
where
    P: FromServer,
    R: IntoCompletions<M> + 'static,
    M: 'static,
    H: Run<P, R>,
{
    Box::new(|binder, pool, max_result| {
        Some(Box::new(Function {
            bound: P::bind(binder)?,
            function,
            pool: pool.clone(),
            max_result,
            output: PhantomData,
        }))
    })
}

/// A function whose parameters are bound.
struct Function<P: FromServer, R, M, H> {
    bound: P::Bound,
    function: H,
    pool: Pool,
    max_result: usize,
    output: PhantomData<fn() -> (R, M)>,
}

impl<P, R, M, H> Callable for Function<P, R, M, H>
where
    P: FromServer,
    R: IntoCompletions<M> + 'static,
    M: 'static,
    H: Run<P, R>,
{
    fn call<'a>(&'a self, cx: &'a Context, _: &'a str, mut slot: Slot) -> Calling<'a> {
        Box::pin(async move {
            let params = P::get(&self.bound, cx).await?;
            let end = self.function.run(params, &self.pool, &mut slot).await;
            let completions = H::output(end)?.into_completions()?;
            completions.answer(cx).within(self.max_result)
        })
    }
}

/// A function that completes an argument, `async` or not; it takes what the server provides, by value. The marker `M` is
/// inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function that completes an argument",
    label = "doesn't complete",
    note = "write `async fn titles(typed: Completing) -> Vec<String>`, or an `fn`, which runs on the blocking pool",
    note = "it takes at most six values that the server provides, none by reference: `Completing`, `Context`, `Inject<T>`",
    note = "it returns a list of texts, `Completions`, or a `Result` with one of them"
)]
pub trait CompletionFn<M>: Sized {
    /// Sets the function of a declaration.
    #[doc(hidden)]
    fn setup(self) -> Ready;
}

/// A function that is ready to be set.
pub struct Ready(pub(crate) Setup);

impl std::fmt::Debug for Ready {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Ready").finish_non_exhaustive()
    }
}

macro_rules! functions {
    ($($P:ident $p:ident),*) => {
        impl<F, T, R, M, $($P),*> CompletionFn<(ways::Asynchronous, M, $($P),*)> for F
        where
            F: Fn($($P),*) -> T + Send + Sync + 'static,
            T: Future<Output = R> + Send + 'static,
            R: IntoCompletions<M> + 'static,
            M: 'static,
            $($P: FromServer,)*
        {
            fn setup(self) -> Ready {
                Ready(setup(Concurrent(move |($($p,)*): ($($P,)*)| self($($p),*))))
            }
        }

        impl<F, R, M, $($P),*> CompletionFn<(ways::Waiting, M, $($P),*)> for F
        where
            F: Fn($($P),*) -> R + Send + Sync + 'static,
            R: IntoCompletions<M> + 'static,
            M: 'static,
            $($P: FromServer,)*
        {
            fn setup(self) -> Ready {
                let function = move |($($p,)*): ($($P,)*)| self($($p),*);
                Ready(setup(Blocking(Arc::new(function))))
            }
        }
    };
}
functions!();
functions!(A a);
functions!(A a, B b);
functions!(A a, B b, C c);
functions!(A a, B b, C c, D d);
functions!(A a, B b, C c, D d, E e);
functions!(A a, B b, C c, D d, E e, G g);
