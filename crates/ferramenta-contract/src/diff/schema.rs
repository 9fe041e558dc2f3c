//! Two versions of one schema.

use jsonschema::{Draft, Validator};
use serde_json::Value;

use super::{
    beside::changes_beside,
    change::{Change, Class, Witness},
    covers::{reasons, without_words},
    names::dropped,
    reason::Reason,
    root::{anchored, is_endless, standing_alone},
    samples::Samples,
};

/// Who has to keep to a schema.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// Callers: what was taken has to be taken still.
    Input,
    /// The server: what comes has to be something that could come before.
    Output,
}

/// What a change of a schema means.
pub(super) fn changes(place: &str, side: Side, old: &Value, new: &Value) -> Vec<Change> {
    if old == new {
        return Vec::new();
    }
    let (before, now) = (anchored(old), anchored(new));
    if is_endless(&before) || is_endless(&now) {
        let why = "it refers to itself without end, and can't be compared";
        return vec![Change {
            class: Class::Major,
            place: place.to_owned(),
            why: why.to_owned(),
            witness: None,
        }];
    }
    let (given, wanted) = match side {
        Side::Input => (&before, &now),
        Side::Output => (&now, &before),
    };
    let broken = reasons(given, wanted);
    let gained = reasons(wanted, given);
    let told = [broken.as_slice(), &gained].concat();
    let goes = untold(dropped(&before, &now), &told);
    let comes = untold(dropped(&now, &before), &told);
    let is_told_before = |gain: &&Reason| !broken.iter().any(|reason| reason.is_told_by(gain));

    let mut changes = breaking(place, side, &broken, given, wanted);
    let lost = match side {
        // an argument that means nothing any more fails those who send it, without a word
        Side::Input => Class::Major,
        Side::Output => Class::Minor,
    };
    changes.extend(goes.iter().map(|gone| change(place, lost, gone, true)));
    let new_is_stricter = matches!(side, Side::Output);
    let gained = gained.iter().filter(is_told_before);
    changes.extend(gained.map(|gain| change(place, Class::Minor, gain, new_is_stricter)));
    changes.extend(
        comes
            .iter()
            .map(|new| change(place, Class::Minor, new, false)),
    );
    if matches!(side, Side::Input) {
        changes.extend(changes_beside(place, old, new));
    }
    if changes.is_empty() {
        changes.push(of_words(place, old, new));
    }
    changes
}

/// The reasons of places that nothing was told of yet.
fn untold(reasons: Vec<Reason>, told: &[Reason]) -> Vec<Reason> {
    let is_new = |reason: &Reason| !told.iter().any(|told| told.path == reason.path);
    reasons.into_iter().filter(is_new).collect()
}

/// What breaks, each with a value that shows it where one was found.
fn breaking(
    place: &str,
    side: Side,
    broken: &[Reason],
    given: &Value,
    wanted: &Value,
) -> Vec<Change> {
    if broken.is_empty() {
        return Vec::new();
    }
    let witnesses = witnesses(given, wanted);
    let shown = |reason| {
        witness(reason, &witnesses, broken.len()).map(|value| match side {
            Side::Input => Witness::Arguments(value),
            Side::Output => Witness::Result(value),
        })
    };
    let new_is_stricter = matches!(side, Side::Input);
    let told = broken.iter().map(|reason| Change {
        witness: shown(reason),
        ..change(place, Class::Major, reason, new_is_stricter)
    });
    told.collect()
}

fn change(place: &str, class: Class, reason: &Reason, new_is_stricter: bool) -> Change {
    let (now, before) = if new_is_stricter {
        (&reason.stricter, &reason.laxer)
    } else {
        (&reason.laxer, &reason.stricter)
    };
    Change {
        class,
        place: below(place, &reason.path),
        why: format!("{now} now, {before} before"),
        witness: None,
    }
}

/// A change that takes and refuses the same values.
fn of_words(place: &str, old: &Value, new: &Value) -> Change {
    let (class, why) = if without_words(old) == without_words(new) {
        (Class::Patch, "the words of its schema have changed")
    } else if defaults(old) != defaults(new) {
        (Class::Minor, "a default has changed")
    } else {
        (
            Class::Patch,
            "its schema is written differently, and takes the same",
        )
    };
    Change {
        class,
        place: place.to_owned(),
        why: why.to_owned(),
        witness: None,
    }
}

