//! Checks values against a contract, says what is wrong with them, and mends what can be mended.

mod budget;
mod decimal;
mod decoder;
mod equality;
mod format;
mod nearest;
mod problem;
mod repair;
mod rules;
mod shown;
mod spelling;
mod union;
mod walk;
mod words;

pub(crate) use self::{
    budget::Budget,
    decimal::Decimal,
    decoder::Decoder,
    equality::same,
    format::Format,
    nearest::nearest,
    problem::{Problem, data, message},
    repair::{integers, repair},
    walk::{MOST, accepts, explain, intricate},
};
