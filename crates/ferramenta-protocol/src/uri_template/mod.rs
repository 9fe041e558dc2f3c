//! URI templates (RFC 6570) that are read in both directions.

mod builder;
mod error;
mod expand;
mod matching;
mod model;
mod overlap;
mod parse;
mod place;
mod query;
mod specificity;
mod text;
mod uri;
mod variable;

#[cfg(test)]
mod tests;

use std::{fmt, str::FromStr};

pub use self::{
    error::{ExpandError, TemplateError},
    overlap::Overlap,
    specificity::Specificity,
    uri::ResourceUri,
    variable::{UriValue, UriVariable, VariableKind},
};
use self::{
    model::{Fragment, Hierarchy},
    query::Query,
};

/// A URI template that gives a URI for its variables, and the variables for a URI (RFC 6570).
///
/// | expression | its value | RFC 6570 |
/// |---|---|---|
/// | `{name}`, `{x,y}` | one segment each, or a part of one | §3.2.2 |
/// | `{+path}` | a relative path: may hold `/`, not `?` or `#` | §3.2.3 |
/// | `{#part}` | the fragment, optional | §3.2.4 |
/// | `{.ext}` | an extension, without a dot in it | §3.2.5 |
/// | `{/a,b}` | one segment each | §3.2.6 |
/// | `{/path*}` | a list of segments, perhaps none | §3.2.6 |
/// | `{?q,limit}`, `?v=1{&q}` | query parameters, each optional, in any order | §3.2.8, §3.2.9 |
/// | `{?tags*}` | a list: the parameter once for each of its items | §3.2.8 |
/// | `?q={q}` | a query parameter that has to be there | §3.2.2 |
///
/// What can't be read back from a URI is no template here: prefixes (`{name:3}`), variables side by side,
/// a variable twice, two variables that span segments, `{;name}`, and lists whose items are joined by commas.
///
/// # Reading a URI
///
/// - A value is percent-decoded once, and checked afterwards ([`VariableKind`] tells for what). So `%2F`,
///   `%5C`, `%00` and `%2e%2e` don't get through where `/`, `\`, NUL and `..` don't; the URI then doesn't match.
///   Neither does one whose escapes are broken or no UTF-8.
/// - Variables in the path are never empty.
/// - URIs are compared after the normalisation of RFC 3986 §6.2.2: the scheme and the authority ignore case, and
///   escapes of letters, digits, `-`, `.`, `_` and `~` are those characters. Characters outside ASCII stand for
///   their escapes (RFC 3987 §3.1). Dot segments aren't resolved.
/// - A query has the template's parameters and no others, and each that isn't a list at most once; `+` is a plus
///   sign. A template without a query takes no query, and one without a fragment no fragment.
/// - Where a text between two variables occurs more than once, its last occurrence counts, as for file
///   extensions: `{name}{.ext}` takes `a.tar.gz` apart into `a.tar` and `gz`.
///
/// The time that takes grows with the length of the URI, never with its square.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use ferramenta_protocol::UriTemplate;
///
/// let template = UriTemplate::parse("shop://books/{isbn}{?lang}")?;
/// let found = template.matches("shop://books/978?lang=pt%2DBR").unwrap_or_default();
/// assert_eq!(found, [("isbn", "978".into()), ("lang", "pt-BR".into())]);
/// assert!(template.expand(&[("isbn", "9/8".into())]).is_err());
/// assert_eq!(template.expand(&[("isbn", "9 8".into())])?, "shop://books/9%208");
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct UriTemplate {
    source: String,
    variables: Vec<UriVariable>,
    hierarchy: Hierarchy,
    query: Query,
    fragment: Fragment,
}

impl UriTemplate {
    /// Reads a template (RFC 6570 §2).
    pub fn parse(template: &str) -> Result<Self, TemplateError> {
        parse::parse(template)
    }

    /// The template as it was written.
    pub fn as_str(&self) -> &str {
        &self.source
    }

    /// The variables, in the order in which they are written (RFC 6570 §2.3).
    pub fn variables(&self) -> &[UriVariable] {
        &self.variables
    }

    /// The canonical URI, when the template has no variables: the same text as [`ResourceUri::canonical`].
    pub fn exact(&self) -> Option<String> {
        self.variables.is_empty().then(|| self.write(&[]))
    }
}

impl FromStr for UriTemplate {
    type Err = TemplateError;

    fn from_str(template: &str) -> Result<Self, TemplateError> {
        Self::parse(template)
    }
}

impl fmt::Display for UriTemplate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)
    }
}
