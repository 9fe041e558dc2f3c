/// The scheme, the authority and the path of a template.
#[derive(Clone, Debug, Default)]
pub(super) struct Hierarchy {
    /// In lower case.
    pub(super) scheme: String,
    /// Whether `//` follows the scheme: the first segment then is the authority.
    pub(super) authority: bool,
    pub(super) before: Vec<Segment>,
    /// What spans any number of segments.
    pub(super) middle: Option<Middle>,
    /// Empty without a middle.
    pub(super) after: Vec<Segment>,
}

/// What stands between two `/`: literals and variables in turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Segment {
    /// The literal before the first variable.
    pub(super) start: String,
    pub(super) holes: Vec<Hole>,
}

/// A variable in a segment, and the literal after it; only the last one may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Hole {
    pub(super) variable: usize,
    pub(super) then: String,
    /// Whether the value has no dot.
    pub(super) dotless: bool,
}

#[derive(Clone, Debug)]
pub(super) enum Middle {
    /// `{+path}`, with the literals that share a segment with it.
    Path {
        prefix: String,
        variable: usize,
        suffix: String,
    },
    /// `{/path*}`: whole segments.
    List { variable: usize },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fragment {
    None,
    Literal(String),
    Variable(usize),
}

impl Hierarchy {
    /// Whether a URI would seem to have an authority, and has none.
    pub(super) fn may_begin_with_two_slashes(&self) -> bool {
        let is_empty = |segment: &Segment| segment.is_literal() && segment.start.is_empty();
        let follows = !matches!(self.middle, Some(Middle::Path { .. }));
        let mut segments = self
            .before
            .iter()
            .chain(self.after.iter().filter(|_| follows));
        !self.authority
            && segments.next().is_some_and(is_empty)
            && segments.next().is_some_and(is_empty)
    }
}

impl Segment {
    /// The literal at the end; the whole of it when there is no variable.
    pub(super) fn end(&self) -> &str {
        self.holes.last().map_or(&self.start, |hole| &hole.then)
    }

    pub(super) const fn is_literal(&self) -> bool {
        self.holes.is_empty()
    }

    /// The literals, one after the other.
    pub(super) fn literals(&self) -> impl Iterator<Item = &str> {
        std::iter::once(&*self.start).chain(self.holes.iter().map(|hole| &*hole.then))
    }
}
