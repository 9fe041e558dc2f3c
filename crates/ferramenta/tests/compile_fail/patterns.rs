#![allow(unused)]

use ferramenta::tool;

#[ferramenta::schema]
struct Point {
    x: i32,
    y: i32,
}

#[tool]
fn patterns((a, b): (i32, i32), Point { x, y }: Point, _: u32, ref r: u32) -> i32 {
    a + b + x + y
}

fn main() {}
