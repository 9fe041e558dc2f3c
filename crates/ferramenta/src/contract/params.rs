use serde::{
    Deserializer,
    de::{DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor},
};
use serde_json::Value;
use std::{fmt, marker::PhantomData};

use super::{Kind, Param, ParamSpec, schema::SchemaBuilder};
use crate::{Context, Failure, inject::Binder};

/// All parameters of a handler, as one tuple. Implemented for tuples of up to twelve.
pub trait Params<M>: Sized + Send + 'static {
    /// The bound form of each parameter.
    type Bound: Send + Sync + 'static;
    /// A [`ParamSpec`] for each parameter.
    type Specs: Send + Sync + 'static;
    /// The values that a client sent.
    type Slots: Send;

    /// Where each parameter comes from.
    const KINDS: &'static [Kind];

    /// Whether one of them asks the user.
    const ASKS: bool;

    /// Looks up what the parameters need.
    fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound>;

    /// Tells of each parameter in turn.
    fn describe(
        specs: &Self::Specs,
        builder: &mut SchemaBuilder,
        visit: &mut dyn FnMut(Described<'_>),
    );

    /// Decodes the argument object, without defaults and rules.
    ///
    /// # Errors
    /// When it isn't an object, or one of its members isn't known, appears twice or isn't of its type.
    fn decode<'de, D: Deserializer<'de>>(
        names: Names<'_>,
        deserializer: D,
    ) -> Result<Self::Slots, D::Error>;

    /// Fills in defaults and checks the rules; false when something is missing or a rule isn't kept.
    fn complete(specs: &Self::Specs, slots: &mut Self::Slots) -> bool;

    /// Whether each call may see other values that don't come from the client, such as who calls.
    fn vary(bound: &Self::Bound) -> bool;

    /// The values for one call, where none has to be made; otherwise those that are there already.
    ///
    /// # Errors
    /// When a value has to be made: [`resolve`](Self::resolve) does.
    fn at_once(bound: &Self::Bound, slots: Self::Slots) -> Result<Self, Self::Slots>;

    /// The values for one call.
    fn resolve<'a>(
        bound: &'a Self::Bound,
        slots: Self::Slots,
        cx: &'a Context,
    ) -> impl Future<Output = Result<Self, Failure>> + Send + 'a;
}

/// What the arguments are called.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    /// The name of each parameter.
    pub(super) known: &'a [&'a str],
    /// Other names are left out, and not refused.
    pub(super) open: bool,
}

/// The place of a name that is left out.
const UNKNOWN: usize = usize::MAX;

/// What a parameter says of itself when the server is built.
#[derive(Debug)]
pub struct Described<'a> {
    pub(super) kind: Kind,
    pub(super) name: &'static str,
    pub(super) description: Option<&'static str>,
    pub(super) schema: Option<Value>,
    pub(super) rules: Vec<&'a super::Constraint>,
    pub(super) default: Option<Result<Value, String>>,
    pub(super) optional: bool,
    pub(super) header: Option<&'static str>,
    pub(super) secret: bool,
    pub(super) plain: bool,
}

fn describe_one<'a, M, P: Param<M>>(
    spec: &'a ParamSpec<P>,
    builder: &mut SchemaBuilder,
) -> Described<'a> {
    Described {
        kind: P::KIND,
        name: spec.name,
        description: spec.description,
        schema: P::schema(builder),
        rules: spec.rules.iter().map(|(rule, _)| rule).collect(),
        default: spec
            .default
            .zip(spec.default_json)
            .map(|(make, json)| json(make)),
        optional: spec.default.is_some() || P::absent().is_some(),
        header: spec.header,
        secret: spec.secret,
        plain: spec.is_plain(),
    }
}

fn keeps_rules<P>(spec: &ParamSpec<P>, value: &P) -> bool {
    spec.rules.iter().all(|(rule, allows)| allows(rule, value))
}

fn complete_one<M, P: Param<M>>(spec: &ParamSpec<P>, slot: &mut Option<P>) -> bool {
    if P::KIND != Kind::Argument {
        return true;
    }
    if let Some(sent) = slot {
        return keeps_rules(spec, sent);
    }
    *slot = spec.default.map(|make| make()).or_else(P::absent);
    slot.is_some()
}

fn fill<'de, M, P: Param<M>, A: MapAccess<'de>>(
    slot: &mut Option<P>,
    map: &mut A,
) -> Result<(), A::Error> {
    if slot.is_some() {
        return Err(A::Error::custom("a key appears twice"));
    }
    *slot = Some(map.next_value_seed(ParamSeed::<P, M>(PhantomData))?);
    Ok(())
}

struct ParamSeed<P, M>(PhantomData<fn() -> (P, M)>);

impl<'de, M, P: Param<M>> DeserializeSeed<'de> for ParamSeed<P, M> {
    type Value = P;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<P, D::Error> {
        P::decode(deserializer)
    }
}

/// Finds a key among the names of the arguments.
struct KeySeed<'a> {
    names: Names<'a>,
    kinds: &'static [Kind],
}

