use ferramenta_protocol::{write, write_completion};

use super::ways;
use crate::{Answer, Context, Failure, IntoFailure};

/// What an argument can be, and how much more there is.
///
/// A function that completes returns any list of texts, of which the first hundred are sent; it returns this where it
/// doesn't list all that it knows of.
///
/// ```
/// use ferramenta::{Completing, Completions};
///
/// async fn titles(typed: Completing) -> Completions {
///     let first = (1..=3).map(|part| format!("{}{part}", typed.value()));
///     Completions::new(first).total(1_200)
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    values: Vec<String>,
    total: usize,
}

impl Completions {
    /// These values, and no more.
    pub fn new<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        Self {
            total: values.len(),
            values,
        }
    }

    /// There are so many, those that aren't listed included.
    #[must_use]
    pub fn total(mut self, total: usize) -> Self {
        self.total = total.max(self.values.len());
        self
    }

    /// The answer, of which no more is sent than may be.
    pub(crate) fn answer(&self, cx: &Context) -> Answer {
        let mut out = Vec::with_capacity(256);
        if let Some(id) = cx.id() {
            write::begin_result(&mut out, id);
        }
        write_completion(&mut out, &self.values, self.total);
        cx.tail().close(&mut out, &Default::default());
        Answer::ok(out)
    }
}

/// What a function that completes can return. The marker `M` is inferred.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that an argument can be completed with",
    label = "not a list of texts",
    note = "return `Vec<String>`, any other list or iterator of texts, or `Completions`; one that can fail returns \
            `Result<T, ToolError>` or `ToolResult<T>`"
)]
pub trait IntoCompletions<M>: Send {
    /// The completions.
    ///
    /// # Errors
    /// When the value is an error.
    fn into_completions(self) -> Result<Completions, Failure>;
}

impl<L: IntoIterator<Item: Into<String>> + Send> IntoCompletions<ways::Listed> for L {
    fn into_completions(self) -> Result<Completions, Failure> {
        Ok(Completions::new(self))
    }
}

// with this a `Result` of one text can't be taken for a list that is empty when it fails
impl IntoCompletions<ways::One> for String {
    fn into_completions(self) -> Result<Completions, Failure> {
        Ok(Completions::new([self]))
    }
}

impl IntoCompletions<ways::Counted> for Completions {
    fn into_completions(self) -> Result<Completions, Failure> {
        Ok(self)
    }
}

impl<M, T, E> IntoCompletions<ways::Tried<M>> for Result<T, E>
where
    T: IntoCompletions<M>,
    E: IntoFailure,
{
    fn into_completions(self) -> Result<Completions, Failure> {
        self.map_err(IntoFailure::into_failure)?.into_completions()
    }
}
