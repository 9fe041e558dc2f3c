/// A variable of a template (RFC 6570 §2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UriVariable {
    name: String,
    kind: VariableKind,
    optional: bool,
}

impl UriVariable {
    pub(super) fn new(name: &str, kind: VariableKind, optional: bool) -> Self {
        Self {
            name: name.to_owned(),
            kind,
            optional,
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its values may be.
    pub const fn kind(&self) -> VariableKind {
        self.kind
    }

    /// Whether a URI can match without giving it a value; a list isn't optional, as it may be empty.
    pub const fn is_optional(&self) -> bool {
        self.optional
    }

    /// Whether its value is a list of texts.
    pub const fn is_list(&self) -> bool {
        self.kind.is_list()
    }

    /// Whether its value may come from more than one segment of the path.
    pub const fn spans_segments(&self) -> bool {
        matches!(self.kind, VariableKind::Path | VariableKind::Segments)
    }
}

/// Where in a URI a variable stands, which decides what its values may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum VariableKind {
    /// `{name}`, `{/name}`: one segment or a part of one; not empty, `.` or `..`, and without `/`, `\` and NUL.
    Segment,
    /// `{.ext}`: as a segment, and without a dot.
    Extension,
    /// `{+path}`: a relative path; not empty, without `\` and NUL, without the segments `.` and `..`, and with neither
    /// a `/` nor a drive (`c:`) at its beginning.
    Path,
    /// `{/path*}`: a list of segments.
    Segments,
    /// `{?name}`, `{&name}`, `?name={name}`: any text without NUL.
    Parameter,
    /// `{?name*}`, `{&name*}`: a list of texts without NUL.
    Parameters,
    /// `{#name}`: any text without NUL.
    Fragment,
}

impl VariableKind {
    /// Whether its values are lists.
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Segments | Self::Parameters)
    }

    /// What keeps a decoded text from being a value, or an item of one.
    pub(super) fn fault(self, text: &str) -> Option<&'static str> {
        if text.contains('\0') {
            return Some("holds a NUL");
        }
        match self {
            Self::Extension if text.contains('.') => Some("holds a `.`"),
            Self::Segment | Self::Segments | Self::Extension => segment_fault(text),
            Self::Path => path_fault(text),
            Self::Parameter | Self::Parameters | Self::Fragment => None,
        }
    }
}

fn segment_fault(text: &str) -> Option<&'static str> {
    match text {
        "" => Some("is empty"),
        "." => Some("is `.`"),
        ".." => Some("is `..`"),
        _ if text.contains('/') => Some("holds a `/`"),
        _ if text.contains('\\') => Some("holds a `\\`"),
        _ => None,
    }
}

fn path_fault(text: &str) -> Option<&'static str> {
    let is_drive = matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if text.is_empty() {
        Some("is empty")
    } else if text.starts_with('/') {
        Some("begins with a `/`")
    } else if is_drive {
        Some("begins with a drive")
    } else if text.contains('\\') {
        Some("holds a `\\`")
    } else if text.split('/').any(|segment| matches!(segment, "." | "..")) {
        Some("holds a segment `.` or `..`")
    } else {
        None
    }
}

/// The value of a variable, decoded (RFC 6570 §2.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UriValue {
    /// One text.
    Text(String),
    /// The items of a list.
    List(Vec<String>),
}

impl UriValue {
    /// The text, unless it is a list.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::List(_) => None,
        }
    }

    /// The items, when it is a list.
    pub fn as_list(&self) -> Option<&[String]> {
        match self {
            Self::Text(_) => None,
            Self::List(items) => Some(items),
        }
    }

    pub(super) fn items(&self) -> &[String] {
        match self {
            Self::Text(text) => std::slice::from_ref(text),
            Self::List(items) => items,
        }
    }
}

impl From<&str> for UriValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for UriValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<Vec<String>> for UriValue {
    fn from(items: Vec<String>) -> Self {
        Self::List(items)
    }
}
