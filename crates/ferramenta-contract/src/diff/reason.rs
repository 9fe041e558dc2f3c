use serde_json::Value;

/// Why one schema takes a value that another refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reason {
    /// Where, as a path of members; empty for the value itself.
    pub(super) path: String,
    /// What the stricter schema demands.
    pub(super) stricter: String,
    /// What the laxer one does.
    pub(super) laxer: String,
}

impl Reason {
    pub(super) fn new(path: &str, stricter: impl Into<String>, laxer: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            stricter: stricter.into(),
            laxer: laxer.into(),
        }
    }

    /// A part of a schema that can't be compared with what stands in its place.
    pub(super) fn unclear(path: &str, keyword: &str) -> Self {
        let stricter = format!("a different `{keyword}`");
        Self::new(path, stricter, "another")
    }

    /// Is the other one the same, seen from the other side?
    pub(super) fn is_told_by(&self, other: &Self) -> bool {
        let mirrored = self.stricter == other.laxer && self.laxer == other.stricter;
        self == other || (self.path == other.path && mirrored)
    }

    /// A comparison that was given up.
    pub(super) fn too_much(path: &str) -> Self {
        Self::new(path, "a schema too large to compare", "another")
    }
}

/// A bound in words, or that there is none.
pub(super) fn bound(words: &str, value: Option<&Value>) -> String {
    match value {
        Some(value) => format!("{words} {value}"),
        None => "no such bound".to_owned(),
    }
}

/// A member of an object, in a path.
pub(crate) fn member(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}
