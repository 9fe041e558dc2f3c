//! What the macros' code needs; not part of the public interface.

mod complete;
mod decode;
mod describe;
mod encode;
mod field;
mod gate;
mod hint;
mod log;
mod names;
mod presence;
mod replay;
mod rule;
mod tagged;

pub use schemars;
pub use serde;
pub use serde_json;

pub(crate) use self::presence::{Presence, presence};
pub use self::{
    complete::{Complete, List, assert_completion, assert_list},
    decode::{
        Decode, DecodeMembers, Key, Members, Place, Rules, Source, Tag, UNKNOWN, decode_object,
        no_members, validated,
    },
    describe::{
        Describe, DescribeMembers, Meanings, ObjectSchema, Property, ShownDefault, Written,
        names_schema, shown_default, union_schema,
    },
    encode::{Encode, EncodeMembers, WriteMembers, encode_object, tag},
    field::{
        Field, InputField, ObjectType, OutputField, assert_constrained, assert_field,
        assert_input_field, assert_measured, assert_object, assert_output_field, assert_ranged,
        assert_textual,
    },
    gate::{
        ByReference, Declare, DeclaredOutput, Gate, Register, assert_by_reference, assert_contents,
        assert_declared_output, assert_messages, assert_output, assert_param, assert_reply,
        assert_send, check_params,
    },
    hint::{
        FallibleOutput, HolderOutput, HolderParam, PointerParam, ServiceParam, TextDefault,
        TimeOutput, assert_fallible_output, assert_holder, assert_holder_output, assert_pointer,
        assert_service, assert_time_output, text_default,
    },
    log::{LogEntry, LogFields, LogTarget, log_entry},
    names::{Named, decode_name},
    rule::{Ask, Fill, assert_inject_field, assert_rule, assert_rule_param, assert_shared},
    tagged::{Tagged, decode_tagged, no_variant},
};
pub use crate::complete::{CompletionFn, Ready, ways};
pub use crate::contract::{
    Bound, Constrained, Constraint, Described, Kind, Measured, Names, Param, Params, Ranged,
    Textual, marker,
};
pub use crate::inject::derived::{
    Derived, InjectField, Known, Own, Probe, Recipe, Registry, Unknown,
};
pub use crate::resource::{ListFn, ReadyList};
