//! Questions to the user: a form, and a page to open.

use std::sync::atomic::{AtomicU64, Ordering};

use ferramenta::{Inject, Questions, Reply, ToolResult, schema, tool};

/// Counts the orders.
#[derive(Debug, Default)]
pub struct Orders(AtomicU64);

impl Orders {
    fn next_number(&self) -> u64 {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

#[schema(rename_all = "lowercase")]
#[derive(Debug)]
pub enum Delivery {
    /// Come and fetch it
    Pickup,
    /// By post
    Post,
}

#[schema]
#[derive(Debug)]
pub struct Order {
    /// Who orders
    #[arg(length(1..=60))]
    pub name: String,
    #[arg(default = Delivery::Pickup)]
    pub delivery: Delivery,
}

/// Order a pot. The user is asked for whom, and how it is delivered.
#[tool]
pub async fn order(
    pot: String,
    orders: Inject<Orders>,
    questions: Questions,
) -> ToolResult<String> {
    // a handler that asks may run again from its beginning, and the order keeps its number
    let number = questions
        .once("number", async { Ok(orders.next_number()) })
        .await?;
    let message = format!("Who orders '{pot}'?");
    Ok(match questions.ask::<Order>("order", message).await? {
        Reply::Accepted(Order { name, delivery }) => {
            let way = match delivery {
                Delivery::Pickup => "is kept for",
                Delivery::Post => "is sent to",
            };
            format!("Order {number}: '{pot}' {way} {name}.")
        }
        Reply::Declined => "Nothing was ordered.".to_owned(),
        Reply::Cancelled => format!("Order {number} is open still."),
    })
}

/// Pay for an order. The user is asked to open the page of the bank.
#[tool]
pub async fn pay(#[arg(range(1..))] number: u64, questions: Questions) -> ToolResult<String> {
    // what is typed there is no business of the client or the model
    let page = format!("https://bank.example/pay/{number}");
    let message = format!("Pay for order {number}?");
    Ok(match questions.visit("pay", message, page).await? {
        Reply::Accepted(visit) => {
            // stands for the word of the bank, for which a real workshop would wait
            visit.completed();
            format!("Order {number} is paid.")
        }
        Reply::Declined | Reply::Cancelled => format!("Order {number} isn't paid."),
    })
}
