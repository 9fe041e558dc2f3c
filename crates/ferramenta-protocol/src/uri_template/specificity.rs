use std::cmp::Reverse;

use super::{
    UriTemplate,
    model::{Fragment, Hierarchy, Middle, Segment},
    query::{ParamValue, Query},
};

/// An order of templates in which the narrower of two is greater; exact URIs are the greatest.
///
/// A catalog that tries its templates from the greatest to the least finds the narrowest one that a URI matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Specificity {
    exact: bool,
    path: Vec<Rank>,
    query: QueryRank,
    fragment: u8,
}

/// How narrow a part of the path is, from the widest to the narrowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Path {
        literal: usize,
    },
    List,
    /// The path ends, where a wider one may go on.
    End,
    Variables {
        literal: usize,
        dotless: usize,
    },
    Literal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct QueryRank {
    needed: usize,
    fixed: usize,
    accepted: Reverse<usize>,
    lists: Reverse<usize>,
}

impl UriTemplate {
    /// Where the template stands in the order in which templates are tried.
    pub fn specificity(&self) -> Specificity {
        Specificity {
            exact: self.variables.is_empty(),
            path: path_ranks(&self.hierarchy),
            query: query_rank(&self.query),
            fragment: match self.fragment {
                Fragment::Variable(_) => 0,
                Fragment::None => 1,
                Fragment::Literal(_) => 2,
            },
        }
    }
}

fn path_ranks(hierarchy: &Hierarchy) -> Vec<Rank> {
    let middle = hierarchy.middle.as_ref().map(|middle| match middle {
        Middle::Path { prefix, suffix, .. } => Rank::Path {
            literal: prefix.len() + suffix.len(),
        },
        Middle::List { .. } => Rank::List,
    });
    let before = hierarchy.before.iter().map(segment_rank);
    let after = hierarchy.after.iter().map(segment_rank);
    before
        .chain(middle)
        .chain(after)
        .chain([Rank::End])
        .collect()
}

fn segment_rank(segment: &Segment) -> Rank {
    if segment.is_literal() {
        return Rank::Literal;
    }
    Rank::Variables {
        literal: segment.literals().map(str::len).sum(),
        dotless: segment.holes.iter().filter(|hole| hole.dotless).count(),
    }
}

fn query_rank(query: &Query) -> QueryRank {
    let params = match query {
        Query::None => &[][..],
        Query::Params(params) => params,
        Query::Literal(literal) => {
            let fixed = literal.split('&').count();
            return QueryRank {
                needed: fixed,
                fixed,
                accepted: Reverse(fixed),
                lists: Reverse(0),
            };
        }
    };
    let count = |wanted: fn(&ParamValue) -> bool| {
        params.iter().filter(|param| wanted(&param.value)).count()
    };
    QueryRank {
        needed: params.iter().filter(|param| param.is_needed()).count(),
        fixed: count(|value| matches!(value, ParamValue::Fixed(_))),
        accepted: Reverse(params.len()),
        lists: Reverse(count(|value| matches!(value, ParamValue::List(_)))),
    }
}
