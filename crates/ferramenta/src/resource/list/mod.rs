//! Resources that are listed on demand, such as the rows of a table.

mod function;
mod listed;
mod page;

pub(crate) use self::{function::setup, page::Turn};
pub use self::{
    function::{ListFn, ReadyList},
    listed::Listed,
    page::{IntoPage, Page, Paging},
};
