//! The attributes of a component: what stands in `#[tool(..)]` and `#[prompt(..)]`.

use std::time::Duration;

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::{
    Expr, ExprPath, LitStr, Signature, Token, Type,
    parse::{ParseStream, Parser},
    punctuated::Punctuated,
};

use super::{Kind, cache::Cache, duration, icon::Icon, meta::Meta, rate::Rate, size};
use crate::{
    argument,
    entry::{Entry, entries},
    errors::Errors,
    krate::Library,
    literal::{Literal, literal},
    name,
    nearest::unknown,
    schema,
};

/// What `#[tool(..)]` says, and `#[prompt(..)]`.
pub(super) struct Attributes {
    pub(super) kind: Kind,
    /// Where a resource is, or which method it is.
    pub(super) first: Option<LitStr>,
    mime: Option<LitStr>,
    size: Option<TokenStream>,
    /// The function that lists the resources of a template.
    pub(super) list: Option<ExprPath>,
    cache: Option<Cache>,
    pub(super) name: Option<LitStr>,
    title: Option<LitStr>,
    pub(super) description: Option<Expr>,
    hints: Hints,
    icons: Vec<Icon>,
    meta: Option<Meta>,
    scopes: Vec<LitStr>,
    timeout: Option<Duration>,
    max_concurrent: Option<Expr>,
    rate_limit: Option<Rate>,
    run_to_completion: bool,
    max_result: Option<TokenStream>,
    pub(super) output: Option<Output>,
    /// Unknown arguments are left out instead of refused.
    open: bool,
    /// The key, if it is there and true.
    pub(super) inline: Option<Ident>,
    pub(super) companion: Option<Ident>,
    pub(super) library: Library,
}

/// The annotations, each with the key that it stands at.
#[derive(Default)]
struct Hints {
    read_only: Option<(Ident, bool)>,
    destructive: Option<(Ident, bool)>,
    idempotent: Option<(Ident, bool)>,
    open_world: Option<(Ident, bool)>,
}

/// What is declared of the output.
pub(super) enum Output {
    /// `output = none`
    None,
    /// `output = Type`
    Type(Box<Type>),
}

impl Output {
    fn of(ty: Type) -> Self {
        match ty {
            Type::Path(path) if path.path.is_ident("none") => Self::None,
            ty => Self::Type(Box::new(ty)),
        }
    }
}

impl Attributes {
    pub(super) fn parse(kind: Kind, tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut attributes = Self {
            kind,
            first: None,
            mime: None,
            size: None,
            list: None,
            cache: None,
            name: None,
            title: None,
            description: None,
            hints: Hints::default(),
            icons: Vec::new(),
            meta: None,
            scopes: Vec::new(),
            timeout: None,
            max_concurrent: None,
            rate_limit: None,
            run_to_completion: false,
            max_result: None,
            output: None,
            open: false,
            inline: None,
            companion: None,
            library: Library::new(None),
        };
        let tokens = match kind {
            Kind::Resource | Kind::Method => attributes.take_first(tokens, errors),
            Kind::Tool | Kind::Prompt => tokens,
        };
        for entry in entries(tokens, &["icon"], errors) {
            attributes.add(&entry, errors);
        }
        attributes.hints.check(errors);
        attributes
    }

