//! A function that lists resources, with the types of its parameters and of its result.

use std::{
    marker::PhantomData,
    sync::{Arc, PoisonError},
};

use super::IntoPage;
use crate::{
    Answer, Context, FromServer,
    complete::{Setup, ways},
    component::{Blocking, Callable, Calling, Concurrent, Pool, Run, Slot},
};

/// The setup of a function that takes its parameters as one tuple.
pub(crate) fn setup<P, R, H>(function: H) -> Setup
where
    P: FromServer,
    R: IntoPage + 'static,
    H: Run<P, R>,
{
    Box::new(|binder, pool, _| {
        Some(Box::new(Function {
            bound: P::bind(binder)?,
            function,
            pool: pool.clone(),
            output: PhantomData,
        }))
    })
}

/// A function whose parameters are bound.
struct Function<P: FromServer, R, H> {
    bound: P::Bound,
    function: H,
    pool: Pool,
    output: PhantomData<fn() -> R>,
}

impl<P, R, H> Callable for Function<P, R, H>
where
    P: FromServer,
    R: IntoPage + 'static,
    H: Run<P, R>,
{
    /// Leaves the page with the request: several of them make one answer.
    fn call<'a>(&'a self, cx: &'a Context, _: &'a str, mut slot: Slot) -> Calling<'a> {
        Box::pin(async move {
            let params = P::get(&self.bound, cx).await?;
            let end = self.function.run(params, &self.pool, &mut slot).await;
            let page = H::output(end)?.into_page()?;
            let turn = cx.call().listing.lock();
            if let Some(turn) = turn.unwrap_or_else(PoisonError::into_inner).as_mut() {
                turn.page = Some(page);
            }
            Ok(Answer::ok(Vec::new()))
        })
    }
}

/// A function that lists the resources of a template, `async` or not; it takes what the server provides, by value. The
/// marker `M` is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no function that lists resources",
    label = "doesn't list",
    note = "write `async fn books(paging: Paging) -> Page<Listed>`, or an `fn`, which runs on the blocking pool",
    note = "it takes at most six values that the server provides, none by reference: `Paging`, `Context`, `Inject<T>`",
    note = "it returns `Page<Listed>`, `Vec<Listed>`, or a `Result` with one of them"
)]
pub trait ListFn<M>: Sized {
    /// Sets the function of a declaration.
    #[doc(hidden)]
    fn setup(self) -> ReadyList;
}

/// A function that is ready to be set.
pub struct ReadyList(pub(crate) Setup);

impl std::fmt::Debug for ReadyList {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReadyList").finish_non_exhaustive()
    }
}

macro_rules! functions {
    ($($P:ident $p:ident),*) => {
        impl<F, T, R, $($P),*> ListFn<(ways::Asynchronous, $($P),*)> for F
        where
            F: Fn($($P),*) -> T + Send + Sync + 'static,
            T: Future<Output = R> + Send + 'static,
            R: IntoPage + 'static,
            $($P: FromServer,)*
        {
            fn setup(self) -> ReadyList {
                ReadyList(setup(Concurrent(move |($($p,)*): ($($P,)*)| self($($p),*))))
            }
        }

        impl<F, R, $($P),*> ListFn<(ways::Waiting, $($P),*)> for F
        where
            F: Fn($($P),*) -> R + Send + Sync + 'static,
            R: IntoPage + 'static,
            $($P: FromServer,)*
        {
            fn setup(self) -> ReadyList {
                let function = move |($($p,)*): ($($P,)*)| self($($p),*);
                ReadyList(setup(Blocking(Arc::new(function))))
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
