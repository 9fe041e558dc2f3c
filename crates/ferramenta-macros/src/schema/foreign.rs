//! `#[serde(..)]` and `#[schemars(..)]`: what they say in the same words as ours is understood, and kept for
//! the derives that read it.

use proc_macro2::Ident;
use syn::{Attribute, LitStr};

use super::derives::Derives;
use crate::{
    entry::{Entry, attribute_list, entries},
    errors::Errors,
};

pub(super) const UNTAGGED: &str = "nothing would say which variant an object is: write `#[schema(tag = \"kind\")]`, and a member does";

/// Reads the attributes for serde and schemars, and removes them where no derive does.
///
/// `understand` reads one entry; false where it can't.
pub(super) fn take(
    attributes: &mut Vec<Attribute>,
    derives: Derives,
    errors: &mut Errors,
    mut understand: impl FnMut(&Entry, &mut Errors) -> bool,
) {
    for attribute in attributes.iter() {
        let serde = attribute.path().is_ident("serde");
        let schemars = attribute.path().is_ident("schemars");
        if !serde && !schemars {
            continue;
        }
        let kept = if serde {
            derives.any()
        } else {
            derives.json_schema
        };
        for entry in entries(attribute_list(attribute, errors), &["bound"], errors) {
            let understood = serde && understand(&entry, errors);
            if !understood && !kept {
                errors.push(refusal(&entry.key, serde));
            }
        }
    }
    attributes.retain(|attribute| {
        (derives.any() || !attribute.path().is_ident("serde"))
            && (derives.json_schema || !attribute.path().is_ident("schemars"))
    });
}

/// What to write in place of a key.
fn refusal(key: &Ident, serde: bool) -> syn::Error {
    let own = own_refusal(key);
    let checked =
        |ours: &str| format!("`#[schema]` checks what it publishes: write `#[arg({ours})]`");
    let message = match key.to_string().as_str() {
        _ if own.is_some() => own.unwrap_or_default().to_owned(),
        "untagged" => UNTAGGED.to_owned(),
        "skip_serializing_if" => {
            "`None` is left out by itself, and everything else is written: drop it".to_owned()
        }
        "with" | "deserialize_with" | "serialize_with" => format!(
            "`{key}` is hidden from the schema: make it a type with its own `Serialize`, `Deserialize` and `JsonSchema`"
        ),
        "from" | "try_from" | "into" => format!(
            "`{key}` is hidden from the schema: check the whole value with `#[schema(validate = path)]`"
        ),
        "content" => "the members of a variant stand beside the tag: drop `content`".to_owned(),
        "range" => checked("range(1..=50)"),
        "length" => checked("length(1..=80)"),
        "regex" | "pattern" => checked("pattern = \"..\""),
        "description" => checked("description = \"..\""),
        _ => {
            let (outer, ours) = if serde {
                ("serde", "`#[schema(..)]` and `#[arg(..)]`")
            } else {
                ("schemars", "`#[arg(..)]`")
            };
            format!(
                "`{key}` is for the derive of {outer}, whose code `#[schema]` writes itself: it reads {ours}"
            )
        }
    };
    syn::Error::new(key.span(), message)
}

/// Why a key can't be in `#[arg(..)]` either.
pub(crate) fn own_refusal(key: &Ident) -> Option<&'static str> {
    Some(match key.to_string().as_str() {
        "flatten" => {
            "an object is published as it is written: move the fields here, or keep the struct as a member"
        }
        "skip" | "skip_serializing" | "skip_deserializing" => {
            "every field is published: move what is not to another type"
        }
        "alias" => "publish one name: drop the alias, or choose the name with `rename`",
        _ => return None,
    })
}

/// `skip_serializing_if = "Option::is_none"` says what happens anyway.
pub(super) fn is_none(entry: &Entry) -> bool {
    entry.key == "skip_serializing_if"
        && entry.text().is_ok_and(|text| {
            ["Option::is_none", "Maybe::is_absent"].contains(&text.value().as_str())
        })
}

/// The path in a text, as serde has it.
pub(super) fn path(text: &LitStr) -> syn::Result<syn::ExprPath> {
    text.parse()
}
