//! What `ship` is called with: ten members, nested and bounded.

#![allow(
    dead_code,
    reason = "all of an order is decoded, and little of it printed"
)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use serde::Deserialize;

use crate::message::Text;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order<'a> {
    #[serde(borrow)]
    customer: Cow<'a, str>,
    quantity: u32,
    discount: f64,
    express: bool,
    priority: Priority,
    #[serde(borrow)]
    address: Address<'a>,
    #[serde(borrow)]
    lines: Vec<Line<'a>>,
    #[serde(borrow)]
    labels: BTreeMap<Cow<'a, str>, Cow<'a, str>>,
    #[serde(borrow)]
    note: Option<Text<'a>>,
    weight: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    Normal,
    High,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Address<'a> {
    #[serde(borrow)]
    street: Cow<'a, str>,
    #[serde(borrow)]
    city: Cow<'a, str>,
    #[serde(borrow)]
    zip: Cow<'a, str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    #[serde(borrow)]
    sku: Cow<'a, str>,
    count: u16,
}

/// Characters of a name.
const NAME: RangeInclusive<usize> = 1..=80;
const MOST_LINES: usize = 100;

impl Order<'_> {
    /// Whether every member is within the bounds that the schema tells.
    pub(crate) fn is_valid(&self) -> bool {
        let Address { street, city, .. } = &self.address;
        [&self.customer, street, city]
            .into_iter()
            .all(|name| is_name(name))
            && (1..=10_000).contains(&self.quantity)
            && (0.0..=1.0).contains(&self.discount)
            && self.lines.len() <= MOST_LINES
            && self
                .lines
                .iter()
                .all(|line| is_name(&line.sku) && line.count >= 1)
            && self
                .weight
                .is_none_or(|grams| (0..=100_000).contains(&grams))
    }

    pub(crate) fn ship(&self) -> String {
        format!(
            "{} boxes for {} in {}",
            self.quantity, self.customer, self.address.city
        )
    }
}

fn is_name(text: &str) -> bool {
    NAME.contains(&text.chars().count())
}
