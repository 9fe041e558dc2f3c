//! Reads a type into its model, and takes from it the attributes that only the macro knows.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Fields, Item, Member, Type, parse_quote, punctuated::Punctuated};

use super::{
    attributes::Attributes,
    case::Case,
    derives::Derives,
    foreign,
    model::{Body, Field, Model, Shape, Variant},
};
use crate::{
    argument::{Argument, At, Fallback},
    doc,
    entry::{Entry, Value},
    errors::Errors,
    name, types,
};

/// Reads parts of one type.
pub(super) struct Reader<'a> {
    ident: &'a Ident,
    derives: Derives,
    rename_all: Option<Case>,
    rename_all_fields: Option<Case>,
    errors: &'a mut Errors,
}

/// The attributes of a type.
pub(super) fn container(
    tokens: TokenStream,
    own: &mut Vec<Attribute>,
    errors: &mut Errors,
) -> (Attributes, Derives) {
    let derives = Derives::of(own);
    let mut attributes = Attributes::parse(tokens, errors);
    let from_ours = [attributes.rename_all.is_some(), attributes.tag.is_some()];
    foreign::take(own, derives, errors, |entry, errors| {
        match entry.key.to_string().as_str() {
            "deny_unknown_fields" | "transparent" | "crate" => true,
            "untagged" if !derives.any() => {
                attributes.mistaken_tag = true;
                false
            }
            "default" if matches!(entry.value, Value::None) => {
                attributes.default = Some(entry.key.span());
                true
            }
            _ => attributes.add_shared(entry, errors),
        }
    });
    let rename_all = attributes
        .rename_all
        .as_ref()
        .filter(|_| derives.any() && from_ours[0]);
    own.extend(
        rename_all.map(|(_, text)| -> Attribute { parse_quote!(#[serde(rename_all = #text)]) }),
    );
    let tag = attributes
        .tag
        .as_ref()
        .filter(|_| derives.any() && from_ours[1]);
    own.extend(tag.map(|tag| -> Attribute { parse_quote!(#[serde(tag = #tag)]) }));
    if let (true, Some(path)) = (derives.deserialize, &attributes.validate) {
        errors.at(
            path,
            "a derived `Deserialize` doesn't call it: take `Deserialize` out of the derives",
        );
    }
    (attributes, derives)
}

/// The model of a type whose attributes were read.
pub(super) fn model(
    item: &mut Item,
    attributes: Attributes,
    derives: Derives,
    errors: &mut Errors,
) -> Model {
    let (ident, own) = match item {
        Item::Enum(item) => (item.ident.clone(), item.attrs.clone()),
        Item::Struct(item) => (item.ident.clone(), item.attrs.clone()),
        _ => (quote::format_ident!("_none"), Vec::new()),
    };
    let mut reader = Reader {
        ident: &ident,
        derives,
        rename_all: attributes.rename_all.as_ref().map(|(case, _)| *case),
        rename_all_fields: attributes.rename_all_fields.as_ref().map(|(case, _)| *case),
        errors,
    };
    let shape = match item {
        Item::Enum(item) => {
            let tag = attributes.tag.as_ref().map(syn::LitStr::value);
            reader.variants(&mut item.variants, tag.as_deref())
        }
        Item::Struct(item) => reader.fields(&mut item.fields),
        _ => Shape::Names(Vec::new()),
    };
    let cfg = called(&own, "cfg");
    let description = doc::description(&own);
    Model {
        ident,
        attributes,
        derives,
        cfg,
        description,
        shape,
    }
}

fn called(attributes: &[Attribute], name: &str) -> Vec<Attribute> {
    attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(name))
        .cloned()
        .collect()
}

impl Reader<'_> {
    fn fields(&mut self, fields: &mut Fields) -> Shape {
        let (named, case) = (matches!(fields, Fields::Named(_)), self.rename_all);
        let mut all = self.all(fields, "", case, None);
        match all.pop() {
            Some(only) if !named => Shape::Newtype(Box::new(only)),
            last => {
                all.extend(last);
                Shape::Object(all)
            }
        }
    }

    fn variants(
        &mut self,
        variants: &mut Punctuated<syn::Variant, syn::Token![,]>,
        tag: Option<&str>,
    ) -> Shape {
        let mut seen = Vec::new();
        let each = variants.iter_mut().enumerate();
        let all = each
            .map(|(place, variant)| self.variant(variant, place, &mut seen, tag))
            .collect();
        if tag.is_some() {
            Shape::Tagged(all)
        } else {
            Shape::Names(all)
        }
    }

    fn variant(
        &mut self,
        variant: &mut syn::Variant,
        place: usize,
        seen: &mut Vec<String>,
        tag: Option<&str>,
    ) -> Variant {
        let (ident, never): (_, Type) = (variant.ident.clone(), parse_quote!(()));
        let own = name::published(&ident);
        let mut argument =
            Argument::take(&mut variant.attrs, &own, &never, At::Variant, self.errors);
        self.foreign(&mut variant.attrs, &mut argument, false);
        let renamed = argument.rename.as_ref().map(syn::LitStr::value);
        let cased = || {
            self.rename_all
                .map_or_else(|| own.clone(), |case| case.of_variant(&own))
        };
        let name = renamed.unwrap_or_else(cased);
        let cfg = called(&variant.attrs, "cfg");
        self.unique(&name, &cfg, seen, &ident);
        let (prefix, case) = (format!("{place}_"), self.rename_all_fields);
        let mut fields = self.all(&mut variant.fields, &prefix, case, tag);
        let body = match &variant.fields {
            Fields::Unit => Body::Unit,
            Fields::Named(_) => Body::Object(fields),
            Fields::Unnamed(_) => match fields.pop() {
                Some(only) => {
                    self.only_beside_tag(&only);
                    Body::Newtype(Box::new(only))
                }
                None => Body::Unit,
            },
        };
        let description = description(&argument, &variant.attrs);
        Variant {
            ident,
            name,
            description,
            cfg,
            body,
        }
    }

    /// A variant's struct is described by itself.
    fn only_beside_tag(&mut self, field: &Field) {
        if let Some(attribute) = &field.argument.attribute {
            self.errors.at(
                attribute,
                "the members of this struct stand beside the tag: put `#[arg(..)]` on its fields, or on the variant",
            );
        }
    }

    fn all(
        &mut self,
        fields: &mut Fields,
        prefix: &str,
        case: Option<Case>,
        tag: Option<&str>,
    ) -> Vec<Field> {
        let named = matches!(fields, Fields::Named(_));
        let mut seen: Vec<String> = tag.into_iter().map(str::to_owned).collect();
        let mut all = Vec::new();
        for (place, field) in fields.iter_mut().enumerate() {
            let read = self.field(field, place, prefix, case);
            if named {
                self.unique(&read.name, &read.cfg, &mut seen, &read.member);
            }
            all.push(read);
        }
        all
    }

    fn field(
        &mut self,
        field: &mut syn::Field,
        place: usize,
        prefix: &str,
        case: Option<Case>,
    ) -> Field {
        let member = field
            .ident
            .clone()
            .map_or_else(|| Member::from(place), Member::Named);
        let own = field
            .ident
            .as_ref()
            .map_or_else(|| place.to_string(), name::published);
        let ty = types::without_self(&field.ty, self.ident);
        let mut argument =
            Argument::take(&mut field.attrs, &own, &field.ty, At::Field, self.errors);
        self.foreign(&mut field.attrs, &mut argument, true);
        if self.derives.deserialize {
            self.refuse_unchecked(&argument);
        }
        let renamed = argument.rename.as_ref().map(syn::LitStr::value);
        let name =
            renamed.unwrap_or_else(|| case.map_or_else(|| own.clone(), |case| case.of_field(&own)));
        let (suffix, cfg) = (format!("{prefix}{place}"), called(&field.attrs, "cfg"));
        let description = description(&argument, &field.attrs);
        Field {
            member,
            suffix,
            name,
            description,
            ty,
            argument,
            cfg,
        }
    }

    /// What serde's attributes say of a field or variant in the same words.
    fn foreign(&mut self, attributes: &mut Vec<Attribute>, argument: &mut Argument, field: bool) {
        let renamed = argument.rename.clone();
        foreign::take(
            attributes,
            self.derives,
            self.errors,
            |entry, errors| match entry.key.to_string().as_str() {
                "rename" => {
                    argument.rename = errors.take(entry.text());
                    true
                }
                "default" if field => {
                    argument.default = errors.take(fallback(entry));
                    true
                }
                _ => field && foreign::is_none(entry),
            },
        );
        if let Some(name) = renamed.filter(|_| self.derives.any()) {
            attributes.push(parse_quote!(#[serde(rename = #name)]));
        }
    }

    /// A derived `Deserialize` knows nothing of our attributes.
    fn refuse_unchecked(&mut self, argument: &Argument) {
        let mistaken = argument.default.is_some() || !argument.rules.is_empty();
        if let Some(attribute) = argument.attribute.as_ref().filter(|_| mistaken) {
            self.errors.at(
                attribute,
                "a derived `Deserialize` knows neither rules nor defaults: take `Deserialize` out of the derives, and `#[schema]` writes one that does",
            );
        }
    }

    fn unique(&mut self, name: &str, cfg: &[Attribute], seen: &mut Vec<String>, at: &dyn ToTokens) {
        if !cfg.is_empty() {
            // which of two is there depends on the build
            return;
        }
        if seen.iter().any(|other| other == name) {
            self.errors.at(
                at.to_token_stream(),
                format!("`{name}` is there already: write `#[arg(rename = \"..\")]`"),
            );
        }
        seen.push(name.to_owned());
    }
}

fn description(argument: &Argument, attributes: &[Attribute]) -> Option<TokenStream> {
    let own = argument.description.as_ref().map(ToTokens::to_token_stream);
    own.or_else(|| doc::description(attributes))
}

/// `default`, or `default = "path"`, as serde has it.
fn fallback(entry: &Entry) -> syn::Result<Fallback> {
    if matches!(entry.value, Value::None) {
        return Ok(Fallback::OfType(entry.key.span()));
    }
    let path = foreign::path(&entry.text()?)?;
    Ok(Fallback::Expr(parse_quote!(#path())))
}
