//! The two ways in which a server is spoken to.

pub(crate) const META: &str = concat!(
    r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","#,
    r#""io.modelcontextprotocol/clientInfo":{"name":"bench","version":"0.1.0"},"#,
    r#""io.modelcontextprotocol/clientCapabilities":{}}"#,
);

/// Which protocol a server is spoken to in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Era {
    /// 2026-07-28.
    Modern,
    /// 2025-11-25; over HTTP without a session.
    Legacy,
}

impl Era {
    pub(crate) const fn version(self) -> &'static str {
        match self {
            Self::Modern => "2026-07-28",
            Self::Legacy => "2025-11-25",
        }
    }

    /// What the parameters of each request end with, behind a comma where there are others.
    pub(crate) const fn meta(self) -> Option<&'static str> {
        match self {
            Self::Modern => Some(META),
            Self::Legacy => None,
        }
    }

    /// What an answer ends with, behind the members of the result.
    pub(crate) const fn result_tail(self) -> &'static str {
        match self {
            Self::Modern => concat!(
                r#","resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":"#,
                r#"{"name":"bench-server","version":"0.1.0"}}}}"#,
            ),
            Self::Legacy => "}}",
        }
    }

    /// The lines that a client sends first on stdio.
    pub(crate) const fn handshake(self) -> Option<&'static str> {
        match self {
            Self::Modern => None,
            Self::Legacy => Some(concat!(
                r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","#,
                r#""capabilities":{},"clientInfo":{"name":"bench","version":"0.1.0"}}}"#,
                "\n",
                r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
                "\n",
            )),
        }
    }
}
