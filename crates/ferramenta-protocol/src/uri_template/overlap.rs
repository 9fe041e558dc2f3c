//! Whether one URI could be of two templates.

use super::{
    UriTemplate, UriVariable, VariableKind,
    matching::Found,
    model::{Fragment, Hierarchy, Middle, Segment},
    query::{Param, ParamValue, Query},
    text::decode,
};

/// How the URIs of a template lie to those of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Overlap {
    /// No URI is of both.
    Disjoint,
    /// Each of its URIs is of the other one too: it goes first.
    Narrower,
    /// Each URI of the other one is of it too: the other one goes first.
    Wider,
    /// A URI may be of both, and neither goes first; two templates with the same URIs are ambiguous as well.
    Ambiguous,
}

impl UriTemplate {
    /// Whether a URI could match both templates; true also in the few cases that can't be told.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.overlap(other) != Overlap::Disjoint
    }

    /// How the URIs of this template lie to those of the other one; ambiguous also in the few cases that can't be told.
    pub fn overlap(&self, other: &Self) -> Overlap {
        match (self.exact(), other.exact()) {
            (Some(mine), Some(others)) if mine == others => Overlap::Ambiguous,
            (Some(mine), None) if other.matches(&mine).is_some() => Overlap::Narrower,
            (None, Some(others)) if self.matches(&others).is_some() => Overlap::Wider,
            (None, None) if self.meets(other) => {
                match (self.is_within(other), other.is_within(self)) {
                    (true, false) => Overlap::Narrower,
                    (false, true) => Overlap::Wider,
                    _ => Overlap::Ambiguous,
                }
            }
            _ => Overlap::Disjoint,
        }
    }

    fn meets(&self, other: &Self) -> bool {
        self.hierarchy.meets(&other.hierarchy)
            && queries_meet(self, other)
            && fragments_meet(&self.fragment, &other.fragment)
    }

    fn is_within(&self, other: &Self) -> bool {
        self.hierarchy.is_within(&other.hierarchy)
            && query_is_within(self, other)
            && fragment_is_within(&self.fragment, &other.fragment)
    }
}

impl Hierarchy {
    fn meets(&self, other: &Self) -> bool {
        if self.scheme != other.scheme || self.authority != other.authority {
            return false;
        }
        match (&self.middle, &other.middle) {
            (None, None) => {
                self.before.len() == other.before.len() && all_meet(&self.before, &other.before)
            }
            (Some(middle), None) => self.spans(middle, &other.before) && self.edges_meet(other),
            (None, Some(middle)) => other.spans(middle, &self.before) && self.edges_meet(other),
            (Some(_), Some(_)) => {
                let afters = self.after.iter().rev().zip(other.after.iter().rev());
                all_meet(&self.before, &other.before)
                    && afters.into_iter().all(|(mine, others)| mine.meets(others))
                    && self.edges_meet(other)
            }
        }
    }

    /// Whether a path of these segments could be one of this hierarchy.
    fn spans(&self, middle: &Middle, segments: &[Segment]) -> bool {
        let Some((before, spanned, after)) = self.divide(segments) else {
            return false;
        };
        let fits = match middle {
            Middle::List { .. } => spanned.iter().all(Segment::can_be_item),
            Middle::Path { .. } => !spanned.is_empty(),
        };
        fits && all_meet(&self.before, before) && all_meet(&self.after, after)
    }