impl<'de> DeserializeSeed<'de> for KeySeed<'_> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KeySeed<'_> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an argument")
    }

    fn visit_str<E: Error>(self, key: &str) -> Result<usize, E> {
        let found = self
            .names
            .known
            .iter()
            .zip(self.kinds)
            .position(|(name, kind)| *kind == Kind::Argument && *name == key);
        match found {
            Some(place) => Ok(place),
            None if self.names.open => Ok(UNKNOWN),
            None => Err(E::custom("an argument isn't known")),
        }
    }
}

macro_rules! params {
    ($($P:ident $M:ident $slot:ident $index:tt),*) => {
        impl<$($P: Param<$M>, $M: 'static),*> Params<($($M,)*)> for ($($P,)*) {
            type Bound = ($($P::Bound,)*);
            type Specs = ($(ParamSpec<$P>,)*);
            type Slots = ($(Option<$P>,)*);

            const KINDS: &'static [Kind] = &[$($P::KIND),*];
            const ASKS: bool = false $(|| $P::ASKS)*;

            fn bind(binder: &mut Binder<'_>) -> Option<Self::Bound> {
                let _ = &binder;
                $(let $slot = $P::bind(binder);)*
                Some(($($slot?,)*))
            }

            fn describe(specs: &Self::Specs, builder: &mut SchemaBuilder, visit: &mut dyn FnMut(Described<'_>)) {
                let _ = (&specs, &builder, &visit);
                $(visit(describe_one(&specs.$index, builder));)*
            }

            fn decode<'de, D: Deserializer<'de>>(names: Names<'_>, deserializer: D) -> Result<Self::Slots, D::Error> {
                struct Arguments<'a, $($P, $M),*> {
                    names: Names<'a>,
                    types: PhantomData<fn() -> ($($P, $M,)*)>,
                }

                impl<'de, $($P: Param<$M>, $M: 'static),*> Visitor<'de> for Arguments<'_, $($P, $M),*> {
                    type Value = ($(Option<$P>,)*);

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("the argument object")
                    }

                    #[allow(unreachable_code, unused_mut)]
                    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                        let kinds = <($($P,)*) as Params<($($M,)*)>>::KINDS;
                        $(let mut $slot = None::<$P>;)*
                        while let Some(index) = map.next_key_seed(KeySeed { names: self.names, kinds })? {
                            match index {
                                $($index => fill(&mut $slot, &mut map)?,)*
                                _ => drop(map.next_value::<IgnoredAny>()?),
                            }
                        }
                        Ok(($($slot,)*))
                    }
                }

                $(if $P::KIND == Kind::Whole {
                    let mut slots = <Self::Slots>::default();
                    slots.$index = Some($P::decode(deserializer)?);
                    return Ok(slots);
                })*
                deserializer.deserialize_map(Arguments { names, types: PhantomData::<fn() -> ($($P, $M,)*)> })
            }

            fn complete(specs: &Self::Specs, slots: &mut Self::Slots) -> bool {
                let _ = (&specs, &slots);
                true $(&& complete_one(&specs.$index, &mut slots.$index))*
            }

            fn vary(bound: &Self::Bound) -> bool {
                let _ = &bound;
                false $(|| $P::varies(&bound.$index))*
            }

            fn at_once(bound: &Self::Bound, slots: Self::Slots) -> Result<Self, Self::Slots> {
                let _ = &bound;
                let ($($slot,)*) = slots;
                match ($($P::at_once(&bound.$index, $slot),)*) {
                    ($(Some($slot),)*) => Ok(($($slot,)*)),
                    #[allow(unreachable_patterns)]
                    slots => Err(slots),
                }
            }

            fn resolve<'a>(
                bound: &'a Self::Bound,
                slots: Self::Slots,
                cx: &'a Context,
            ) -> impl Future<Output = Result<Self, Failure>> + Send + 'a {
                let _ = (&bound, &cx);
                async move {
                    let ($($slot,)*) = slots;
                    Ok(($(
                        match $slot {
                            Some(value) => value,
                            None => $P::get(&bound.$index, cx).await?,
                        },
                    )*))
                }
            }
        }
    };
}

params!();
params!(P0 M0 p0 0);
params!(P0 M0 p0 0, P1 M1 p1 1);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4, P5 M5 p5 5);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4, P5 M5 p5 5, P6 M6 p6 6);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4, P5 M5 p5 5, P6 M6 p6 6, P7 M7 p7 7);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4, P5 M5 p5 5, P6 M6 p6 6, P7 M7 p7 7, P8 M8 p8 8);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4, P5 M5 p5 5, P6 M6 p6 6, P7 M7 p7 7, P8 M8 p8 8,
    P9 M9 p9 9);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4, P5 M5 p5 5, P6 M6 p6 6, P7 M7 p7 7, P8 M8 p8 8,
    P9 M9 p9 9, P10 M10 p10 10);
params!(P0 M0 p0 0, P1 M1 p1 1, P2 M2 p2 2, P3 M3 p3 3, P4 M4 p4 4, P5 M5 p5 5, P6 M6 p6 6, P7 M7 p7 7, P8 M8 p8 8,
    P9 M9 p9 9, P10 M10 p10 10, P11 M11 p11 11);
