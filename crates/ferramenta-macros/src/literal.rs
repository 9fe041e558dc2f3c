//! Literals that can be checked while the macro runs.

use std::fmt;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, Lit, UnOp, spanned::Spanned};

use crate::entry::bare;

/// A value that is known while the macro runs.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal {
    Int(i128),
    Float(f64),
    Text(String),
    Bool(bool),
    Char(char),
}

/// The value of a literal, with a sign or without; `None` for every other expression.
pub(crate) fn literal(expr: &Expr) -> Option<Literal> {
    match bare(expr) {
        Expr::Lit(lit) => plain(&lit.lit),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => match literal(&unary.expr)? {
            Literal::Int(value) => Some(Literal::Int(-value)),
            Literal::Float(value) => Some(Literal::Float(-value)),
            _ => None,
        },
        Expr::Paren(paren) => literal(&paren.expr),
        _ => None,
    }
}

fn plain(lit: &Lit) -> Option<Literal> {
    match lit {
        Lit::Str(text) => Some(Literal::Text(text.value())),
        Lit::Char(letter) => Some(Literal::Char(letter.value())),
        Lit::Bool(value) => Some(Literal::Bool(value.value())),
        Lit::Int(int) if matches!(int.suffix(), "f32" | "f64") => {
            int.base10_parse().ok().map(Literal::Float)
        }
        Lit::Int(int) => int.base10_parse().ok().map(Literal::Int),
        Lit::Float(float) => float.base10_parse().ok().map(Literal::Float),
        _ => None,
    }
}

impl Literal {
    /// What it is, for messages.
    pub(crate) const fn kind(&self) -> &'static str {
        match self {
            Self::Int(_) => "an integer",
            Self::Float(_) => "a number with a fraction",
            Self::Text(_) => "a text",
            Self::Bool(_) => "a boolean",
            Self::Char(_) => "a letter",
        }
    }

    /// The value as a number, exact enough for messages about ranges.
    #[expect(clippy::cast_precision_loss, reason = "only compared with floats")]
    pub(crate) const fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Int(value) => Some(*value as f64),
            Self::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// Whether it is at most the other one; true where they can't be compared.
    pub(crate) fn at_most(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => a <= b,
            _ => self
                .as_f64()
                .zip(other.as_f64())
                .is_none_or(|(a, b)| a <= b),
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(value) => value.fmt(f),
            Self::Float(value) => write!(f, "{value:?}"),
            Self::Text(value) => write!(f, "{value:?}"),
            Self::Bool(value) => value.fmt(f),
            Self::Char(value) => write!(f, "{value:?}"),
        }
    }
}

/// An expression for `impl Into<serde_json::Value>`: integers get the type that holds them.
pub(crate) fn json(expr: &Expr) -> TokenStream {
    let span = expr.span();
    match literal(expr) {
        Some(Literal::Int(value)) => match (i64::try_from(value), u64::try_from(value)) {
            (Ok(small), _) => quote_spanned!(span=> #small),
            (_, Ok(large)) => quote_spanned!(span=> #large),
            _ => expr.to_token_stream(),
        },
        Some(Literal::Char(value)) => {
            let text = value.to_string();
            quote!(#text)
        }
        _ => expr.to_token_stream(),
    }
}
