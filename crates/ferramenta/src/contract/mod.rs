//! The contract of a tool: what its arguments have to be, how they are decoded, and what is said when
//! they are wrong.

mod arguments;
mod constraint;
mod explain;
mod header;
mod missing;
mod param;
mod params;
mod repair;
pub(crate) mod schema;

pub use self::{
    constraint::{Bound, Constrained, Constraint, Measured, Ranged, Textual, check},
    param::{Args, Kind, Param, ParamSpec, marker},
    params::Params,
    schema::SchemaBuilder,
};
pub(crate) use self::{
    arguments::{Arguments, InvalidArguments, Tool},
    explain::nearest,
    header::{HeaderSource, Headers, decode as decode_header},
};
