#![doc = include_str!("../README.md")]

mod canonical;
mod contract;
mod diff;
mod lint;
mod report;

pub use self::{
    contract::{Contract, Offer, Unreadable},
    diff::{Change, Class, Witness},
    lint::{Budget, Finding, Severity},
    report::Report,
};
