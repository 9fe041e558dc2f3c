//! The contract of a tool: what its arguments have to be, how they are decoded, and what is said when
//! they are wrong.

mod arguments;
pub(crate) mod check;
mod constraint;
mod defaults;
mod describe;
mod header;
mod missing;
mod param;
mod params;
pub(crate) mod schema;

pub(crate) use self::{
    arguments::{Arguments, Decoded, InvalidArguments, Published},
    check::nearest,
    describe::{Declared, Owner, Taken, taken},
    header::{HeaderSource, Headers, decode as decode_header},
    missing::Missing,
    schema::Guarantee,
};
pub use self::{
    constraint::{Bound, Constrained, Constraint, Measured, Ranged, Textual},
    param::{Args, Kind, Param, ParamSpec, marker},
    params::{Described, Names, Params},
    schema::SchemaBuilder,
};
