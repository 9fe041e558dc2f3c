#![allow(unused)]

use ferramenta::{Context, tool};

type Request = Context;

#[tool]
fn texts(title: &String, cx: &Request, numbers: &Vec<u32>) -> usize {
    let _ = cx;
    title.len() + numbers.len()
}

fn main() {}
