#![allow(unused)]

use ferramenta::schema;

#[schema]
fn function() {}

#[schema]
type Alias = u32;

#[schema]
union Both {
    a: u32,
    b: i32,
}

#[schema]
struct Page<T> {
    items: Vec<T>,
}

fn main() {}
