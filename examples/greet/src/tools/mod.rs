//! The tools, one type each.

mod avatar;
mod describe_request;
mod echo;
mod greet;
mod greet_all;
mod guest_count;
mod postcard;
mod private_message;
mod sign_guest_book;
mod summary;
mod translate;
mod who_am_i;

pub use self::{
    avatar::AvatarTool,
    describe_request::DescribeRequestTool,
    echo::EchoTool,
    greet::GreetTool,
    greet_all::GreetAllTool,
    guest_count::GuestCountTool,
    postcard::PostcardTool,
    private_message::PrivateTool,
    sign_guest_book::SignGuestBookTool,
    summary::SummaryTool,
    translate::{TranslateTool, Translation},
    who_am_i::WhoAmITool,
};

/// The tools of greeting.
pub type Greeting = (GreetTool, GreetAllTool, TranslateTool);

/// The tools of the guest book.
pub type Guests = (SignGuestBookTool, GuestCountTool);

/// The tools that tell of whoever calls.
pub type Callers = (PrivateTool, WhoAmITool, DescribeRequestTool);

/// All tools.
pub type All = (
    Greeting,
    Guests,
    Callers,
    (EchoTool, SummaryTool),
    (AvatarTool, PostcardTool),
);
