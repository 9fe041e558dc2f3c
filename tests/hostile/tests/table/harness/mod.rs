//! What the rows have in common: messages, expectations, and raw clients of both transports.

mod answer;
mod child;
mod counts;
mod era;
mod http;
mod message;
mod request;
mod response;
mod stdio;
mod table;

pub(crate) use self::{
    answer::{Answer, answers, check, error, nameless, result, text, tool_error},
    child::Signal,
    counts::Counts,
    era::{Era, LEGACY, MODERN, UNOPENED},
    http::{Client, Host},
    message::{call, initialize, modern, modern_call, notification, request},
    request::{Request, get, post},
    response::Response,
    stdio::Pipe,
    table::{HttpRow, StdioRow, rows},
};