fn defaults(schema: &Value) -> Vec<&Value> {
    match schema {
        Value::Object(members) => {
            let own = members.get("default").into_iter();
            own.chain(members.values().flat_map(defaults)).collect()
        }
        Value::Array(items) => items.iter().flat_map(defaults).collect(),
        _ => Vec::new(),
    }
}

/// A place in a component.
pub(crate) fn below(place: &str, path: &str) -> String {
    if path.is_empty() {
        place.to_owned()
    } else {
        format!("{place}, {path}")
    }
}

/// A value that one schema takes and the other refuses, and where it is refused.
struct Refused {
    value: Value,
    paths: Vec<String>,
}

fn witnesses(given: &Value, wanted: &Value) -> Vec<Refused> {
    let (Some(takes), Some(refuses)) = (alone(given), alone(wanted)) else {
        return Vec::new();
    };
    let candidates = Samples::new(given, wanted).of(given);
    let taken = candidates.into_iter().filter(|value| takes.is_valid(value));
    taken
        .filter_map(|value| {
            let paths: Vec<String> = refuses.iter_errors(&value).map(|e| dotted(&e)).collect();
            (!paths.is_empty()).then_some(Refused { value, paths })
        })
        .collect()
}

fn alone(schema: &Value) -> Option<Validator> {
    validator(&standing_alone(schema, schema))
}

/// Where a value is refused; for a member that is missing or not known, where it would stand.
fn dotted(error: &jsonschema::ValidationError<'_>) -> String {
    use jsonschema::error::ValidationErrorKind::{AdditionalProperties, Required};
    let at = error.instance_path().as_str().trim_start_matches('/');
    let at = at
        .split('/')
        .filter(|part| !part.is_empty())
        .map(|part| part.replace("~1", "/").replace("~0", "~"))
        .fold(String::new(), |path, part| {
            super::reason::member(&path, &part)
        });
    match error.kind() {
        Required { property } => super::reason::member(&at, property.as_str().unwrap_or_default()),
        AdditionalProperties { unexpected } if !unexpected.is_empty() => {
            super::reason::member(&at, &unexpected[0])
        }
        _ => at,
    }
}

/// The smallest witness for a reason; any will do where there is but one reason.
fn witness(reason: &Reason, refused: &[Refused], reasons: usize) -> Option<Value> {
    let shortest = |found: &mut dyn Iterator<Item = &Refused>| {
        found
            .map(|refused| &refused.value)
            .min_by_key(|value| value.to_string().len())
            .cloned()
    };
    let exact = |r: &&Refused| r.paths.iter().any(|path| shows(path, &reason.path));
    // of alternatives, it is said only where all were refused
    let above = |r: &&Refused| r.paths.iter().any(|path| is_above(path, &reason.path));
    shortest(&mut refused.iter().filter(exact))
        .or_else(|| shortest(&mut refused.iter().filter(above)))
        .or_else(|| (reasons == 1).then(|| shortest(&mut refused.iter()))?)
}

/// Does a place in a value hold the one that a reason is about?
fn is_above(place: &str, reason: &str) -> bool {
    let ends = reason.match_indices('.').map(|(end, _)| end);
    ends.into_iter().any(|end| shows(place, &reason[..end]))
}

/// Is a place in a value the one that a reason is about? Items stand as `[]` in reasons, other members as `*`.
fn shows(place: &str, reason: &str) -> bool {
    let (mut of_value, mut of_reason) = (place.split('.'), reason.split('.'));
    loop {
        match (of_value.next(), of_reason.next()) {
            (None, None) => return true,
            (Some(part), Some(wanted))
                if part == wanted || wanted == "*" || is_item(part, wanted) => {}
            _ => return false,
        }
    }
}

fn is_item(part: &str, wanted: &str) -> bool {
    wanted == "[]" && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// A validator for a schema; nothing for one that can't be used.
pub(super) fn validator(schema: &Value) -> Option<Validator> {
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    options.should_validate_formats(true).build(schema).ok()
}
