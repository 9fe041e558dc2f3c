use std::sync::PoisonError;

use super::Listed;
use crate::{Binder, Context, Failure, FromServer, IntoFailure};

/// Most entries that a function is asked for, where the server doesn't list in pages.
const MOST: usize = 100;

/// Which page of a list is asked for, for the function that lists (specification: *Pagination*).
///
/// ```
/// use ferramenta::{Listed, Page, Paging, Server, resource};
///
/// /// A book.
/// #[resource("shelf://books/{isbn}", list = books)]
/// async fn book(isbn: u32) -> String {
///     format!("Book {isbn}")
/// }
///
/// async fn books(paging: Paging) -> Page<Listed> {
///     let known = [17, 23, 42]; // from the database, in the order of their keys
///     let after: u32 = paging.after().and_then(|key| key.parse().ok()).unwrap_or(0);
///     let rest = known.into_iter().filter(|isbn| *isbn > after);
///     let books = rest.map(|isbn| (isbn.to_string(), Listed::of([("isbn", isbn.to_string())])));
///     Page::of_rest(books, &paging)
/// }
///
/// let server = Server::new("Shelf").resource::<book>();
/// # assert!(server.build().is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Paging {
    after: Option<String>,
    most: usize,
}

impl Paging {
    /// The page behind the one with this cursor, for calling a function in a unit test; `None` is the first.
    pub fn new(after: Option<&str>, most: usize) -> Self {
        Self {
            after: after.map(str::to_owned),
            most,
        }
    }

    pub(crate) fn next(after: Option<String>, room: Option<usize>) -> Self {
        Self {
            after,
            most: room.unwrap_or(MOST),
        }
    }

    /// The cursor that the function gave with the page before, such as the key of its last row; nothing for the first
    /// page.
    ///
    /// It comes back from the client as it was given, but nobody vouches for it: treat it like an argument.
    pub fn after(&self) -> Option<&str> {
        self.after.as_deref()
    }

    /// The number of entries that the page has room for, at least one; a function that gives more sends them all.
    pub const fn most(&self) -> usize {
        self.most
    }
}

impl FromServer for Paging {
    type Bound = ();

    fn bind(binder: &mut Binder<'_>) -> Option<()> {
        binder.paging()
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        let turn = cx.call().listing.lock();
        let turn = turn.unwrap_or_else(PoisonError::into_inner);
        let paging = turn.as_ref().map(|turn| turn.paging.clone());
        std::future::ready(paging.ok_or_else(|| Failure::hidden("this request lists nothing")))
    }
}

/// A page of a list, and where the next one begins.
#[derive(Clone, Debug)]
#[must_use = "a page is nothing until a function returns it"]
pub struct Page<T> {
    entries: Vec<T>,
    next: Option<String>,
}

impl<T> Page<T> {
    /// The last page: these entries, and no more behind them.
    pub fn new(entries: impl IntoIterator<Item = T>) -> Self {
        Self {
            entries: entries.into_iter().collect(),
            next: None,
        }
    }

    /// Says that there is more, behind this cursor: what finds the next page wherever it is asked for, such as the key
    /// of the last row, and not a place in this process.
    pub fn next(mut self, cursor: impl Into<String>) -> Self {
        self.next = Some(cursor.into());
        self
    }

    /// As many entries as the page has room for, of all those behind its beginning; each comes with the cursor that
    /// stands behind it. Of a query it takes one row more than fits.
    pub fn of_rest<C: Into<String>>(
        rest: impl IntoIterator<Item = (C, T)>,
        paging: &Paging,
    ) -> Self {
        let mut page = Self::new([]);
        let mut last = None;
        for (cursor, entry) in rest {
            if page.entries.len() >= paging.most() {
                page.next = last;
                break;
            }
            page.entries.push(entry);
            last = Some(cursor.into());
        }
        page
    }

    pub(crate) fn into_parts(self) -> (Vec<T>, Option<String>) {
        (self.entries, self.next)
    }
}

/// A page that is asked of a function, and what it gave.
pub(crate) struct Turn {
    pub(crate) paging: Paging,
    pub(crate) page: Option<Page<Listed>>,
}

/// What a function that lists resources can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no page of resources",
    label = "neither a `Page<Listed>` nor a `Vec<Listed>`",
    note = "return `Page<Listed>`, or `Vec<Listed>` where one page has all; one that can fail returns \
            `Result<T, ToolError>` or `ToolResult<T>`"
)]
pub trait IntoPage: Send {
    /// The page.
    ///
    /// # Errors
    /// When the value is an error.
    fn into_page(self) -> Result<Page<Listed>, Failure>;
}

impl IntoPage for Page<Listed> {
    fn into_page(self) -> Result<Self, Failure> {
        Ok(self)
    }
}

impl IntoPage for Vec<Listed> {
    fn into_page(self) -> Result<Page<Listed>, Failure> {
        Ok(Page::new(self))
    }
}

impl<T: IntoPage, E: IntoFailure> IntoPage for Result<T, E> {
    fn into_page(self) -> Result<Page<Listed>, Failure> {
        self.map_err(IntoFailure::into_failure)?.into_page()
    }
}
