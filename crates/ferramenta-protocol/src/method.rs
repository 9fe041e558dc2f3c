use crate::{Era, Version};

/// The methods a client may send and that this server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Method {
    /// `initialize`, legacy.
    Initialize,
    /// `ping`, legacy.
    Ping,
    /// `server/discover`, modern.
    Discover,
    /// `tools/list`.
    ToolsList,
    /// `tools/call`.
    ToolsCall,
    /// `prompts/list`.
    PromptsList,
    /// `prompts/get`.
    PromptsGet,
    /// `resources/list`.
    ResourcesList,
    /// `resources/templates/list`.
    TemplatesList,
    /// `resources/read`.
    ResourcesRead,
    /// `resources/subscribe`, legacy.
    Subscribe,
    /// `resources/unsubscribe`, legacy.
    Unsubscribe,
    /// `completion/complete`.
    Complete,
    /// `subscriptions/listen`, modern.
    Listen,
    /// `logging/setLevel`, legacy.
    SetLevel,
}

/// Which eras have a method.
#[derive(Clone, Copy)]
enum Spoken {
    In(Era),
    InBoth,
}

const TABLE: [(&str, Method, Spoken); 15] = [
    ("tools/call", Method::ToolsCall, Spoken::InBoth),
    ("tools/list", Method::ToolsList, Spoken::InBoth),
    ("prompts/list", Method::PromptsList, Spoken::InBoth),
    ("prompts/get", Method::PromptsGet, Spoken::InBoth),
    ("resources/list", Method::ResourcesList, Spoken::InBoth),
    (
        "resources/templates/list",
        Method::TemplatesList,
        Spoken::InBoth,
    ),
    (
        "resources/subscribe",
        Method::Subscribe,
        Spoken::In(Era::Legacy),
    ),
    (
        "resources/unsubscribe",
        Method::Unsubscribe,
        Spoken::In(Era::Legacy),
    ),
    ("resources/read", Method::ResourcesRead, Spoken::InBoth),
    ("completion/complete", Method::Complete, Spoken::InBoth),
    ("server/discover", Method::Discover, Spoken::In(Era::Modern)),
    ("initialize", Method::Initialize, Spoken::In(Era::Legacy)),
    ("ping", Method::Ping, Spoken::In(Era::Legacy)),
    (
        "subscriptions/listen",
        Method::Listen,
        Spoken::In(Era::Modern),
    ),
    (
        "logging/setLevel",
        Method::SetLevel,
        Spoken::In(Era::Legacy),
    ),
];

impl Method {
    /// The method of that name, if `version` has it.
    pub fn find(name: &str, version: Version) -> Option<Self> {
        TABLE.iter().find_map(|&(known, method, spoken)| {
            let has = match spoken {
                Spoken::In(era) => era == version.era(),
                Spoken::InBoth => true,
            };
            (known == name && has).then_some(method)
        })
    }

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        TABLE
            .iter()
            .find(|(_, method, _)| *method == self)
            .map_or("", |(name, ..)| name)
    }

    /// The member of `params` that the `Mcp-Name` header repeats, for methods that have one
    /// (specification 2026-07-28: *Streamable HTTP, Standard Request Headers*).
    pub const fn name_header_source(self) -> Option<&'static str> {
        match self {
            Self::ToolsCall | Self::PromptsGet => Some("name"),
            Self::ResourcesRead => Some("uri"),
            _ => None,
        }
    }
}
