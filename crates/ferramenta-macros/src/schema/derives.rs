//! The derives that stand after `#[schema]`.

use syn::{Attribute, Path, Token, parse_quote, punctuated::Punctuated};

use crate::types::is_called;

/// What the user derives, so that `#[schema]` doesn't write it.
#[derive(Clone, Copy, Default)]
pub(super) struct Derives {
    pub(super) serialize: bool,
    pub(super) deserialize: bool,
    pub(super) json_schema: bool,
}

impl Derives {
    pub(super) fn of(attributes: &[Attribute]) -> Self {
        let paths: Vec<Path> = attributes.iter().filter_map(derived).flatten().collect();
        let has = |name| paths.iter().any(|path| is_called(path, name));
        Self {
            serialize: has("Serialize"),
            deserialize: has("Deserialize"),
            json_schema: has("JsonSchema"),
        }
    }

    /// Whether one of them reads `#[serde(..)]`.
    pub(super) const fn any(self) -> bool {
        self.serialize || self.deserialize || self.json_schema
    }
}

fn derived(attribute: &Attribute) -> Option<Punctuated<Path, Token![,]>> {
    let list = Punctuated::<Path, Token![,]>::parse_terminated;
    attribute
        .path()
        .is_ident("derive")
        .then(|| attribute.parse_args_with(list).ok())
        .flatten()
}

/// Takes away the derives that `#[schema]` stands for.
pub(super) fn strip(attributes: &mut [Attribute]) {
    for attribute in attributes {
        let Some(paths) = derived(attribute) else {
            continue;
        };
        let ours = ["Serialize", "Deserialize", "JsonSchema"];
        let others = paths
            .iter()
            .filter(|path| !ours.iter().any(|name| is_called(path, name)));
        *attribute = parse_quote!(#[derive(#(#others),*)]);
    }
}
