//! What a client can be asked, by what it says of itself.

use ferramenta_protocol::Version;
use serde_json::{Map, Value, json};

use crate::Context;

/// What a question needs of the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    /// To show a form.
    Form,
    /// To open a page.
    Url,
    /// To ask its model.
    #[cfg(feature = "deprecated-upstream")]
    Sampling,
    /// To list its roots.
    #[cfg(feature = "deprecated-upstream")]
    Roots,
}

impl Need {
    /// As the protocol names it.
    const fn path(self) -> &'static [&'static str] {
        match self {
            Self::Form => &["elicitation", "form"],
            Self::Url => &["elicitation", "url"],
            #[cfg(feature = "deprecated-upstream")]
            Self::Sampling => &["sampling"],
            #[cfg(feature = "deprecated-upstream")]
            Self::Roots => &["roots"],
        }
    }

    /// As messages name it.
    pub(super) fn name(self) -> String {
        self.path().join(".")
    }

    /// Whether a client that says this of itself, in this version, can do it.
    fn is_met(self, capabilities: &Value, version: Version) -> bool {
        let features = version.features();
        let has = |path: &[&str]| {
            let found = path.iter().try_fold(capabilities, |at, name| at.get(*name));
            found.is_some_and(Value::is_object)
        };
        match self {
            // without modes it is forms that are meant
            Self::Form if has(&["elicitation"]) => {
                features.forms
                    && (!features.rich_forms || has(self.path()) || !has(&["elicitation", "url"]))
            }
            Self::Form => false,
            Self::Url => features.rich_forms && has(self.path()),
            #[cfg(feature = "deprecated-upstream")]
            Self::Sampling | Self::Roots => has(self.path()),
        }
    }
}

/// Whether the client of a request can be asked what needs this.
pub(super) fn can(cx: &Context, need: Need) -> bool {
    need.is_met(&cx.client_capabilities(), cx.call().version)
}

/// What the client would have to be able to do, as it would declare it.
pub(super) fn required(needs: &[Need]) -> Value {
    let mut all = Map::new();
    for need in needs {
        let mut at = &mut all;
        for name in need.path() {
            let inner = at.entry(*name).or_insert_with(|| json!({}));
            let Value::Object(inner) = inner else { break };
            at = inner;
        }
    }
    Value::Object(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_declared_without_a_mode_is_forms() {
        let table = [
            (json!({}), [false; 5], [false; 5]),
            (json!({ "elicitation": null }), [false; 5], [false; 5]),
            (
                json!({ "elicitation": {} }),
                [false, false, true, true, true],
                [false; 5],
            ),
            (
                json!({ "elicitation": { "url": {} } }),
                [false, false, true, false, false],
                [false, false, false, true, true],
            ),
            (
                json!({ "elicitation": { "form": {}, "url": {} } }),
                [false, false, true, true, true],
                [false, false, false, true, true],
            ),
        ];
        for (capabilities, forms, urls) in table {
            let met = |need: Need| Version::ALL.map(|version| need.is_met(&capabilities, version));
            assert_eq!(
                (met(Need::Form), met(Need::Url)),
                (forms, urls),
                "{capabilities}"
            );
        }
        let both = json!({ "elicitation": { "form": {}, "url": {} } });
        assert_eq!(required(&[Need::Url, Need::Form]), both);
    }
}
