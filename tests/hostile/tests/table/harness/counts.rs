/// What the victim's handlers did, as its tools `count` and `reach` tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Handlers that began.
    pub(crate) runs: u32,
    /// Handlers that came to their end.
    pub(crate) finished: u32,
    /// Handlers that were dropped, or gave up.
    pub(crate) cut: u32,
    /// Most handlers that ever ran at once.
    pub(crate) most: u32,
}

impl Counts {
    const NONE: Self = Self {
        runs: 0,
        finished: 0,
        cut: 0,
        most: 0,
    };

    /// Reads the text of an answer.
    pub(crate) fn read(text: &str) -> Self {
        let mut numbers = text
            .split(", ")
            .map(|part| part.split(' ').next().and_then(|n| n.parse().ok()));
        let mut next = || {
            numbers
                .next()
                .flatten()
                .unwrap_or_else(|| panic!("no counts: {text}"))
        };
        Self {
            runs: next(),
            finished: next(),
            cut: next(),
            most: next(),
        }
    }

    /// So many that began, the rest unknown.
    pub(crate) const fn runs(runs: u32) -> Self {
        Self { runs, ..Self::NONE }
    }

    /// So many that came to their end, the rest unknown.
    pub(crate) const fn finished(finished: u32) -> Self {
        Self {
            finished,
            ..Self::NONE
        }
    }

    /// So many that were dropped, the rest unknown.
    pub(crate) const fn cut(cut: u32) -> Self {
        Self { cut, ..Self::NONE }
    }

    /// Without the handlers that ran at once.
    pub(crate) const fn in_all(self) -> (u32, u32, u32) {
        (self.runs, self.finished, self.cut)
    }

    /// The arguments of `reach`.
    pub(crate) fn arguments(self) -> String {
        let Self {
            runs,
            finished,
            cut,
            ..
        } = self;
        format!(r#"{{"runs":{runs},"finished":{finished},"cut":{cut}}}"#)
    }
}
