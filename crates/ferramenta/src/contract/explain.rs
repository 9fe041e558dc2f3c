//! Says everything that is wrong with a value, in words a model can act on.

use std::fmt::Write as _;

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::constraint::Bound;

/// Longest part of a value that is repeated in a message, in characters.
const SHOWN: usize = 80;
/// Most problems that one message lists.
const MOST: usize = 25;

/// One line of the message: where, what was wrong, what is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    pub(crate) path: String,
    pub(crate) what: String,
}

/// Every problem that `value` has with `schema`.
pub(crate) fn explain(schema: &Value, value: &Value) -> Vec<Problem> {
    let mut walk = Walk { root: schema, problems: Vec::new() };
    walk.value(schema, value, "");
    walk.problems
}

struct Walk<'a> {
    root: &'a Value,
    problems: Vec<Problem>,
}

impl<'a> Walk<'a> {
    fn value(&mut self, schema: &'a Value, value: &Value, path: &str) {
        if self.problems.len() >= MOST {
            return;
        }
        let Value::Object(members) = schema else {
            if schema == &Value::Bool(false) {
                self.add(path, "nothing is allowed here".into());
            }
            return;
        };
        if let Some(target) = members.get("$ref").and_then(Value::as_str).and_then(|name| self.resolve(name)) {
            self.value(target, value, path);
        }
        if !self.kind(members, value, path) {
            return;
        }
        self.fixed(members, value, path);
        match value {
            Value::Number(number) => self.number(members, Bound::from_number(number), path),
            Value::String(text) => self.text(members, text, path),
            Value::Array(items) => self.items(members, items, path),
            Value::Object(object) => self.object(members, object, path),
            Value::Null | Value::Bool(_) => {}
        }
        self.combined(members, value, path);
    }

