use ferramenta_protocol::{json, write};
use serde::Deserialize;

/// Something that has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// The list of tools.
    Tools,
}

impl Change {
    /// The notification that tells it.
    pub(crate) const fn method(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
        }
    }
}

/// What a client wants to be told (specification 2026-07-28: *Subscriptions*).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Filter {
    #[serde(rename = "toolsListChanged")]
    pub(crate) tools: bool,
}

impl Filter {
    /// Reads what a client asks for; kinds that this server doesn't know are left out.
    pub(crate) fn read(raw: &str) -> Option<Self> {
        // serde takes a list for a struct as well
        json::is_object(raw)
            .then(|| serde_json::from_str(raw).ok())
            .flatten()
    }

    /// What of it a server with these kinds of changes is going to tell.
    pub(crate) const fn granted(self, tools: bool) -> Self {
        Self {
            tools: self.tools && tools,
        }
    }

    pub(crate) const fn wants(self, change: Change) -> bool {
        match change {
            Change::Tools => self.tools,
        }
    }

    /// Writes it as the protocol has it.
    pub(crate) fn write(self, out: &mut Vec<u8>) {
        out.push(b'{');
        if self.tools {
            write::value_member(out, "toolsListChanged", &true);
        }
        out.push(b'}');
    }
}
