//! The scenarios that are expected to be clean, for each version of the protocol.

/// Versions and their scenarios; every check counts, warnings too.
pub(super) const EXPECTED: &[(&str, &[&str])] = &[
    (
        "2025-11-25",
        &[
            "server-initialize",
            "server-session-lifecycle",
            "server-sse-multiple-streams",
            "ping",
            "logging-set-level",
            "tools-list",
            "tools-call-simple-text",
            "tools-call-error",
            "tools-call-with-progress",
            "tools-call-with-logging",
            "prompts-list",
            "prompts-get-simple",
            "prompts-get-with-args",
            "prompts-get-embedded-resource",
            "prompts-get-with-image",
            "dns-rebinding-protection",
        ],
    ),
    (
        "2026-07-28",
        &[
            "server-stateless",
            "tools-list",
            "tools-call-simple-text",
            "tools-call-error",
            "tools-call-with-progress",
            "prompts-list",
            "prompts-get-simple",
            "prompts-get-with-args",
            "prompts-get-embedded-resource",
            "prompts-get-with-image",
            "dns-rebinding-protection",
            "http-header-validation",
            "http-custom-header-server-validation",
        ],
    ),
];