    /// Takes the text that stands first.
    fn take_first(&mut self, tokens: TokenStream, errors: &mut Errors) -> TokenStream {
        let parser = |input: ParseStream<'_>| {
            let uri: LitStr = input.parse()?;
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
            Ok((uri, input.parse::<TokenStream>()?))
        };
        match parser.parse2(tokens) {
            Ok((uri, rest)) => {
                self.first = Some(uri);
                rest
            }
            Err(error) => {
                errors.push(syn::Error::new(
                    error.span(),
                    match self.kind {
                        Kind::Method => {
                            "say first which method it is: `#[method(\"com.example/stamp\")]`"
                        }
                        _ => "say first where the resource is: `#[resource(\"notes://{id}\")]`",
                    },
                ));
                TokenStream::new()
            }
        }
    }

    fn add(&mut self, entry: &Entry, errors: &mut Errors) {
        let key = &entry.key;
        if !self.kind.keys().iter().any(|known| key == known) {
            return errors.push(unknown(key, self.kind.keys()));
        }
        match key.to_string().as_str() {
            "name" if self.kind == Kind::Resource => self.name = errors.take(entry.text()),
            "name" => {
                let text = entry.text();
                self.name = errors.take(text.and_then(|text| checked_name(self.kind, text)));
            }
            "title" => self.title = errors.take(entry.text()),
            "mime" => self.mime = errors.take(entry.text()),
            "list" => self.list = errors.take(argument::function(entry)),
            "cache" => self.cache = Cache::parse(entry, errors),
            "size" => self.size = errors.take(size::parse(entry)),
            "description" => self.description = errors.take(entry.expr()).cloned(),
            "icon" => self.icons.extend(Icon::parse(entry, errors)),
            "icons" => self.icons.extend(Icon::parse_all(entry, errors)),
            "meta" => self.meta = Meta::parse(entry, errors),
            "scopes" => self.scopes = errors.take(scopes(entry)).unwrap_or_default(),
            "timeout" => {
                self.timeout = errors.take(duration::of(entry));
            }
            "max_concurrent" => self.max_concurrent = errors.take(at_least_one(entry)),
            "rate_limit" => self.rate_limit = errors.take(Rate::parse(entry)),
            "max_result" => self.max_result = errors.take(size::parse(entry)),
            "output" => self.output = errors.take(entry.ty()).map(Output::of),
            "unknown_arguments" => self.open = errors.take(schema::open(entry)).unwrap_or_default(),
            "run_to_completion" => {
                self.run_to_completion = errors.take(entry.flag()).unwrap_or_default();
            }
            "inline" => {
                self.inline = errors
                    .take(entry.flag())
                    .filter(|inline| *inline)
                    .map(|_| key.clone());
            }
            "type" => self.companion = errors.take(entry.ident()),
            "crate" => self.library = Library::new(errors.take(entry.path())),
            _ => self.hints.add(entry, errors),
        }
    }

    /// Notes an `inline` that says nothing of this handler.
    pub(super) fn check_inline(&self, signature: &Signature, errors: &mut Errors) {
        if let (Some(_), Some(keyword)) = (&self.inline, &signature.asyncness) {
            errors.at(
                keyword,
                "an `async fn` runs in the connection's task already: drop `inline`, or drop `async`",
            );
        }
    }

    /// Notes what is only said of functions.
    pub(super) fn check_method(&self, errors: &mut Errors) {
        if let Some(companion) = &self.companion {
            errors.at(
                companion,
                "`type` names the type beside a function, and here is none: drop it",
            );
        }
    }

    /// The calls of `ToolDef`'s methods.
    pub(super) fn calls(&self) -> TokenStream {
        let Self {
            icons,
            meta,
            library,
            ..
        } = self;
        let title = self.title.iter();
        let (mime, size) = (self.mime.iter(), self.size.iter());
        let cache = self.cache.iter().map(|cache| cache.call(&library.public));
        let hints = self.hints.calls();
        let icons = icons.iter().map(|icon| icon.call(&library.public));
        let meta = meta.iter().map(|meta| meta.call(&library.private));
        let timeout = self.timeout.iter().map(|timeout| {
            let milliseconds = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
            quote!(.timeout(::core::time::Duration::from_millis(#milliseconds)))
        });
        let scopes = scopes_call(&self.scopes);
        let max_concurrent = self.max_concurrent.iter();
        let rate_limit = self
            .rate_limit
            .iter()
            .map(|rate| rate.call(&library.public));
        let run_to_completion = self.run_to_completion.then(|| quote!(.run_to_completion()));
        let max_result = self.max_result.iter();
        let no_output = matches!(self.output, Some(Output::None)).then(|| quote!(.no_output()));
        let open = self.open.then(|| quote!(.allow_unknown_arguments()));
        quote! {
            #(.title(#title))* #(.mime_type(#mime))* #(.size(#size as u64))* #(#cache)* #hints #(#icons)* #(#meta)* #scopes #(#timeout)*
            #(.max_concurrent(#max_concurrent))* #(#rate_limit)* #run_to_completion #(.max_result(#max_result))* #no_output #open
        }
    }
}

impl Hints {
    fn add(&mut self, entry: &Entry, errors: &mut Errors) {
        let closed = entry.key == "closed_world";
        let slot = match entry.key.to_string().as_str() {
            "read_only" => &mut self.read_only,
            "destructive" => &mut self.destructive,
            "idempotent" => &mut self.idempotent,
            "open_world" | "closed_world" => &mut self.open_world,
            _ => return,
        };
        if slot.is_some() {
            return errors.at(
                &entry.key,
                "a tool is either `open_world` or `closed_world`: keep one of them",
            );
        }
        *slot = errors
            .take(entry.flag())
            .map(|flag| (entry.key.clone(), flag != closed));
    }

    fn check(&self, errors: &mut Errors) {
        if let (Some((_, true)), Some((key, true))) = (&self.read_only, &self.destructive) {
            errors.at(
                key,
                "a tool that is `read_only` destroys nothing: keep one of the two",
            );
        }
    }

    fn calls(&self) -> TokenStream {
        let Self {
            read_only,
            destructive,
            idempotent,
            open_world,
        } = self;
        let each = [
            ("read_only", read_only),
            ("destructive", destructive),
            ("idempotent", idempotent),
            ("open_world", open_world),
        ];
        each.iter()
            .filter_map(|(method, hint)| {
                hint.as_ref()
                    .map(|(key, flag)| (Ident::new(method, key.span()), *flag))
            })
            .map(|(method, flag)| quote!(.#method(#flag)))
            .collect()
    }
}

/// Reads `scopes("books:read", "books:write")`.
pub(super) fn scopes(entry: &Entry) -> syn::Result<Vec<LitStr>> {
    let list = entry.list("scopes(\"books:read\")")?;
    let parsed = Punctuated::<LitStr, Token![,]>::parse_terminated.parse2(list)?;
    if parsed.is_empty() {
        return Err(syn::Error::new_spanned(
            entry,
            "no scope is named: write `scopes(\"books:read\")`",
        ));
    }
    Ok(parsed.into_iter().collect())
}

/// The call of `ToolDef::scopes`, if there are any.
pub(super) fn scopes_call(scopes: &[LitStr]) -> Option<TokenStream> {
    (!scopes.is_empty()).then(|| quote!(.scopes([#(#scopes),*])))
}

fn checked_name(kind: Kind, text: LitStr) -> syn::Result<LitStr> {
    match name::check(&text.value(), kind.noun()) {
        Ok(()) => Ok(text),
        Err(message) => Err(syn::Error::new(text.span(), message)),
    }
}

fn at_least_one(entry: &Entry) -> syn::Result<Expr> {
    let expr = entry.expr()?;
    match literal(expr) {
        Some(Literal::Int(count)) if count > 0 => Ok(expr.clone()),
        Some(_) => Err(syn::Error::new_spanned(
            expr,
            "`max_concurrent` is a number of calls, at least 1",
        )),
        None => Ok(expr.clone()),
    }
}
