use std::fmt;

/// A revision of the protocol that Ferramenta speaks, oldest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Version {
    /// 2024-11-05, the first one.
    V2024_11_05,
    /// 2025-03-26: Streamable HTTP, batches, tool annotations.
    V2025_03_26,
    /// 2025-06-18: structured results, titles, no batches.
    V2025_06_18,
    /// 2025-11-25: icons, URL elicitation.
    V2025_11_25,
    /// 2026-07-28: no handshake, every request describes itself.
    V2026_07_28,
}

/// How a client opens: by `initialize`, or by describing each request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Era {
    /// 2024-11-05 to 2025-11-25: `initialize` first.
    Legacy,
    /// From 2026-07-28: each request carries its version and capabilities in `_meta`.
    Modern,
}

/// What messages of one version may carry; everything else is left out when a message is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Features {
    /// Arrays of messages.
    pub batches: bool,
    /// `annotations` on tools.
    pub tool_annotations: bool,
    /// `title` on tools and implementations, `_meta` on tools and content.
    pub titles: bool,
    /// `outputSchema` on tools and `structuredContent` in results.
    pub structured_content: bool,
    /// `structuredContent` and output schemas that aren't objects.
    pub any_structured_content: bool,
    /// Sounds as content.
    pub audio: bool,
    /// Links to resources as content.
    pub resource_links: bool,
    /// `icons`, and `description` and `websiteUrl` of an implementation.
    pub icons: bool,
    /// The capability `completions`, which older versions have without a word.
    pub completions: bool,
    /// `context` of a completion.
    pub completion_context: bool,
    /// `message` in progress notifications.
    pub progress_message: bool,
    /// Event streams over HTTP that a client can resume after they were closed on purpose.
    pub resumption: bool,
    /// Questions to the user, as forms.
    pub forms: bool,
    /// Questions with a mode, lists in forms, titles beside their values, and defaults of every kind.
    pub rich_forms: bool,
    /// `elicitationId`, and the notice that what happens at a URL is done.
    pub elicitation_ids: bool,
    /// `extensions` among capabilities; older versions have `experimental` for what they don't know.
    pub extensions: bool,
    /// `resultType`, the server's stamp in `_meta`, and cache hints.
    pub self_describing_results: bool,
}

const V2024_11_05: Features = Features {
    batches: false,
    tool_annotations: false,
    titles: false,
    structured_content: false,
    any_structured_content: false,
    audio: false,
    resource_links: false,
    icons: false,
    completions: false,
    completion_context: false,
    progress_message: false,
    resumption: false,
    forms: false,
    rich_forms: false,
    elicitation_ids: false,
    extensions: false,
    self_describing_results: false,
};
const V2025_03_26: Features = Features {
    batches: true,
    tool_annotations: true,
    audio: true,
    completions: true,
    progress_message: true,
    ..V2024_11_05
};
const V2025_06_18: Features = Features {
    batches: false,
    titles: true,
    structured_content: true,
    resource_links: true,
    completion_context: true,
    forms: true,
    ..V2025_03_26
};
const V2025_11_25: Features = Features {
    icons: true,
    resumption: true,
    rich_forms: true,
    elicitation_ids: true,
    ..V2025_06_18
};
const V2026_07_28: Features = Features {
    any_structured_content: true,
    resumption: false,
    elicitation_ids: false,
    extensions: true,
    self_describing_results: true,
    ..V2025_11_25
};

impl Version {
    /// All versions, oldest first.
    pub const ALL: [Self; 5] = [
        Self::V2024_11_05,
        Self::V2025_03_26,
        Self::V2025_06_18,
        Self::V2025_11_25,
        Self::V2026_07_28,
    ];
    /// What a client that asks for an unknown version in `initialize` is offered.
    pub const NEWEST_LEGACY: Self = Self::V2025_11_25;
    /// The version of requests that describe themselves.
    pub const MODERN: Self = Self::V2026_07_28;

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::V2024_11_05 => "2024-11-05",
            Self::V2025_03_26 => "2025-03-26",
            Self::V2025_06_18 => "2025-06-18",
            Self::V2025_11_25 => "2025-11-25",
            Self::V2026_07_28 => "2026-07-28",
        }
    }

    /// The version of that name, if it is spoken.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|version| version.as_str() == name)
    }

    /// Which way of opening the version has.
    pub const fn era(self) -> Era {
        match self {
            Self::V2026_07_28 => Era::Modern,
            _ => Era::Legacy,
        }
    }

    /// True for versions without a handshake.
    pub const fn is_modern(self) -> bool {
        matches!(self.era(), Era::Modern)
    }

    /// What messages of this version may carry.
    pub const fn features(self) -> &'static Features {
        match self {
            Self::V2024_11_05 => &V2024_11_05,
            Self::V2025_03_26 => &V2025_03_26,
            Self::V2025_06_18 => &V2025_06_18,
            Self::V2025_11_25 => &V2025_11_25,
            Self::V2026_07_28 => &V2026_07_28,
        }
    }

    /// The place in [`Version::ALL`]: an index for tables with one entry per version.
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Version;

    #[test]
    fn names_read_back() {
        for version in Version::ALL {
            assert_eq!(Version::parse(version.as_str()), Some(version));
            assert_eq!(Version::ALL[version.index()], version);
        }
        assert_eq!(Version::parse("2025-03-27"), None);
    }
}
