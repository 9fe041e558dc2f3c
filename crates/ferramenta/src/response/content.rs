//! Blocks of content, with no structure beside them.

use ferramenta_protocol::Content;

use super::{IntoOutput, OutputSchema, ResultWriter};
use crate::{Failure, contract::SchemaBuilder};

/// What can be one block of content: a text, or a [`Content`].
///
/// A tuple of two to four of them is a result, and so is a list of [`Content`]:
///
/// ```
/// use ferramenta::{Content, tool};
///
/// /// Show the cover of a book.
/// #[tool(inline)]
/// fn cover(title: String) -> (String, Content) {
///     (format!("The cover of {title}:"), Content::image_base64("iVBORw0KGgo=", "image/png"))
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a block of content",
    label = "neither a text nor a `Content`",
    note = "return `Structured(value)` for a value, and `Content::text(..)` for a block of text"
)]
pub trait IntoContent: Send {
    /// The block.
    fn into_content(self) -> Content;
}

impl IntoContent for Content {
    fn into_content(self) -> Content {
        self
    }
}

impl IntoContent for String {
    fn into_content(self) -> Content {
        Content::text(self)
    }
}

impl IntoContent for &'static str {
    fn into_content(self) -> Content {
        Content::text(self)
    }
}

macro_rules! contents {
    ($([$($generic:ident)*] $type:ty => |$value:ident| $list:expr;)*) => {$(
        impl<$($generic: IntoContent),*> IntoOutput for $type {
            fn schema(_: &mut SchemaBuilder) -> Option<OutputSchema> {
                None
            }

            fn write(self, result: &mut ResultWriter) -> Result<(), Failure> {
                let $value = self;
                result.content($list);
                Ok(())
            }
        }
    )*};
}
contents! {
    [] () => |_nothing| &[];
    [] Content => |content| &[content];
    [] Vec<Content> => |contents| &contents;
    [A B] (A, B) => |all| &[all.0.into_content(), all.1.into_content()];
    [A B C] (A, B, C) => |all| &[all.0.into_content(), all.1.into_content(), all.2.into_content()];
    [A B C D] (A, B, C, D) =>
        |all| &[all.0.into_content(), all.1.into_content(), all.2.into_content(), all.3.into_content()];
}
