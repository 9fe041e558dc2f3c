//! Times decoders, and whole calls, against each other, interleaved, and tells the median of the ratios.

mod calls;
mod types;

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use serde::de::DeserializeOwned;
use types::{checked, derived, written};

const ORDER: &str = r#"{"customer":"Ada Lovelace","quantity":12,"discount":0.125,"express":true,"priority":"high","address":{"street":"12 St James's Square","city":"London","zip":"SW1Y 4JH"},"lines":[{"sku":"A-100","count":2},{"sku":"B-200","count":10}],"labels":{"shelf":"poetry"},"note":"Ring twice.","weight":950}"#;
const TAG_FIRST: &str =
    r#"{"kind":"card","number":"4111111111111111","holder":"Ada Lovelace","month":12,"year":2030}"#;
const TAG_LAST: &str =
    r#"{"number":"4111111111111111","holder":"Ada Lovelace","month":12,"year":2030,"kind":"card"}"#;

/// How often each side is timed.
const ROUNDS: usize = 301;
/// How often a text is decoded, or a tool called, each time.
const TIMES: u32 = 2_000;

fn main() {
    println!("| decoded | derived, ns | written, ns | ratio |");
    println!("| --- | ---: | ---: | ---: |");
    compare::<derived::Order, derived::Order>("order, derived on both sides", ORDER);
    compare::<derived::Order, written::Order>("order, without rules", ORDER);
    compare::<derived::Order, checked::Order>("order, with rules", ORDER);
    compare::<derived::Payment, written::Payment>("tagged, tag first", TAG_FIRST);
    compare::<derived::Payment, written::Payment>("tagged, tag last", TAG_LAST);

    let calls = calls::Calls::new(ORDER);
    println!("\n| called | fast path, ns | value path, ns | ratio |");
    println!("| --- | ---: | ---: | ---: |");
    interleave(
        "order, in process",
        || time(|| calls.fast()),
        || time(|| calls.by_value()),
    );
}

fn compare<A: DeserializeOwned, B: DeserializeOwned>(name: &str, text: &str) {
    interleave(
        name,
        || time(|| decode::<A>(text)),
        || time(|| decode::<B>(text)),
    );
}

/// Prints a row: the medians of two sides, and of their ratios.
fn interleave(name: &str, left_side: impl Fn() -> f64, right_side: impl Fn() -> f64) {
    let (mut left, mut right, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let (a, b) = (left_side(), right_side());
        left.push(a);
        right.push(b);
        ratios.push(b / a);
    }
    println!(
        "| {name} | {:.0} | {:.0} | {:.3} |",
        median(left),
        median(right),
        median(ratios)
    );
}

/// Nanoseconds that one turn takes.
fn time(turn: impl Fn()) -> f64 {
    let start = Instant::now();
    for _ in 0..TIMES {
        turn();
    }
    nanoseconds(start.elapsed()) / f64::from(TIMES)
}

fn decode<T: DeserializeOwned>(text: &str) {
    let value: Result<T, _> = serde_json::from_str(black_box(text));
    assert!(black_box(value).is_ok(), "the text is one of the type");
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
