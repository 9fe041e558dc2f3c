//! From a URI to the values.

use super::{
    ResourceUri, UriTemplate, UriValue, UriVariable,
    model::{Fragment, Hierarchy, Middle, Segment},
    query::{Param, ParamValue, Query},
    text::{decode, fold_case, rfind},
};

impl UriTemplate {
    /// The values that make this URI of the template, in the order of [`variables`](Self::variables).
    ///
    /// Optional variables that the URI doesn't have are left out; lists are there even when they are empty.
    pub fn matches(&self, uri: &str) -> Option<Vec<(&str, UriValue)>> {
        self.matches_uri(&ResourceUri::parse(uri)?)
    }

    /// As [`matches`](Self::matches), for a URI that is matched against several templates.
    pub fn matches_uri(&self, uri: &ResourceUri) -> Option<Vec<(&str, UriValue)>> {
        let mut found = Found::new(&self.variables);
        self.hierarchy.matches(uri, &mut found)?;
        self.query.matches(uri.query(), &mut found)?;
        self.fragment.matches(uri.fragment(), &mut found)?;
        Some(found.finish())
    }
}

/// The values that were found so far.
pub(super) struct Found<'t> {
    variables: &'t [UriVariable],
    values: Vec<Option<UriValue>>,
}

impl<'t> Found<'t> {
    pub(super) fn new(variables: &'t [UriVariable]) -> Self {
        let values = variables
            .iter()
            .map(|variable| variable.is_list().then(|| UriValue::List(Vec::new())))
            .collect();
        Self { variables, values }
    }

    /// Decodes a value, or an item of a list; nothing when it can't be one.
    fn take(&mut self, variable: usize, raw: &str) -> Option<()> {
        let text = decode(raw)?;
        if self.variables[variable].kind().fault(&text).is_some() {
            return None;
        }
        match &mut self.values[variable] {
            Some(UriValue::List(items)) => items.push(text),
            value => *value = Some(UriValue::Text(text)),
        }
        Some(())
    }

    fn finish(self) -> Vec<(&'t str, UriValue)> {
        let named = self.variables.iter().zip(self.values);
        named
            .filter_map(|(variable, value)| Some((variable.name(), value?)))
            .collect()
    }
}

impl Hierarchy {
    fn matches(&self, uri: &ResourceUri, found: &mut Found<'_>) -> Option<()> {
        if self.scheme != uri.scheme() || self.authority != uri.has_authority() {
            return None;
        }
        let parts: Vec<&str> = uri.path().split('/').collect();
        let (before, rest) = parts.split_at_checked(self.before.len())?;
        let (middle, after) = rest.split_at(rest.len().checked_sub(self.after.len())?);
        let segments = self.before.iter().chain(&self.after);
        for (index, (segment, part)) in segments.zip(before.iter().chain(after)).enumerate() {
            let fold = self.folds() && index == 0;
            segment.matches(part, fold, &mut |variable, raw| found.take(variable, raw))?;
        }
        match &self.middle {
            None => middle.is_empty().then_some(()),
            Some(Middle::List { variable }) => middle
                .iter()
                .try_for_each(|part| found.take(*variable, part)),
            Some(Middle::Path {
                prefix,
                variable,
                suffix,
            }) => {
                let text = middle.join("/");
                let fold = self.authority && self.before.is_empty();
                let prefix = prefix_length(&text, prefix, fold)?;
                found.take(*variable, text[prefix..].strip_suffix(&**suffix)?)
            }
        }
    }

    /// Whether the first segment is an authority, which ignores case.
    pub(super) const fn folds(&self) -> bool {
        self.authority && !self.before.is_empty()
    }
}

fn prefix_length(text: &str, prefix: &str, fold: bool) -> Option<usize> {
    let start = text.get(..prefix.len())?;
    let equal = start == prefix || (fold && fold_case(start) == prefix);
    equal.then_some(prefix.len())
}

impl Segment {
    /// Gives the raw value of each variable, from the last to the first.
    pub(super) fn matches(
        &self,
        part: &str,
        fold: bool,
        take: &mut dyn FnMut(usize, &str) -> Option<()>,
    ) -> Option<()> {
        let folded = fold.then(|| fold_case(part));
        let text = folded.as_deref().unwrap_or(part);
        let start = self.start.len();
        if self.is_literal() {
            return (text == self.start).then_some(());
        }
        if !text.starts_with(&self.start) {
            return None;
        }
        let mut end = text.strip_suffix(self.end())?.len();
        for (index, hole) in self.holes.iter().enumerate().rev() {
            let (literal, begin) = match index.checked_sub(1) {
                Some(previous) => {
                    let literal = &*self.holes[previous].then;
                    // a character at least is left for the value
                    let at = start + rfind(text.get(start..end.checked_sub(1)?)?, literal)?;
                    (at, at + literal.len())
                }
                None => (start, start),
            };
            take(hole.variable, part.get(begin..end)?)?;
            end = literal;
        }
        Some(())
    }
}

impl Query {
    pub(super) fn matches(&self, query: Option<&str>, found: &mut Found<'_>) -> Option<()> {
        match (self, query) {
            (Self::None, None) => Some(()),
            (Self::Literal(literal), Some(query)) => (literal == query).then_some(()),
            (Self::Params(params), query) => params_match(params, query, found),
            _ => None,
        }
    }
}

fn params_match(params: &[Param], query: Option<&str>, found: &mut Found<'_>) -> Option<()> {
    let mut seen = vec![false; params.len()];
    for pair in query.into_iter().flat_map(|query| query.split('&')) {
        let (name, value) = match pair.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (pair, None),
        };
        let index = params.iter().position(|param| param.name == name)?;
        let again = std::mem::replace(&mut seen[index], true);
        match &params[index].value {
            ParamValue::List(variable) => found.take(*variable, value.unwrap_or_default())?,
            _ if again => return None,
            ParamValue::Fixed(wanted) => (wanted.as_deref() == value).then_some(())?,
            ParamValue::Required(variable) | ParamValue::Optional(variable) => {
                found.take(*variable, value.unwrap_or_default())?;
            }
        }
    }
    let complete = params
        .iter()
        .zip(seen)
        .all(|(param, seen)| seen || !param.is_needed());
    complete.then_some(())
}

impl Fragment {
    fn matches(&self, fragment: Option<&str>, found: &mut Found<'_>) -> Option<()> {
        match (self, fragment) {
            (Self::None | Self::Variable(_), None) => Some(()),
            (Self::Literal(literal), Some(fragment)) => (literal == fragment).then_some(()),
            (Self::Variable(variable), Some(fragment)) => found.take(*variable, fragment),
            _ => None,
        }
    }
}
