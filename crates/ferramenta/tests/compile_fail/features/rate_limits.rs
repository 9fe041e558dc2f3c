use ferramenta::tool;

#[tool(rate_limit = "10/min")]
fn text() {}

#[tool(rate_limit = ferramenta::RateLimit::per_minute(10))]
fn expression() {}

fn main() {}