    fn resolve(&self, reference: &str) -> Option<&'a Value> {
        self.root.pointer(reference.strip_prefix('#')?)
    }

    fn kind(&mut self, members: &Map<String, Value>, value: &Value, path: &str) -> bool {
        let allowed: Vec<&str> = match members.get("type") {
            Some(Value::String(one)) => vec![one],
            Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        let fits = allowed.iter().any(|kind| is_kind(value, kind));
        if !fits {
            let wanted: Vec<&str> = allowed.iter().map(|kind| article(kind)).collect();
            self.add(path, format!("{} is not {}", shown(value), wanted.join(" or ")));
        }
        fits
    }

    fn fixed(&mut self, members: &Map<String, Value>, value: &Value, path: &str) {
        let allowed: &[Value] = match (members.get("enum"), members.get("const")) {
            (Some(Value::Array(values)), _) => values,
            (_, Some(one)) => std::slice::from_ref(one),
            _ => return,
        };
        if allowed.contains(value) {
            return;
        }
        let names: Vec<String> = allowed.iter().map(shown).collect();
        let near = value.as_str().and_then(|text| nearest(text, allowed.iter().filter_map(Value::as_str)));
        let hint = near.map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"));
        self.add(path, format!("{} is not one of {}{hint}", shown(value), names.join(", ")));
    }

    fn number(&mut self, members: &Map<String, Value>, number: Bound, path: &str) {
        let limit = |key: &str| members.get(key).and_then(Value::as_number).map(|n| (Bound::from_number(n), n));
        if let Some((min, shown)) = limit("minimum")
            && !min.at_most(number)
        {
            self.add(path, format!("{} is less than the minimum of {shown}", bound(number)));
        }
        if let Some((max, shown)) = limit("maximum")
            && !number.at_most(max)
        {
            self.add(path, format!("{} is more than the maximum of {shown}", bound(number)));
        }
    }

    fn text(&mut self, members: &Map<String, Value>, text: &str, path: &str) {
        self.count(members, text.chars().count(), ["minLength", "maxLength", "character"], path);
        let Some(pattern) = members.get("pattern").and_then(Value::as_str) else { return };
        if Regex::new(pattern).is_ok_and(|regex| !regex.is_match(text)) {
            self.add(path, format!("{} does not match the pattern {pattern}", quoted(text)));
        }
    }

    fn count(&mut self, members: &Map<String, Value>, count: usize, keys: [&str; 3], path: &str) {
        let [min, max, unit] = keys;
        let limit = |key: &str| members.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let plural = |n: usize| if n == 1 { format!("1 {unit}") } else { format!("{n} {unit}s") };
        if let Some(min) = limit(min).filter(|min| count < *min) {
            self.add(path, format!("has {}, at least {min} needed", plural(count)));
        }
        if let Some(max) = limit(max).filter(|max| count > *max) {
            self.add(path, format!("has {}, at most {max} allowed", plural(count)));
        }
    }

    fn items(&mut self, members: &'a Map<String, Value>, items: &[Value], path: &str) {
        self.count(members, items.len(), ["minItems", "maxItems", "item"], path);
        let prefix = members.get("prefixItems").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        for (index, item) in items.iter().enumerate() {
            if let Some(schema) = prefix.get(index).or_else(|| members.get("items")) {
                self.value(schema, item, &format!("{path}[{index}]"));
            }
        }
    }

    fn object(&mut self, members: &'a Map<String, Value>, object: &Map<String, Value>, path: &str) {
        let none = Map::new();
        let properties = members.get("properties").and_then(Value::as_object);
        for name in members.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                let kind = properties.and_then(|known| known.get(name)).and_then(|schema| self.wanted(schema));
                let kind = kind.map_or_else(String::new, |kind| format!(", give {kind}"));
                self.add(&inside(path, name), format!("is missing{kind}"));
            }
        }
        for (name, value) in object {
            match (properties.and_then(|known| known.get(name)), members.get("additionalProperties")) {
                (Some(schema), _) => self.value(schema, value, &inside(path, name)),
                (None, Some(Value::Bool(false))) => {
                    self.unknown(properties.unwrap_or(&none), name, path);
                }
                (None, Some(schema)) => self.value(schema, value, &inside(path, name)),
                (None, None) => {}
            }
        }
    }

    fn unknown(&mut self, known: &Map<String, Value>, name: &str, path: &str) {
        let hint = match nearest(name, known.keys().map(String::as_str)) {
            Some(near) => format!("; did you mean `{near}`?"),
            None if known.is_empty() => ", there are none".into(),
            None => format!(", known are {}", known.keys().cloned().collect::<Vec<_>>().join(", ")),
        };
        self.add(&inside(path, &cut(name)), format!("is not a known argument{hint}"));
    }

    fn wanted(&self, schema: &'a Value) -> Option<&'static str> {
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|name| self.resolve(name));
        target.unwrap_or(schema).get("type").and_then(Value::as_str).map(article)
    }

    fn combined(&mut self, members: &'a Map<String, Value>, value: &Value, path: &str) {
        for schema in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.value(schema, value, path);
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(choices) = members.get(key).and_then(Value::as_array) {
                self.one_of(choices, value, path);
            }
        }
    }

    /// No choice fits: the problems of the choice that fits best, or all fixed values.
    fn one_of(&mut self, choices: &'a [Value], value: &Value, path: &str) {
        let mut best: Option<Vec<Problem>> = None;
        for choice in choices {
            let mut walk = Walk { root: self.root, problems: Vec::new() };
            walk.value(choice, value, path);
            if walk.problems.is_empty() {
                return;
            }
            if best.as_ref().is_none_or(|best| walk.problems.len() < best.len()) {
                best = Some(walk.problems);
            }
        }
        let constants: Vec<Value> = choices.iter().filter_map(|choice| choice.get("const").cloned()).collect();
        if constants.len() == choices.len() {
            let fixed = Map::from_iter([("enum".to_owned(), Value::Array(constants))]);
            self.fixed(&fixed, value, path);
        } else {
            self.problems.extend(best.into_iter().flatten());
        }
    }

    fn add(&mut self, path: &str, what: String) {
        let path = if path.is_empty() { "arguments".to_owned() } else { path.to_owned() };
        self.problems.push(Problem { path, what });
    }
}

