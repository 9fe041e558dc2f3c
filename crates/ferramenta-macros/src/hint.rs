//! Which of the library's messages fits a type, by its tokens; a correct program compiles with any of them.

use syn::Type;

use crate::types::{bare, inside, last_argument, name, primitive};

/// An assertion of the library, and what it asks for beside the type.
pub(crate) struct Hint<'a> {
    pub(crate) assertion: &'static str,
    /// The part of the type that the message names.
    pub(crate) part: Option<&'a Type>,
}

impl<'a> Hint<'a> {
    const fn plain(assertion: &'static str) -> Self {
        let part = None;
        Self { assertion, part }
    }

    const fn naming(assertion: &'static str, part: &'a Type) -> Self {
        let part = Some(part);
        Self { assertion, part }
    }
}

/// Types that hold what has the schema.
const HOLDERS: &[&str] = &[
    "Args", "Option", "Maybe", "Vec", "VecDeque", "Box", "HashMap", "BTreeMap", "HashSet",
    "BTreeSet",
];
const POINTERS: &[&str] = &["Arc", "Rc"];
/// Errors that a tool may return.
const ERRORS: &[&str] = &["ToolError", "ProtocolError", "Failure"];

/// The assertion for a parameter.
pub(crate) fn of_parameter(ty: &Type) -> Hint<'_> {
    if let Some(service) = inside(ty, &["Inject"]) {
        Hint::naming("assert_service", service)
    } else if let Some(shared) = inside(ty, POINTERS) {
        Hint::naming("assert_pointer", shared)
    } else if let Some(item) = item(ty) {
        match inside(item, &["Inject", "Arc", "Rc"]) {
            Some(service) => Hint::naming("assert_pointer", service),
            None => Hint::naming("assert_holder", item),
        }
    } else {
        Hint::plain("assert_param")
    }
}

/// The assertion for a result.
pub(crate) fn of_output(ty: &Type) -> Hint<'_> {
    let value = match success(ty) {
        Some(value) => value,
        None if inside(ty, &["Result"]).is_some() => return Hint::plain("assert_fallible_output"),
        None => ty,
    };
    let item = innermost(value);
    if name(item).is_some_and(|name| name == "Duration") {
        Hint::plain("assert_time_output")
    } else if std::ptr::eq(item, ty) {
        Hint::plain("assert_output")
    } else {
        Hint::naming("assert_holder_output", item)
    }
}

/// The type that has to have a schema: the innermost of one that holds others, or the type itself.
pub(crate) fn innermost(ty: &Type) -> &Type {
    item(ty).unwrap_or(ty)
}

/// The service that is meant by a type behind a reference.
pub(crate) fn service(ty: &Type) -> &Type {
    inside(ty, POINTERS).unwrap_or(ty)
}

/// What a `Result` holds whose error is one that a tool may return.
fn success(ty: &Type) -> Option<&Type> {
    let known = |error: &Type| name(error).is_some_and(|name| ERRORS.iter().any(|own| name == own));
    inside(ty, &["ToolResult"]).or_else(|| {
        let value = inside(ty, &["Result"])?;
        last_argument(ty).is_some_and(known).then_some(value)
    })
}

/// The innermost type of one that holds others.
fn item(ty: &Type) -> Option<&Type> {
    let held = match inside(ty, &["HashMap", "BTreeMap"]) {
        Some(key) => last_argument(ty)
            .filter(|value| primitive(value).is_none())
            .unwrap_or(key),
        None => inside(ty, HOLDERS)?,
    };
    Some(item(held).unwrap_or_else(|| bare(held)))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;
    use crate::types::spelled;

    fn parameter(ty: &Type) -> (&'static str, Option<String>) {
        let hint = of_parameter(ty);
        (hint.assertion, hint.part.map(spelled))
    }

    fn output(ty: &Type) -> (&'static str, Option<String>) {
        let hint = of_output(ty);
        (hint.assertion, hint.part.map(spelled))
    }

    #[test]
    fn parameters_are_told_apart_by_their_tokens() {
        let part = |text: &str| Some(text.to_owned());
        let cases: [(Type, _); 8] = [
            (parse_quote!(Book), ("assert_param", None)),
            (
                parse_quote!(ferramenta::Inject<Db>),
                ("assert_service", part("Db")),
            ),
            (parse_quote!(Arc<Db>), ("assert_pointer", part("Db"))),
            (
                parse_quote!(Option<Vec<Book>>),
                ("assert_holder", part("Book")),
            ),
            (
                parse_quote!(HashMap<Book, u32>),
                ("assert_holder", part("Book")),
            ),
            (
                parse_quote!(HashMap<String, Book>),
                ("assert_holder", part("Book")),
            ),
            (
                parse_quote!(Option<Inject<Db>>),
                ("assert_pointer", part("Db")),
            ),
            (parse_quote!(Option), ("assert_param", None)),
        ];
        for (ty, expected) in &cases {
            assert_eq!(&parameter(ty), expected);
        }
    }

    #[test]
    fn results_are_told_apart_by_their_tokens() {
        let part = |text: &str| Some(text.to_owned());
        let cases: [(Type, _); 7] = [
            (parse_quote!(Book), ("assert_output", None)),
            (
                parse_quote!(Vec<Book>),
                ("assert_holder_output", part("Book")),
            ),
            (
                parse_quote!(ToolResult<Book>),
                ("assert_holder_output", part("Book")),
            ),
            (
                parse_quote!(Result<Book, ToolError>),
                ("assert_holder_output", part("Book")),
            ),
            (
                parse_quote!(Result<u32, String>),
                ("assert_fallible_output", None),
            ),
            (
                parse_quote!(anyhow::Result<u32>),
                ("assert_fallible_output", None),
            ),
            (
                parse_quote!(ToolResult<Option<Duration>>),
                ("assert_time_output", None),
            ),
        ];
        for (ty, expected) in &cases {
            assert_eq!(&output(ty), expected);
        }
    }
}
