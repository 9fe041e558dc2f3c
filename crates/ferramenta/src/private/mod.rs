//! What the macros' code needs; not part of the public interface.

mod decode;
mod describe;
mod encode;
mod field;
mod gate;
mod names;
mod presence;
mod replay;
mod tagged;

pub use schemars;
pub use serde;
pub use serde_json;

pub use self::{
    decode::{Decode, Key, Members, Place, Rules, Source, Tag, UNKNOWN, decode_object, no_members, validated},
    describe::{Describe, DescribeMembers, Names, ObjectSchema, Property, ShownDefault, names_schema, shown_default, union_schema},
    encode::{Encode, EncodeMembers, WriteMembers, encode_object, tag},
    field::{
        Field, InputField, ObjectType, OutputField, assert_field, assert_free, assert_input_field, assert_object,
        assert_output_field,
    },
    gate::{
        ByReference, Gate, Register, assert_by_reference, assert_output, assert_param, assert_send, check_params,
    },
    names::{Named, decode_name},
    tagged::{Tagged, decode_tagged},
};
pub use crate::contract::{
    Described,Bound, Constrained, Constraint, Kind, Measured, Param, Params, Ranged, Textual, marker};
