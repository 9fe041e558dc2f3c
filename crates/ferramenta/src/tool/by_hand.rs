use serde::Deserializer;

use super::{IntoTool, ToolDef};
use crate::{
    Args, Binder, Context, Failure, FromServer, Inject, IntoOutput, Place, Questions,
    contract::{Described, Kind, Names, Param, ParamSpec, Params, SchemaBuilder, marker},
};

/// A tool as a type, written by hand.
///
/// Its value is passed to [`Server::tool_value`](crate::Server::tool_value), or provided as a service, in
/// which case [`Server::tool`](crate::Server::tool) adds the type.
///
/// ```
/// use ferramenta::{Args, Inject, Server, Tool};
///
/// #[ferramenta::schema]
/// struct GreetInput {
///     name: String,
/// }
///
/// struct Greeting(&'static str);
/// struct Greet;
///
/// impl Tool for Greet {
///     const NAME: &'static str = "greet";
///     const DESCRIPTION: &'static str = "Return a friendly greeting.";
///     type Params = (Args<GreetInput>, Inject<Greeting>);
///     type Output = String;
///
///     async fn handle(&self, (Args(input), greeting): Self::Params) -> String {
///         format!("{}, {}!", greeting.0, input.name)
///     }
/// }
///
/// let server = Server::new("Demo").service(Greeting("Hello")).tool_value(Greet);
/// # assert!(server.build().is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "put `#[tool]` on the function, or on the `impl` block of the type that has `handle`",
    note = "a type with `#[toolset]` is several tools: add it with `tools` instead of `tool`"
)]
pub trait Tool: Send + Sync + Sized + 'static {
    /// The name: 1 to 128 letters, digits, `_`, `-` and `.`.
    const NAME: &'static str;
    /// What the tool does, for the model.
    const DESCRIPTION: &'static str = "";

    /// What the handler takes: a tuple of at most one [`Args`] and of what the server provides.
    type Params: ByHand;
    /// What the handler gives back.
    type Output: IntoOutput + 'static;

    /// Says the rest: title, hints, limits.
    fn describe(tool: ToolDef) -> ToolDef {
        tool
    }

    /// Handles one call.
    fn handle(&self, params: Self::Params) -> impl Future<Output = Self::Output> + Send;
}

impl<T: Tool> IntoTool for T {
    fn into_tool() -> ToolDef {
        let tool = ToolDef::new(T::NAME).at(Place::UNKNOWN);
        let tool = if T::DESCRIPTION.is_empty() {
            tool
        } else {
            tool.description(T::DESCRIPTION)
        };
        let call =
            |Method(tool, params): Method<T, T::Params>| async move { tool.handle(params).await };
        T::describe(tool).handler(<T::Params as ByHand>::specs(), call)
    }
}

/// The parameters of a tool that is written by hand: a tuple of at most one [`Args`] and of what the
/// server provides.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the parameters of a tool",
    label = "not a tuple of `Args<T>` and of what the server provides",
    note = "write a tuple, also for one: `(Args<Input>,)`"
)]
pub trait ByHand: Params<Self::Markers> {
    /// Where each parameter comes from.
    type Markers: 'static;

    /// The names, which only messages have a use for.
    fn specs() -> Self::Specs;
}

/// One parameter of a tool that is written by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a parameter of a tool that is written by hand",
    label = "neither `Args<T>` nor something the server provides",
    note = "take the arguments together: `Args<Input>`"
)]
pub trait OneByHand: Param<Self::Marker> {
    /// Where it comes from.
    type Marker: 'static;
}

impl<T: FromServer> OneByHand for T {
    type Marker = marker::Injected;
}

impl OneByHand for Questions {
    type Marker = marker::Asking;
}

impl<T> OneByHand for Args<T>
where
    Self: Param<marker::Whole>,
{
    type Marker = marker::Whole;
}

impl ByHand for () {
    type Markers = ();

    fn specs() {}
}

macro_rules! by_hand {
    ($($P:ident),*) => {
        impl<$($P: OneByHand),*> ByHand for ($($P,)*) {
            type Markers = ($($P::Marker,)*);

            fn specs() -> Self::Specs {
                ($(ParamSpec::<$P>::new("arguments"),)*)
            }
        }
    };
}
by_hand!(A);
by_hand!(A, B);
by_hand!(A, B, C);
by_hand!(A, B, C, D);
by_hand!(A, B, C, D, E);
by_hand!(A, B, C, D, E, F);

/// A tool's own value, and the parameters of its method.
#[derive(Debug)]
pub struct Method<T, P>(pub Inject<T>, pub P);

/// The markers of a method, by those of its parameters.
#[derive(Debug)]
pub struct Of<M>(M);

impl<T, P, M> Params<Of<M>> for Method<T, P>
where
    T: Send + Sync + 'static,
    P: Params<M>,
    M: 'static,
{
    type Bound = (<Inject<T> as FromServer>::Bound, P::Bound);
    type Specs = P::Specs;
    type Slots = P::Slots;

    const KINDS: &'static [Kind] = P::KINDS;
    const ASKS: bool = P::ASKS;

    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound> {
        let tool = binder.own::<T>();
        let params = P::bind(binder);
        Some((tool?, params?))
    }

    fn describe(
        specs: &P::Specs,
        builder: &mut SchemaBuilder,
        visit: &mut dyn FnMut(Described<'_>),
    ) {
        P::describe(specs, builder, visit);
    }

    fn decode<'de, D: Deserializer<'de>>(
        names: Names<'_>,
        deserializer: D,
    ) -> Result<P::Slots, D::Error> {
        P::decode(names, deserializer)
    }

    fn complete(specs: &P::Specs, slots: &mut P::Slots) -> bool {
        P::complete(specs, slots)
    }

    fn vary(bound: &Self::Bound) -> bool {
        let (tool, params) = bound;
        tool.constant().is_none() || P::vary(params)
    }

    fn at_once(bound: &Self::Bound, slots: P::Slots) -> Result<Self, P::Slots> {
        let (tool, params) = bound;
        match tool.constant() {
            Some(tool) => Ok(Self(Inject::new(tool), P::at_once(params, slots)?)),
            None => Err(slots),
        }
    }

    async fn resolve<'a>(
        bound: &'a Self::Bound,
        slots: P::Slots,
        cx: &'a Context,
    ) -> Result<Self, Failure> {
        let (tool, params) = bound;
        Ok(Self(
            <Inject<T> as FromServer>::get(tool, cx).await?,
            P::resolve(params, slots, cx).await?,
        ))
    }
}