    /// The segments before, in and after what spans segments.
    fn divide<'s>(
        &self,
        segments: &'s [Segment],
    ) -> Option<(&'s [Segment], &'s [Segment], &'s [Segment])> {
        let (before, rest) = segments.split_at_checked(self.before.len())?;
        let (spanned, after) = rest.split_at(rest.len().checked_sub(self.after.len())?);
        Some((before, spanned, after))
    }

    /// Whether the literals beside a `{+path}` can be what the other one has there, and the other way round.
    fn edges_meet(&self, other: &Self) -> bool {
        let edges = |one: &Self, two: &Self| match &one.middle {
            Some(Middle::Path { prefix, suffix, .. }) => {
                let begin = two.beginning_at(one.before.len());
                let end = two.ending_at(one.after.len());
                (prefix.starts_with(begin) || begin.starts_with(&**prefix))
                    && (suffix.ends_with(end) || end.ends_with(&**suffix))
            }
            _ => true,
        };
        edges(self, other) && edges(other, self)
    }

    /// The literal with which a segment begins, as far as it is known.
    fn beginning_at(&self, index: usize) -> &str {
        match (self.before.get(index), &self.middle) {
            (Some(segment), _) => &segment.start,
            (None, Some(Middle::Path { prefix, .. })) if index == self.before.len() => prefix,
            _ => "",
        }
    }

    /// The literal with which a segment ends, counted from the last one.
    fn ending_at(&self, index: usize) -> &str {
        let segments = match self.middle {
            Some(_) => &self.after,
            None => &self.before,
        };
        match (segments.iter().rev().nth(index), &self.middle) {
            (Some(segment), _) => segment.end(),
            (None, Some(Middle::Path { suffix, .. })) if index == self.after.len() => suffix,
            _ => "",
        }
    }

    fn is_within(&self, other: &Self) -> bool {
        let Some(outer) = &other.middle else {
            return self.middle.is_none()
                && self.before.len() == other.before.len()
                && all_within(&self.before, &other.before);
        };
        let Some(parts) = self.divided_by(other) else {
            return false;
        };
        all_within(parts.before, &other.before)
            && all_within(parts.after, &other.after)
            && parts.spanned().all(Segment::can_be_item)
            && parts.middle_is_within(self.middle.as_ref(), outer)
    }

    /// The segments as a wider hierarchy would divide them.
    fn divided_by(&self, other: &Self) -> Option<Parts<'_>> {
        if self.middle.is_none() {
            let (before, first, after) = other.divide(&self.before)?;
            let last = &[];
            return Some(Parts {
                before,
                first,
                last,
                after,
            });
        }
        let (before, first) = self.before.split_at_checked(other.before.len())?;
        let (last, after) = self
            .after
            .split_at(self.after.len().checked_sub(other.after.len())?);
        Some(Parts {
            before,
            first,
            last,
            after,
        })
    }
}

/// A path, divided: first and last are what another one spans, around what spans segments itself.
struct Parts<'s> {
    before: &'s [Segment],
    first: &'s [Segment],
    last: &'s [Segment],
    after: &'s [Segment],
}

impl<'s> Parts<'s> {
    fn spanned(&self) -> impl Iterator<Item = &'s Segment> {
        self.first.iter().chain(self.last)
    }

    fn middle_is_within(&self, inner: Option<&Middle>, outer: &Middle) -> bool {
        let spans_some = self.spanned().next().is_some();
        match (inner, outer) {
            (None | Some(Middle::List { .. }), Middle::List { .. }) => true,
            (Some(Middle::Path { .. }), Middle::List { .. }) => false,
            (None | Some(Middle::List { .. }), Middle::Path { prefix, suffix, .. }) => {
                spans_some && prefix.is_empty() && suffix.is_empty()
            }
            (
                Some(Middle::Path {
                    prefix: inner_prefix,
                    suffix: inner_suffix,
                    ..
                }),
                Middle::Path { prefix, suffix, .. },
            ) => {
                let begins = if self.first.is_empty() {
                    inner_prefix.starts_with(&**prefix)
                } else {
                    prefix.is_empty()
                };
                let ends = if self.last.is_empty() {
                    inner_suffix.ends_with(&**suffix)
                } else {
                    suffix.is_empty()
                };
                begins && ends
            }
        }
    }
}

fn all_meet(mine: &[Segment], others: &[Segment]) -> bool {
    mine.iter()
        .zip(others)
        .all(|(mine, other)| mine.meets(other))
}

fn all_within(mine: &[Segment], others: &[Segment]) -> bool {
    mine.iter()
        .zip(others)
        .all(|(mine, other)| mine.is_within(other))
}

impl Segment {
    fn meets(&self, other: &Self) -> bool {
        match (self.is_literal(), other.is_literal()) {
            (true, _) => other.accepts(&self.start),
            (_, true) => self.accepts(&other.start),
            _ => {
                let starts = [(&self.start, &other.start), (&other.start, &self.start)];
                let ends = [(self.end(), other.end()), (other.end(), self.end())];
                starts
                    .iter()
                    .any(|(long, short)| long.starts_with(&***short))
                    && ends.iter().any(|(long, short)| long.ends_with(short))
            }
        }
    }

