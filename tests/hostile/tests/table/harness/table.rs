use super::{Answer, Era, Host, Pipe, answers, check};

/// A row of the table on standard input and output.
pub(crate) struct StdioRow {
    pub(crate) era: Era,
    /// What is sent: whole lines, but for the last end of line.
    pub(crate) input: fn() -> Vec<u8>,
    /// The method that the answers are checked for.
    pub(crate) method: &'static str,
    /// What comes back, in any order; nothing is silence.
    pub(crate) answers: &'static [Answer],
    /// How often a handler ran.
    pub(crate) runs: u32,
}

/// A row of the table over HTTP.
pub(crate) struct HttpRow {
    pub(crate) era: Era,
    /// What is sent: a whole request.
    pub(crate) input: fn() -> Vec<u8>,
    /// The status that comes back.
    pub(crate) status: u16,
    /// Headers that have to come back, in lower case, and how their values begin.
    pub(crate) headers: &'static [(&'static str, &'static str)],
    /// The method that the answers are checked for.
    pub(crate) method: &'static str,
    /// The messages that come back; none is an empty body.
    pub(crate) answers: &'static [Answer],
    /// How often a handler ran.
    pub(crate) runs: u32,
}

impl StdioRow {
    /// Sends the row through a pipe; afterwards a good request on the same pipe is answered.
    #[track_caller]
    pub(crate) fn test(&self) {
        let mut pipe = Pipe::open(self.era);
        pipe.send((self.input)());
        let mut messages = Vec::new();
        while messages.len() < self.answers.len() {
            messages.extend(answers(&pipe.line()));
        }
        check(self.era.version(), self.method, self.answers, messages);
        assert_eq!(pipe.counts().runs, self.runs, "handlers that ran");
        pipe.close();
    }
}

impl HttpRow {
    /// Sends the row over HTTP; afterwards a good request on a new connection is answered.
    #[track_caller]
    pub(crate) fn test(&self) {
        let host = Host::start();
        let response = host.connect().exchange((self.input)());
        let body = String::from_utf8_lossy(&response.body);
        assert_eq!(response.status, self.status, "{body}");
        for (name, value) in self.headers {
            let found = response.header(name);
            assert!(
                found.is_some_and(|found| found.starts_with(value)),
                "{name}: {found:?}"
            );
        }
        check(
            self.era.version(),
            self.method,
            self.answers,
            response.messages(),
        );
        assert_eq!(host.counts(self.era).runs, self.runs, "handlers that ran");
        host.stop();
    }
}

/// Makes a test of each row.
macro_rules! rows {
    ($kind:ident: $($(#[$attribute:meta])* $name:ident { $($fields:tt)+ })+) => {$(
        $(#[$attribute])*
        #[test]
        fn $name() {
            const ROW: &$kind = &$kind { $($fields)+ };
            ROW.test();
        }
    )+};
}
pub(crate) use rows;