fn inside(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn is_kind(value: &Value, kind: &str) -> bool {
    match kind {
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.as_number().is_some_and(is_integral),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => false,
    }
}

pub(super) fn is_integral(number: &serde_json::Number) -> bool {
    number.is_i64() || number.is_u64() || number.as_f64().is_some_and(|float| float.fract() == 0.0)
}

fn article(kind: &str) -> &'static str {
    match kind {
        "string" => "a string",
        "number" => "a number",
        "integer" => "an integer",
        "boolean" => "a boolean",
        "array" => "a list",
        "object" => "an object",
        _ => "null",
    }
}

/// The value as it is repeated in a message: short, and never a whole tree.
fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Array(_) => "a list".into(),
        Value::Object(_) => "an object".into(),
        other => cut(&other.to_string()),
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", cut(text).escape_debug())
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

fn bound(number: Bound) -> String {
    match number {
        Bound::Int(value) => value.to_string(),
        Bound::Float(value) => value.to_string(),
    }
}

/// The name that was probably meant: at most a third of it is different.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.chars().count() > 64 {
        return None;
    }
    let scored = known.map(|candidate| (distance(&name.to_lowercase(), &candidate.to_lowercase()), candidate));
    let (changes, candidate) = scored.min_by_key(|(changes, _)| *changes)?;
    (changes <= candidate.chars().count().max(3) / 3).then_some(candidate)
}

/// Characters to change, add or remove between two words, neighbours swapped counting once.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for (i, x) in a.iter().enumerate() {
        rows[2][0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = rows[1][j] + usize::from(x != y);
            let mut least = change.min(rows[1][j + 1] + 1).min(rows[2][j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && *x == b[j - 1] {
                least = least.min(rows[0][j - 1] + 1);
            }
            rows[2][j + 1] = least;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

/// The message as the model reads it.
pub(crate) fn message(problems: &[Problem]) -> String {
    let mut text = String::from("Invalid tool arguments");
    for Problem { path, what } in problems {
        let _ = write!(text, "\n{path}: {what}");
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{distance, explain, message, nearest};

    #[test]
    fn every_problem_is_named_with_what_is_allowed() {
        let schema = json!({
            "type": "object",
            "properties": {
                "query": { "type": "string", "minLength": 1 },
                "limit": { "type": "integer", "minimum": 1, "maximum": 50 },
                "genre": { "type": "string", "enum": ["fiction", "poetry"] },
                "book": { "type": "object", "properties": { "year": { "type": "integer" } }, "required": ["year"] },
                "tags": { "type": "array", "items": { "type": "string" } },
            },
            "required": ["query", "book"],
            "additionalProperties": false,
        });
        let value = json!({
            "limit": 999, "genre": "fictoin", "book": { "year": "x" }, "tags": ["a", 1], "qeury": "", "zzz": 1,
        });
        assert_eq!(
            message(&explain(&schema, &value)),
            "Invalid tool arguments\n\
             query: is missing, give a string\n\
             book.year: \"x\" is not an integer\n\
             genre: \"fictoin\" is not one of \"fiction\", \"poetry\"; did you mean \"fiction\"?\n\
             limit: 999 is more than the maximum of 50\n\
             qeury: is not a known argument; did you mean `query`?\n\
             tags[1]: 1 is not a string\n\
             zzz: is not a known argument, known are book, genre, limit, query, tags"
        );
    }

    #[test]
    fn the_nearest_name_is_near() {
        assert_eq!(distance("limit", "limti"), 1);
        assert_eq!(nearest("Limit", ["limit", "query"].into_iter()), Some("limit"));
        assert_eq!(nearest("colour", ["limit", "query"].into_iter()), None);
    }
}
