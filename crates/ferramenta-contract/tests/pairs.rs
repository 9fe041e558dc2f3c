//! Pairs of schemas, with what the change from one to the other means.

mod support;

use ferramenta_contract::{Change, Class};
use serde_json::Value;

use crate::support::{changes, validator};

/// Each with `what`, `of` (arguments or a result), `old`, `new`, `class`, and `shown`, false where no value shows it.
const PAIRS: &str = include_str!("pairs.json");

#[test]
fn each_pair_has_its_class() {
    let pairs: Vec<Value> = serde_json::from_str(PAIRS).expect("it is a good one");
    assert!(pairs.len() >= 100);
    let problems: Vec<String> = pairs.iter().filter_map(problem).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What is wrong with what was found for a pair.
fn problem(pair: &Value) -> Option<String> {
    let (old, new) = (&pair["old"], &pair["new"]);
    let changes = changes(pair["of"].as_str().expect("it is a good one"), old, new);
    let class = changes.iter().map(|change| change.class).max();
    let expected = pair["class"].as_str().expect("it is a good one");
    let told: Vec<String> = changes.iter().map(Change::to_string).collect();
    let told = format!("{}: {told:?}", pair["what"]);
    if class.map(Class::as_str) != Some(expected) {
        return Some(told);
    }
    let witnesses = changes.iter().filter_map(|change| change.witness.as_ref());
    let mut witnesses = witnesses.map(ferramenta_contract::Witness::value);
    let shown = class == Some(Class::Major) && pair["shown"] != false;
    (shown != witnesses.clone().next().is_some() || !witnesses.all(|value| shows(pair, value)))
        .then_some(told)
}

/// Is a value taken by one schema, and refused by the one that it is refused by?
fn shows(pair: &Value, value: &Value) -> bool {
    let (mut given, mut wanted) = (&pair["old"], &pair["new"]);
    if pair["of"] == "result" {
        std::mem::swap(&mut given, &mut wanted);
    }
    validator(given).is_valid(value) && !validator(wanted).is_valid(value)
}
