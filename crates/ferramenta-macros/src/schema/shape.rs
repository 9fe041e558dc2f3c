//! Which types `#[schema]` is for.

use syn::{Fields, Generics, Item, ItemEnum, ItemStruct};

use super::attributes::Attributes;
use crate::errors::Errors;

/// Notes what is wrong with the shape of a type.
pub(super) fn check(item: &Item, attributes: &Attributes, errors: &mut Errors) {
    match item {
        Item::Struct(item) => check_struct(item, attributes, errors),
        Item::Enum(item) => check_enum(item, attributes, errors),
        _ => {}
    }
}

fn check_struct(item: &ItemStruct, attributes: &Attributes, errors: &mut Errors) {
    let name = &item.ident;
    check_generics(&item.generics, errors);
    if let Some(tag) = &attributes.tag {
        errors.at(tag, "`tag` is for enums: a struct has one form only");
    }
    if let Some((_, text)) = &attributes.rename_all_fields {
        errors.at(text, "`rename_all_fields` is for enums: write `rename_all`");
    }
    match &item.fields {
        Fields::Named(_) => {}
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => {}
        Fields::Unnamed(fields) => {
            errors.at(fields, format!("the fields of an object have names: write `struct {name} {{ .. }}` and name them"));
        }
        Fields::Unit => {
            errors.at(name, format!("a unit struct is written as null: write `struct {name} {{}}` for an object without members"));
        }
    }
}

fn check_enum(item: &ItemEnum, attributes: &Attributes, errors: &mut Errors) {
    let name = &item.ident;
    check_generics(&item.generics, errors);
    if item.variants.is_empty() {
        errors.at(
            name,
            "no value is allowed by an enum without variants: add one",
        );
    }
    let with_data = item
        .variants
        .iter()
        .find(|variant| !matches!(variant.fields, Fields::Unit));
    if let (None, Some(path)) = (with_data, &attributes.validate) {
        errors.at(
            path,
            "the names are all that is valid already: drop `validate`",
        );
    }
    match (with_data, &attributes.tag) {
        (Some(variant), None) if !attributes.mistaken_tag => errors.at(
            &variant.ident,
            format!(
                "`{}` carries data, so a member has to say which variant an object is: write `#[schema(tag = \"kind\")]` on `{name}`",
                variant.ident
            ),
        ),
        (None, Some(tag)) => errors.at(tag, "no variant carries data, so each is a text: drop the tag"),
        _ => {}
    }
    for variant in &item.variants {
        if let Fields::Unnamed(fields) = &variant.fields
            && fields.unnamed.len() != 1
        {
            errors.at(
                fields,
                format!(
                    "the members of an object have names: write `{} {{ .. }}` and name them",
                    variant.ident
                ),
            );
        }
    }
}

fn check_generics(generics: &Generics, errors: &mut Errors) {
    if !generics.params.is_empty() {
        errors.at(generics, "a published schema is one of one type: write the types out instead of taking parameters");
    }
}
