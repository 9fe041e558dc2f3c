//! What the tools and prompts are made from.

mod greetings;
mod guest_book;
mod name_formatter;
mod phrasebook;
mod visit;

pub use self::{
    greetings::Greetings,
    guest_book::{GuestBook, MemoryGuestBook},
    name_formatter::NameFormatter,
    phrasebook::Phrasebook,
    visit::Visit,
};
