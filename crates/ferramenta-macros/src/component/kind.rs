use proc_macro2::{Ident, Span};

/// What a function or a type is made.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tool,
    Prompt,
    Resource,
    /// A method of an extension.
    Method,
}

impl Kind {
    /// The word for it, which is the attribute's name as well.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Method => "method",
        }
    }

    /// What clients are told once, so that nothing of it can be generic.
    pub(super) const fn told_once(self) -> &'static str {
        match self {
            Self::Tool => "a tool has one schema",
            Self::Prompt => "a prompt has one list of arguments",
            Self::Resource => "a resource has one URI, or one template of URIs",
            Self::Method => "a method has one list of parameters",
        }
    }

    /// The type of its declaration.
    pub(super) fn definition(self) -> Ident {
        ident(match self {
            Self::Tool => "ToolDef",
            Self::Prompt => "PromptDef",
            Self::Resource => "ResourceDef",
            Self::Method => "MethodDef",
        })
    }

    /// The trait of a type that stands for it.
    pub(super) fn registration(self) -> Ident {
        ident(match self {
            Self::Tool => "IntoTool",
            Self::Prompt => "IntoPrompt",
            Self::Resource => "IntoResource",
            Self::Method => "IntoMethod",
        })
    }

    /// The function of that trait.
    pub(super) fn method(self) -> Ident {
        ident(match self {
            Self::Tool => "into_tool",
            Self::Prompt => "into_prompt",
            Self::Resource => "into_resource",
            Self::Method => "into_method",
        })
    }

    /// Whether its own name stands first in its attribute: a URI, or the method that clients call.
    pub(super) const fn is_placed(self) -> bool {
        matches!(self, Self::Resource | Self::Method)
    }

    /// What its attribute knows.
    pub(super) const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Tool => &[
                "name",
                "title",
                "description",
                "read_only",
                "destructive",
                "idempotent",
                "open_world",
                "closed_world",
                "icon",
                "icons",
                "meta",
                "scopes",
                "timeout",
                "max_concurrent",
                "rate_limit",
                "max_result",
                "output",
                "unknown_arguments",
                "run_to_completion",
                "inline",
                "type",
                "crate",
            ],
            Self::Prompt => &[
                "name",
                "title",
                "description",
                "icon",
                "icons",
                "meta",
                "scopes",
                "timeout",
                "max_concurrent",
                "rate_limit",
                "inline",
                "type",
                "crate",
            ],
            Self::Method => &[
                "scopes",
                "timeout",
                "max_concurrent",
                "rate_limit",
                "inline",
                "type",
                "crate",
            ],
            Self::Resource => &[
                "name",
                "mime",
                "list",
                "cache",
                "title",
                "description",
                "size",
                "icon",
                "icons",
                "meta",
                "scopes",
                "timeout",
                "max_concurrent",
                "rate_limit",
                "inline",
                "type",
                "crate",
            ],
        }
    }
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}
