//! `ship`, whose argument is of a medium size: ten members, nested and bounded.

#![allow(
    dead_code,
    reason = "all of an order is decoded, and little of it printed"
)]

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Ship {
    pub(crate) order: Order,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Order {
    #[schemars(length(min = 1, max = 80))]
    customer: String,
    #[schemars(range(min = 1, max = 10_000))]
    quantity: u32,
    #[schemars(range(min = 0.0, max = 1.0))]
    discount: f64,
    express: bool,
    priority: Priority,
    address: Address,
    #[schemars(length(max = 100))]
    lines: Vec<Line>,
    labels: BTreeMap<String, String>,
    note: Option<String>,
    #[schemars(range(min = 0, max = 100_000))]
    weight: Option<i64>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Priority {
    Low,
    Normal,
    High,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Address {
    #[schemars(length(min = 1, max = 80))]
    street: String,
    #[schemars(length(min = 1, max = 80))]
    city: String,
    zip: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Line {
    #[schemars(length(min = 1, max = 80))]
    sku: String,
    #[schemars(range(min = 1))]
    count: u16,
}

impl Order {
    pub(crate) fn ship(self) -> String {
        let Self {
            quantity,
            customer,
            address,
            ..
        } = self;
        format!("{quantity} boxes for {customer} in {}", address.city)
    }
}
