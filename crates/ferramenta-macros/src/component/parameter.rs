//! The parameters of a handler.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Attribute, ExprPath, FnArg, Pat, PatType, Path, Signature, Type, spanned::Spanned};

use super::Kind;
use crate::{
    argument::{Argument, At},
    doc,
    errors::Errors,
    hint,
    krate::{Library, respan, shown_at},
    name, types,
};

/// Stands for the name of a parameter that has none, which is a mistake of its own.
const UNNAMED: &str = "_unnamed";

/// One parameter, as the macro sees it.
pub(super) struct Parameter {
    /// The name that is published.
    name: String,
    name_span: Span,
    /// The type of the value, without the `&` of `&Context`.
    pub(super) ty: Type,
    by_reference: bool,
    /// Whether the pattern is `Args(..)`.
    whole: bool,
    argument: Argument,
    /// `#[inject]`, if it is there.
    inject: Option<Attribute>,
    description: Option<TokenStream>,
}

/// Reads all parameters but `self`, and takes from them the attributes that only the macro knows; `Self` is
/// the owner of a method.
pub(super) fn take_all(
    kind: Kind,
    signature: &mut Signature,
    owner: Option<&Type>,
    errors: &mut Errors,
) -> Vec<Parameter> {
    let typed = signature.inputs.iter_mut().filter_map(|input| match input {
        FnArg::Receiver(_) => None,
        FnArg::Typed(typed) => Some(typed),
    });
    let parameters: Vec<_> = typed
        .map(|typed| Parameter::take(kind, typed, owner, errors))
        .collect();
    check_names(&parameters, errors);
    parameters
}

fn check_names(parameters: &[Parameter], errors: &mut Errors) {
    let mut seen: Vec<&str> = Vec::new();
    for parameter in parameters
        .iter()
        .filter(|parameter| parameter.can_be_argument())
    {
        if seen.contains(&parameter.name.as_str()) {
            let message = format!(
                "two arguments are called `{}`: write `#[arg(rename = \"..\")]` on one of them",
                parameter.name
            );
            errors.push(syn::Error::new(parameter.name_span, message));
        }
        seen.push(&parameter.name);
    }
}

/// Notes functions that complete what no client asks for.
pub(super) fn check_completions(kind: Kind, parameters: &[Parameter], errors: &mut Errors) {
    let message = match kind {
        Kind::Tool => {
            "tools have no completions, for it is a model that fills their arguments: drop `complete`, and list the values with `one_of(..)` if they are few"
        }
        Kind::Method => "methods of extensions have no completions: drop `complete`",
        Kind::Prompt | Kind::Resource => return,
    };
    for (key, _) in parameters
        .iter()
        .filter_map(|parameter| parameter.argument.complete.as_ref())
    {
        errors.at(key, message);
    }
}

impl Parameter {
    fn take(kind: Kind, typed: &mut PatType, owner: Option<&Type>, errors: &mut Errors) -> Self {
        let own = own_name(&typed.pat, errors);
        let (ty, by_reference) = value_type(kind, &typed.ty, errors);
        let ty = owner.map_or_else(|| ty.clone(), |owner| types::without_self(&ty, owner));
        let argument = Argument::take(
            &mut typed.attrs,
            &own.to_string(),
            &ty,
            At::Parameter,
            errors,
        );
        let inject = take_inject(&mut typed.attrs, errors);
        let description = match &argument.description {
            Some(expr) => Some(expr.to_token_stream()),
            None => doc::description(&typed.attrs),
        };
        typed
            .attrs
            .retain(|attribute| !attribute.path().is_ident("doc"));
        refuse_cfg(kind, &typed.attrs, errors);
        let (name, name_span) = match &argument.rename {
            Some(rename) => (rename.value(), rename.span()),
            None => (name::published(&own), own.span()),
        };
        let whole = matches!(&*typed.pat, Pat::TupleStruct(_));
        let parameter = Self {
            name,
            name_span,
            ty,
            by_reference,
            whole,
            argument,
            inject,
            description,
        };
        parameter.check(errors);
        if kind != Kind::Tool
            && let Some(header) = &parameter.argument.header
        {
            errors.at(
                header,
                "headers repeat the arguments of tools alone: drop `header`",
            );
        }
        parameter
    }

