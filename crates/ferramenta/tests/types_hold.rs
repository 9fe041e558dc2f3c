//! Every type and many schemas, sent values near all their boundaries: what was published is what is kept.
//!
//! `CASES` sets how many values are sent in all, 100,000 if not given:
//! `CASES=10000000 cargo test --release -p ferramenta --features types --test types_hold`. `PROPTEST_RNG_SEED`
//! repeats a run.

mod contract;

use std::fmt::Debug;

use contract::{
    call::{Echo, Outcome, around, echo_schema},
    form,
    inputs::{self, Input},
    judge::{is_equal, is_same, mended, validator},
    near::near,
    schemas,
    sent::Sent,
};
use proptest::{
    strategy::Strategy,
    test_runner::{Config, TestCaseError, TestError, TestRunner},
};
use serde_json::Value;

fn cases() -> u32 {
    std::env::var("CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(100_000)
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases: cases.max(1),
        max_shrink_iters: 2_000,
        failure_persistence: None,
        ..Config::default()
    })
}

/// What is checked of each value that is sent to a tool.
struct Subject<'a> {
    echo: Echo,
    validator: jsonschema::Validator,
    input: Option<&'a Input>,
    /// The schema has a `multipleOf`, which the judge reckons in floats.
    divides: bool,
}

impl<'a> Subject<'a> {
    fn new(echo: Echo, input: Option<&'a Input>) -> Self {
        let divides = echo.schema.to_string().contains("multipleOf");
        Self {
            divides,
            validator: validator(&echo.schema),
            echo,
            input,
        }
    }

    fn check(&self, sent: &Sent) -> Result<(), TestCaseError> {
        if self.divides && sent.is_rounded() {
            return Ok(());
        }
        let text = sent.text();
        let outcome = self.echo.call(&text);
        let verdict = match &outcome {
            Outcome::Refused(told) => {
                form::check(told).and_then(|()| self.refused(sent, &text, told))
            }
            Outcome::Delivered { debug, json } => self.delivered(sent, &text, debug, json),
        };
        verdict.map_err(|why| {
            TestCaseError::fail(format!(
                "{why}\n  sent: {text}\n  came: {outcome:?}\n  schema: {}",
                self.echo.schema
            ))
        })
    }

    /// What the schema accepts is delivered.
    fn refused(&self, sent: &Sent, text: &str, told: &str) -> Result<(), String> {
        let narrower = self.input.is_some_and(|input| input.narrower.is_some());
        let beyond =
            sent.is_beyond_schemas() || narrower || told.lines().skip(1).all(is_beyond_clients);
        let accepted =
            || serde_json::from_str(text).is_ok_and(|value: Value| self.validator.is_valid(&value));
        if !beyond && accepted() {
            Err("the schema accepts what was refused".into())
        } else {
            Ok(())
        }
    }

    /// What is delivered is what was sent, or what it can be mended to without a loss.
    fn delivered(&self, sent: &Sent, text: &str, debug: &str, json: &str) -> Result<(), String> {
        if sent.is_beyond_schemas() {
            // such a number may stand where nobody looks
            return if text.contains("e400") {
                Ok(())
            } else {
                Err("it is ambiguous, or not Unicode".into())
            };
        }
        let value: Value =
            serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
        let takes_digits = self.input.is_some_and(|input| input.takes_digits);
        if !self.validator.is_valid(&value) {
            if takes_digits && sent.is_rounded() {
                return Ok(());
            }
            let forms = mended(&self.validator, &value, takes_digits);
            let same = |form: &Value| self.echo.call(&form.to_string()).is_same(debug, json);
            return if forms.iter().any(same) {
                Ok(())
            } else {
                Err("the schema refuses it in every form".into())
            };
        }
        self.unchanged(&value, debug, json)
    }

    fn unchanged(&self, value: &Value, debug: &str, json: &str) -> Result<(), String> {
        let arrived: Value = serde_json::from_str(json).map_err(|error| error.to_string())?;
        let Some(input) = self.input else {
            return if is_equal(value, &arrived) {
                Ok(())
            } else {
                Err("the value was rewritten".into())
            };
        };
        let same = value
            .get("value")
            .is_none_or(|sent| is_same(sent, &arrived));
        if same {
            return Ok(());
        }
        let again = self.echo.call(&around(json));
        if input.respelled && again.is_same(debug, json) {
            Ok(())
        } else {
            Err(format!("the value was rewritten; sent again: {again:?}"))
        }
    }
}

/// An integer type of 64 or more bits publishes no bound that clients would round.
fn is_beyond_clients(line: &str) -> bool {
    const BOUNDS: [&str; 7] = [
        "minimum of -9223372036854775808",
        "maximum of 9223372036854775807",
        "maximum of 18446744073709551615",
        "minimum of -170141183460469231731687303715884105728",
        "maximum of 170141183460469231731687303715884105727",
        "maximum of 340282366920938463463374607431768211455",
        "is too large for a number",
    ];
    BOUNDS.iter().any(|bound| line.ends_with(bound))
}

#[test]
fn types_keep_what_they_publish() {
    let inputs = inputs::all();
    let each = cases() * 9 / 10 / u32::try_from(inputs.len()).unwrap_or(1);
    let failures: Vec<String> = inputs
        .iter()
        .filter_map(|input| holds(input, each).err())
        .collect();
    assert!(
        failures.is_empty(),
        "{} types fail\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

fn holds(input: &Input, cases: u32) -> Result<(), String> {
    let subject = Subject::new(Echo::new((input.tool)()), Some(input));
    let values = near(&subject.echo.schema, &input.texts());
    runner(cases)
        .run(&values, |sent| subject.check(&sent))
        .map_err(|error| format!("{}: {}", input.name, why(error)))
}

#[test]
fn schemas_written_by_hand_are_kept() {
    let values_of_each = 20;
    let strategy = schemas::object().prop_flat_map(|schema| {
        let values = near(&schema, &[]);
        (
            proptest::strategy::Just(schema),
            proptest::collection::vec(values, values_of_each),
        )
    });
    let result = runner(cases() / 10 / 20).run(&strategy, |(schema, values)| {
        let subject = Subject::new(Echo::new(echo_schema(schema)), None);
        values.iter().try_for_each(|sent| subject.check(sent))
    });
    if let Err(error) = result {
        panic!("{}", why(error));
    }
}

/// What the smallest value that fails is told with.
fn why<T: Debug>(error: TestError<T>) -> String {
    match error {
        TestError::Fail(why, _) => why.to_string(),
        TestError::Abort(why) => format!("given up: {why}"),
    }
}
