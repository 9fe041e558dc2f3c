#![doc = include_str!("../README.md")]

mod canonical;
mod contract;
mod diff;
mod lint;

pub use self::{
    contract::{Contract, Offer, Unreadable},
    diff::{Change, Class, Witness},
    lint::{Budget, Finding, Severity},
};