    fn is_within(&self, other: &Self) -> bool {
        if self.is_literal() {
            return other.accepts(&self.start);
        }
        match &*other.holes {
            [hole] if !hole.dotless => {
                self.start.starts_with(&other.start) && self.end().ends_with(&hole.then)
            }
            _ => self.literals().eq(other.literals()) && self.dotless().eq(other.dotless()),
        }
    }

    /// Whether the segment could have this text.
    fn accepts(&self, literal: &str) -> bool {
        let mut take = |variable: usize, raw: &str| {
            let dotless = self
                .holes
                .iter()
                .any(|hole| hole.variable == variable && hole.dotless);
            let kind = if dotless {
                VariableKind::Extension
            } else {
                VariableKind::Segment
            };
            kind.fault(&decode(raw)?).is_none().then_some(())
        };
        self.matches(literal, false, &mut take).is_some()
    }

    /// Whether the segment could be an item of a list.
    fn can_be_item(&self) -> bool {
        let fits = |text: String| VariableKind::Segments.fault(&text).is_none();
        !self.is_literal() || decode(&self.start).is_some_and(fits)
    }

    fn dotless(&self) -> impl Iterator<Item = bool> {
        self.holes.iter().map(|hole| hole.dotless)
    }
}

impl Query {
    fn accepts(&self, query: Option<&str>, variables: &[UriVariable]) -> bool {
        self.matches(query, &mut Found::new(variables)).is_some()
    }
}

fn queries_meet(one: &UriTemplate, two: &UriTemplate) -> bool {
    match (&one.query, &two.query) {
        (Query::None, query) => query.accepts(None, &two.variables),
        (query, Query::None) => query.accepts(None, &one.variables),
        (Query::Literal(literal), query) => query.accepts(Some(literal), &two.variables),
        (query, Query::Literal(literal)) => query.accepts(Some(literal), &one.variables),
        (Query::Params(mine), Query::Params(others)) => {
            let needs_fit = |mine: &[Param], others: &[Param]| {
                let mut needed = mine.iter().filter(|param| param.is_needed());
                needed
                    .all(|param| find(others, param).is_some_and(|other| params_meet(param, other)))
            };
            needs_fit(mine, others) && needs_fit(others, mine)
        }
    }
}

fn params_meet(mine: &Param, other: &Param) -> bool {
    match (&mine.value, &other.value) {
        (ParamValue::Fixed(mine), ParamValue::Fixed(other)) => mine == other,
        _ => true,
    }
}

fn query_is_within(inner: &UriTemplate, outer: &UriTemplate) -> bool {
    match (&inner.query, &outer.query) {
        (Query::None, query) => query.accepts(None, &outer.variables),
        (Query::Literal(literal), query) => query.accepts(Some(literal), &outer.variables),
        (Query::Params(_), Query::None | Query::Literal(_)) => false,
        (Query::Params(inner), Query::Params(outer)) => {
            let mut needed = outer.iter().filter(|param| param.is_needed());
            inner
                .iter()
                .all(|param| find(outer, param).is_some_and(|wider| param_is_within(param, wider)))
                && needed.all(|param| find(inner, param).is_some_and(Param::is_needed))
        }
    }
}

fn param_is_within(inner: &Param, outer: &Param) -> bool {
    match (&inner.value, &outer.value) {
        (ParamValue::Fixed(inner), ParamValue::Fixed(outer)) => inner == outer,
        (_, ParamValue::Fixed(_)) => false,
        (ParamValue::List(_), outer) => matches!(outer, ParamValue::List(_)),
        _ => true,
    }
}

fn find<'p>(params: &'p [Param], wanted: &Param) -> Option<&'p Param> {
    params.iter().find(|param| param.name == wanted.name)
}

fn fragments_meet(one: &Fragment, two: &Fragment) -> bool {
    match (one, two) {
        (Fragment::Literal(one), Fragment::Literal(two)) => one == two,
        (Fragment::None, Fragment::Literal(_)) | (Fragment::Literal(_), Fragment::None) => false,
        _ => true,
    }
}

fn fragment_is_within(inner: &Fragment, outer: &Fragment) -> bool {
    inner == outer || matches!(outer, Fragment::Variable(_))
}
