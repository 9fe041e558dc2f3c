//! What holds of all schemas: who kept to the older one keeps to the newer one, unless the change is major.

mod support;

use ferramenta_contract::{Class, Witness};
use proptest::{collection::vec, prelude::*};
use serde_json::Value;

use crate::support::{
    changes,
    schemas::{pair, value},
    told::told,
    validator,
};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_was_taken_is_taken_after_a_minor_change((old, new) in pair(), values in vec(value(), 60)) {
        keeps("arguments", &old, &new, &values)?;
    }

    #[test]
    fn what_comes_could_come_before_a_minor_change((old, new) in pair(), values in vec(value(), 60)) {
        keeps("result", &new, &old, &values)?;
    }
}

/// Checks that all that `given` tells of is taken by `wanted` unless the change is major, and that the witnesses are
/// some.
fn keeps(of: &str, given: &Value, wanted: &Value, values: &[Value]) -> Result<(), TestCaseError> {
    let changes = match of {
        "result" => changes(of, wanted, given),
        _ => changes(of, given, wanted),
    };
    let class = changes.iter().map(|change| change.class).max();
    let (takes, wants) = (validator(given), validator(wanted));
    let (told, wanted_told) = (validator(&told(given)), validator(&told(wanted)));
    for value in values {
        let (taken, wanted_too) = (takes.is_valid(value), wants.is_valid(value));
        let kept = class == Some(Class::Major) || !taken || !told.is_valid(value) || wanted_too;
        prop_assert!(kept, "{value} is refused: {given}\n{wanted}\n{changes:?}");
        let more = !matches!(class, None | Some(Class::Patch))
            || !wanted_too
            || !wanted_told.is_valid(value)
            || taken;
        prop_assert!(more, "{value} is new: {given}\n{wanted}\n{changes:?}");
    }
    for witness in changes.iter().filter_map(|change| change.witness.as_ref()) {
        prop_assert_eq!(matches!(witness, Witness::Result(_)), of == "result");
        let value = witness.value();
        prop_assert!(
            takes.is_valid(value) && !wants.is_valid(value),
            "{value} shows nothing: {given}\n{wanted}"
        );
    }
    Ok(())
}