    fn check(&self, errors: &mut Errors) {
        let Some(attribute) = &self.argument.attribute else {
            return;
        };
        if self.inject.is_some() {
            errors.at(
                attribute,
                "what comes from the server is no argument: keep `#[inject]` or `#[arg]`, not both",
            );
        } else if self.by_reference {
            errors.at(
                attribute,
                "`&Context` comes from the server and takes no `#[arg(..)]`: remove it",
            );
        } else if self.whole {
            errors.at(attribute, "`Args<T>` is the whole argument object: put `#[arg(..)]` on the fields of its struct");
        }
    }

    fn can_be_argument(&self) -> bool {
        !self.by_reference && !self.whole && self.inject.is_none() && self.name != UNNAMED
    }

    /// The marker that the user asked for.
    pub(super) fn marker(&self, private: &Path) -> Option<TokenStream> {
        if self.inject.is_some() {
            Some(quote!(#private::marker::Injected))
        } else {
            self.argument
                .alone
                .then(|| quote!(#private::marker::Argument))
        }
    }

    /// The parameter's `ParamSpec`.
    pub(super) fn spec(&self, library: &Library) -> TokenStream {
        let Self {
            name, ty, argument, ..
        } = self;
        // what is wrong with a rule for this type is shown at the type
        let span = ty.span();
        let public = respan(library.public.to_token_stream(), span);
        let new = quote_spanned!(span=> #public::ParamSpec::<#ty>::new(#name));
        let description = self.description.iter();
        let default = argument.default.iter().map(|default| {
            let value = default.value(&library.private);
            quote!(.default(|| #value))
        });
        let header = argument.header.iter();
        let secret = argument
            .secret
            .iter()
            .map(|key| quote_spanned!(key.span()=> .secret()));
        let rules = argument.rules.calls(&library.private);
        quote!(#new #rules #(.description(#description))* #(#default)* #(.header(#header))* #(#secret)*)
    }

    /// The function that completes it, for code outside of the `impl` block of its owner.
    fn completion(&self, owner: Option<&Type>) -> Option<TokenStream> {
        let (_, path) = self.argument.complete.as_ref()?;
        Some(outside(path, owner))
    }

    /// The assertion that a function can complete it; a mistake stands at the function's name.
    pub(super) fn completion_assertion(
        &self,
        owner: Option<&Type>,
        library: &Library,
    ) -> Option<TokenStream> {
        let function = self.completion(owner)?;
        let span = shown_at(function.span());
        let private = library.private_at(span);
        Some(quote_spanned!(span=> #private::assert_completion(&#function);))
    }

    /// The statement that sets the function for `tool`.
    pub(super) fn completion_statement(
        &self,
        owner: Option<&Type>,
        library: &Library,
    ) -> Option<TokenStream> {
        let (name, function) = (&self.name, self.completion(owner)?);
        let private = &library.private;
        Some(quote! {
            let tool = <#private::Gate<CHECKED> as #private::Complete<_, _, _>>::complete(tool, #name, #function);
        })
    }

    /// How the handler hands the value on.
    pub(super) fn passed(&self, variable: &Ident) -> TokenStream {
        if self.by_reference {
            quote!(&#variable)
        } else {
            quote!(#variable)
        }
    }

    /// The assertion that the type can be a parameter; a mistake stands at the type.
    pub(super) fn assertion(&self, library: &Library) -> TokenStream {
        let (ty, span) = (&self.ty, shown_at(self.ty.span()));
        let private = library.private_at(span);
        let marker = self.marker(&library.private).unwrap_or_else(|| quote!(_));
        if self.by_reference {
            let service = hint::service(ty);
            return quote_spanned!(span=> #private::assert_by_reference::<#ty, #service>());
        }
        let hint = hint::of_parameter(ty);
        let (assertion, part) = (Ident::new(hint.assertion, span), hint.part.iter());
        quote_spanned!(span=> #private::#assertion::<#ty, #marker #(, #part)*>())
    }
}

/// The name of a parameter in the source.
fn own_name(pat: &Pat, errors: &mut Errors) -> Ident {
    match pat {
        Pat::Ident(pat) if pat.by_ref.is_none() && pat.subpat.is_none() => pat.ident.clone(),
        Pat::TupleStruct(pat) if types::is_called(&pat.path, "Args") && pat.elems.len() == 1 => {
            format_ident!("arguments", span = pat.span())
        }
        Pat::Paren(pat) => own_name(&pat.pat, errors),
        Pat::Wild(_) => {
            errors.at(
                pat,
                "an argument's name is published: give the parameter one, such as `_limit`",
            );
            Ident::new(UNNAMED, pat.span())
        }
        _ => {
            errors.at(pat, "a parameter's name is the argument's name: write a name here, and take the value apart in the function");
            Ident::new(UNNAMED, pat.span())
        }
    }
}

/// The type that is asked of the library, and whether it is handed over by reference.
pub(super) fn value_type(kind: Kind, ty: &Type, errors: &mut Errors) -> (Type, bool) {
    if types::mentions(ty, "impl") {
        errors.at(ty, "an argument has a schema, so its type has a name: write the type itself instead of `impl ..`");
    }
    let Type::Reference(reference) = types::bare(ty) else {
        return (ty.clone(), false);
    };
    let inner = types::bare(&reference.elem);
    let remedy = match inner {
        _ if reference.mutability.is_some() => Some(instead_of_mut(inner)),
        Type::Path(path) if path.path.is_ident("str") => Some("take `String`".to_owned()),
        Type::Slice(slice) => Some(format!("take `Vec<{}>`", types::spelled(&slice.elem))),
        Type::TraitObject(_) => Some("take a type, or a service as `Inject<T>`".to_owned()),
        _ if reference.lifetime.is_some() => Some(format!(
            "take `{}`, or `&Context` without a lifetime",
            types::spelled(inner)
        )),
        _ => None,
    };
    if let Some(remedy) = remedy {
        let message = format!(
            "a {} can't take `{}`, for its arguments are made for the call: {remedy}",
            kind.noun(),
            types::spelled(ty)
        );
        errors.at(ty, message);
    }
    (inner.clone(), true)
}

fn instead_of_mut(inner: &Type) -> String {
    let value = format!("take `mut` the value itself, a `{}`", types::spelled(inner));
    if types::primitive(inner).is_some() {
        return value;
    }
    let service = types::spelled(hint::service(inner));
    format!("{value}, or a service as `Inject<{service}>`, which changes behind a `Mutex`")
}

pub(super) fn take_inject(
    attributes: &mut Vec<Attribute>,
    errors: &mut Errors,
) -> Option<Attribute> {
    let mut inject = None;
    for attribute in attributes.extract_if(.., |attribute| attribute.path().is_ident("inject")) {
        if attribute.meta.require_path_only().is_err() {
            errors.at(
                &attribute,
                "`#[inject]` takes nothing: the type says what is injected",
            );
        }
        inject = Some(attribute);
    }
    inject
}

fn refuse_cfg(kind: Kind, attributes: &[Attribute], errors: &mut Errors) {
    for attribute in attributes {
        if attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr") {
            let message = format!(
                "a {}'s parameters are the same in every build: put `#[cfg(..)]` on two functions instead",
                kind.noun()
            );
            errors.at(attribute, message);
        }
    }
}

/// The path of a function, for code outside of the `impl` block of its owner.
pub(super) fn outside(path: &ExprPath, owner: Option<&Type>) -> TokenStream {
    let own = path.path.segments.first().filter(|_| path.qself.is_none());
    match owner.filter(|_| own.is_some_and(|own| own.ident == "Self")) {
        Some(owner) => {
            let rest = path.path.segments.iter().skip(1);
            quote_spanned!(path.span()=> <#owner>#(::#rest)*)
        }
        None => path.to_token_stream(),
    }
}
