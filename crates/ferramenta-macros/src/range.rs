//! `range(1..=50)` and `length(1..=80)`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Expr, Path, RangeLimits, spanned::Spanned};

use crate::{
    entry::{Entry, bare},
    literal::{Literal, literal},
};

/// Two ends, both included; at least one of them is there.
pub(crate) struct Ends {
    min: Option<End>,
    max: Option<End>,
    text: String,
}

/// One end.
struct End {
    expr: Expr,
    value: Option<Literal>,
}

/// What a range is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Of {
    /// A number that is, as far as one can see, an integer.
    Number,
    /// A number that is a float.
    Float,
    /// A count of characters or items.
    Length,
}

impl Ends {
    /// Reads the ends of `range(..)` or `length(..)`.
    pub(crate) fn parse(entry: &Entry, of: Of) -> syn::Result<Self> {
        let key = &entry.key;
        let sample = if of == Of::Length { "1..=80" } else { "1..=50" };
        let tokens = entry.list(&format!("{key}({sample})"))?;
        let not_a_range = format!(
            "`{key}` takes a range: write `{key}({sample})`, `{key}(1..)` or `{key}(..=50)`"
        );
        if tokens.is_empty() {
            return Err(syn::Error::new_spanned(entry, not_a_range));
        }
        let expr: Expr = syn::parse2(tokens)?;
        let Expr::Range(range) = bare(&expr) else {
            return Err(syn::Error::new_spanned(expr, not_a_range));
        };
        let min = range
            .start
            .as_deref()
            .map(|end| End::parse(end, of))
            .transpose()?;
        let max = range
            .end
            .as_deref()
            .map(|end| End::parse_last(end, range.limits, of))
            .transpose()?;
        let ends = Self {
            text: text(min.as_ref(), max.as_ref()),
            min,
            max,
        };
        match ends.mistake(&not_a_range) {
            Some(mistake) => Err(syn::Error::new_spanned(range, mistake)),
            None => Ok(ends),
        }
    }

    fn mistake(&self, not_a_range: &str) -> Option<String> {
        match (&self.min, &self.max) {
            (None, None) => Some(not_a_range.to_owned()),
            (
                Some(End {
                    value: Some(min), ..
                }),
                Some(End {
                    value: Some(max), ..
                }),
            ) if !min.at_most(max) => Some(format!(
                "the range {} is empty: write the smaller end first",
                self.text
            )),
            _ => None,
        }
    }

    /// False when a value is known to be outside.
    pub(crate) fn allows(&self, value: &Literal) -> bool {
        let known = |end: &Option<End>| end.as_ref().and_then(|end| end.value.clone());
        known(&self.min).is_none_or(|min| min.at_most(value))
            && known(&self.max).is_none_or(|max| value.at_most(&max))
    }

    /// The range as it was meant, both ends included.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The ends as `Option<Bound>`s.
    pub(crate) fn bounds(&self, private: &Path) -> (TokenStream, TokenStream) {
        (
            end(self.min.as_ref(), |end| end.bound(private)),
            end(self.max.as_ref(), |end| end.bound(private)),
        )
    }

    /// The ends as `Option<usize>`s.
    pub(crate) fn counts(&self) -> (TokenStream, TokenStream) {
        (
            end(self.min.as_ref(), End::count),
            end(self.max.as_ref(), End::count),
        )
    }
}

fn end(end: Option<&End>, tokens: impl Fn(&End) -> TokenStream) -> TokenStream {
    match end.map(tokens) {
        Some(end) => quote!(::core::option::Option::Some(#end)),
        None => quote!(::core::option::Option::None),
    }
}

fn text(min: Option<&End>, max: Option<&End>) -> String {
    let spelled = |end: &End| match &end.value {
        Some(value) => value.to_string(),
        None => quote::ToTokens::to_token_stream(&end.expr).to_string(),
    };
    let dots = if max.is_some() { "..=" } else { ".." };
    format!(
        "{}{dots}{}",
        min.map(spelled).unwrap_or_default(),
        max.map(spelled).unwrap_or_default()
    )
}

impl End {
    fn parse(expr: &Expr, of: Of) -> syn::Result<Self> {
        let value = literal(expr);
        let wrong = match (&value, of) {
            (Some(Literal::Int(count)), Of::Length) if *count < 0 => {
                Some("a length is not negative")
            }
            (Some(Literal::Int(_)) | None, _)
            | (Some(Literal::Float(_)), Of::Number | Of::Float) => None,
            (Some(_), Of::Length) => Some("a length is a whole number: write `length(1..=80)`"),
            (Some(_), _) => Some("a range is one of numbers: write `range(1..=50)`"),
        };
        match wrong {
            Some(message) => Err(syn::Error::new_spanned(expr, message)),
            None => Ok(Self {
                expr: expr.clone(),
                value,
            }),
        }
    }

    /// The last end, which `..` leaves out.
    fn parse_last(expr: &Expr, limits: RangeLimits, of: Of) -> syn::Result<Self> {
        let last = Self::parse(expr, of)?;
        if matches!(limits, RangeLimits::Closed(_)) {
            return Ok(last);
        }
        match last.value {
            Some(Literal::Int(value)) if of != Of::Float => Ok(Self {
                value: Some(Literal::Int(value - 1)),
                expr: last.expr,
            }),
            Some(_) => Err(syn::Error::new_spanned(
                expr,
                "a number with a fraction has none before it: write `..=`",
            )),
            None => Err(syn::Error::new_spanned(
                expr,
                "what comes before this is not known here: write `..=` and the last value allowed",
            )),
        }
    }

    fn bound(&self, private: &Path) -> TokenStream {
        let (expr, span) = (&self.expr, self.expr.span());
        match &self.value {
            Some(Literal::Int(value)) => quote_spanned!(span=> #private::Bound::Int(#value)),
            Some(Literal::Float(value)) => quote_spanned!(span=> #private::Bound::Float(#value)),
            _ => quote_spanned!(span=> #private::Bound::from(#expr)),
        }
    }

    fn count(&self) -> TokenStream {
        let expr = &self.expr;
        match &self.value {
            Some(Literal::Int(value)) => match usize::try_from(*value) {
                Ok(count) => quote_spanned!(expr.span()=> #count),
                Err(_) => quote!(#expr),
            },
            _ => quote!(#expr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &str, of: Of) -> syn::Result<Ends> {
        Ends::parse(&syn::parse_str(text).unwrap(), of)
    }

    #[test]
    fn ends_are_read() {
        assert_eq!(ends("range(1..=50)", Of::Number).unwrap().text(), "1..=50");
        assert_eq!(ends("range(1..50)", Of::Number).unwrap().text(), "1..=49");
        assert_eq!(ends("range(-5..)", Of::Number).unwrap().text(), "-5..");
        assert_eq!(
            ends("range(0.5..=MAX)", Of::Float).unwrap().text(),
            "0.5..=MAX"
        );
    }

    #[test]
    fn what_is_no_range_is_refused() {
        for text in [
            "range",
            "range()",
            "range(5)",
            "range(..)",
            "range(9..=1)",
            "range(1..MAX)",
            "range(\"a\"..)",
        ] {
            assert!(ends(text, Of::Number).is_err(), "{text}");
        }
        assert!(ends("range(0..1)", Of::Float).is_err());
        assert!(ends("range(0.0..1.0)", Of::Number).is_err());
        assert!(ends("length(-1..)", Of::Length).is_err());
    }
}
