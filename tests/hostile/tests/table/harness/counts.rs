/// What the victim's handlers did, as its tools `count` and `reach` tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Handlers that began.
    pub(crate) runs: u32,
    /// Handlers that came to their end.
    pub(crate) finished: u32,
    /// Handlers that were dropped, or gave up.
    pub(crate) cut: u32,
}

impl Counts {
    /// Reads the text of an answer.
    pub(crate) fn read(text: &str) -> Self {
        let mut numbers =
            text.split(", ").map(|part| part.split(' ').next().and_then(|n| n.parse().ok()));
        let mut next = || numbers.next().flatten().unwrap_or_else(|| panic!("no counts: {text}"));
        Self { runs: next(), finished: next(), cut: next() }
    }

    /// The arguments of `reach`.
    pub(crate) fn arguments(self) -> String {
        let Self { runs, finished, cut } = self;
        format!(r#"{{"runs":{runs},"finished":{finished},"cut":{cut}}}"#)
    }
}
