#![allow(unused)]

use ferramenta::{Inject, schema, tool};

#[schema]
enum Priority {
    Low,
    High,
}

#[tool]
fn add(#[arg(default = "High")] priority: Priority) {}

#[schema]
struct Task {
    #[arg(default = "Low")]
    priority: Priority,
}

#[derive(Inject)]
struct Board {
    #[inject(default = "Low")]
    usual: Priority,
}

fn main() {}
