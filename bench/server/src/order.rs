//! `ship`, whose argument is of a medium size: ten members, nested and bounded.

#![allow(
    dead_code,
    reason = "all of an order is decoded, and little of it printed"
)]

use std::collections::BTreeMap;

use ferramenta::{schema, tool};

#[schema(input)]
pub(crate) struct Order {
    #[arg(length(1..=80))]
    customer: String,
    #[arg(range(1..=10_000))]
    quantity: u32,
    #[arg(range(0.0..=1.0))]
    discount: f64,
    express: bool,
    priority: Priority,
    address: Address,
    #[arg(length(..=100))]
    lines: Vec<Line>,
    labels: BTreeMap<String, String>,
    note: Option<String>,
    #[arg(range(0..=100_000))]
    weight: Option<i64>,
}

#[schema(input, rename_all = "lowercase")]
enum Priority {
    Low,
    Normal,
    High,
}

#[schema(input)]
struct Address {
    #[arg(length(1..=80))]
    street: String,
    #[arg(length(1..=80))]
    city: String,
    zip: String,
}

#[schema(input)]
struct Line {
    #[arg(length(1..=80))]
    sku: String,
    #[arg(range(1..))]
    count: u16,
}

/// Ships an order.
#[tool]
pub(crate) async fn ship(order: Order) -> String {
    let Order {
        quantity,
        customer,
        address,
        ..
    } = order;
    format!("{quantity} boxes for {customer} in {}", address.city)
}
