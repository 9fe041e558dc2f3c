//! Literals and expressions (RFC 6570 §2).

use super::{TemplateError, UriTemplate, builder::Builder, uri::scheme_end};

/// What an expression begins with (RFC 6570 §2.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Simple,
    Reserved,
    Fragment,
    Label,
    Segment,
    Query,
    Continuation,
}

/// The part of a template in braces.
#[derive(Debug)]
pub(super) struct Expression<'t> {
    pub(super) at: usize,
    pub(super) operator: Operator,
    pub(super) names: Vec<Name<'t>>,
}

/// A variable in an expression (RFC 6570 §2.3 and §2.4).
#[derive(Clone, Copy, Debug)]
pub(super) struct Name<'t> {
    pub(super) at: usize,
    pub(super) text: &'t str,
    pub(super) explode: bool,
}

pub(super) fn parse(template: &str) -> Result<UriTemplate, TemplateError> {
    let scheme = scheme_end(template).map_err(|at| no_scheme(template, at))?;
    let mut builder = Builder::new(&template[..scheme]);
    let mut at = scheme + 1;
    if template[at..].starts_with("//") {
        builder.begin_authority();
        at += 2;
    }
    while at < template.len() {
        let rest = &template[at..];
        if rest.starts_with('{') {
            let end = expression_end(at, rest)?;
            builder.expression(&expression(at, &rest[..end])?)?;
            at += end;
        } else {
            let end = rest.find('{').unwrap_or(rest.len());
            builder.literal(at, &rest[..end])?;
            at += end;
        }
    }
    builder.finish(template)
}

fn no_scheme(template: &str, at: usize) -> TemplateError {
    let problem = if template[at..].starts_with('{') {
        "a variable stands in the scheme"
    } else {
        "there is no scheme"
    };
    TemplateError::new(
        at,
        problem,
        "begin with a scheme of letters, digits, `+`, `-` and `.`, and a `:`, such as `shop://books/{isbn}`",
    )
}

/// The length of the expression that the text begins with.
fn expression_end(at: usize, rest: &str) -> Result<usize, TemplateError> {
    match rest[1..].find(['{', '}']) {
        Some(end) if rest[1..][end..].starts_with('}') => Ok(end + 2),
        _ => Err(TemplateError::new(
            at,
            "this `{` is not closed",
            "put a `}` behind the last variable of the expression",
        )),
    }
}

/// Reads an expression with its braces.
fn expression(at: usize, text: &str) -> Result<Expression<'_>, TemplateError> {
    let inner = &text[1..text.len() - 1];
    let (operator, names) = operator(at, text, inner)?;
    let mut position = at + text.len() - 1 - names.len();
    let names = names
        .split(',')
        .map(|written| {
            let name = name(position, text, written, operator);
            position += written.len() + 1;
            name
        })
        .collect::<Result<_, _>>()?;
    Ok(Expression {
        at,
        operator,
        names,
    })
}

fn operator<'t>(
    at: usize,
    text: &str,
    inner: &'t str,
) -> Result<(Operator, &'t str), TemplateError> {
    let refuse = |problem: String, remedy| Err(TemplateError::new(at, problem, remedy));
    let operator = match inner.chars().next() {
        Some('+') => Operator::Reserved,
        Some('#') => Operator::Fragment,
        Some('.') => Operator::Label,
        Some('/') => Operator::Segment,
        Some('?') => Operator::Query,
        Some('&') => Operator::Continuation,
        Some(';') => {
            return refuse(
                format!("`{text}` has an operator that isn't supported"),
                "write a query parameter, `{?name}`",
            );
        }
        Some(reserved @ ('=' | ',' | '!' | '@' | '|')) => {
            return refuse(
                format!("`{reserved}` is an operator without a meaning"),
                "the operators are `+`, `#`, `.`, `/`, `?` and `&`",
            );
        }
        None => {
            return refuse(
                "an expression is empty".to_owned(),
                "write a name between the braces, such as `{name}`",
            );
        }
        Some(_) => return Ok((Operator::Simple, inner)),
    };
    Ok((operator, &inner[1..]))
}

fn name<'t>(
    at: usize,
    expression: &str,
    written: &'t str,
    operator: Operator,
) -> Result<Name<'t>, TemplateError> {
    let refuse = |problem: String, remedy: String| Err(TemplateError::new(at, problem, remedy));
    if let Some((name, _)) = written.split_once(':') {
        return refuse(
            format!("`{written}` cuts its value, and the rest can't be read back"),
            format!("write `{name}`"),
        );
    }
    let text = written.strip_suffix('*').unwrap_or(written);
    if !is_name(text) {
        return refuse(
            format!("`{text}` in `{expression}` is not the name of a variable"),
            "a name has letters, digits, `_` and, between them, `.`".to_owned(),
        );
    }
    let explode = text.len() < written.len();
    let can_explode = matches!(
        operator,
        Operator::Segment | Operator::Query | Operator::Continuation
    );
    if explode && !can_explode {
        return refuse(
            format!("`{expression}` is a list that can't be read back"),
            format!("write `{{/{written}}}` or `{{?{written}}}` for a list, or drop the `*`"),
        );
    }
    Ok(Name { at, text, explode })
}

/// Names of RFC 6570 §2.3, without escapes.
fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
