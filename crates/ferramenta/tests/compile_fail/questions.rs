//! Who can ask, and what.

use ferramenta::{Questions, Server, ToolResult, tool};

#[ferramenta::schema]
struct Address {
    street: String,
}

#[ferramenta::schema]
struct Customer {
    name: String,
    address: Address,
}

#[ferramenta::schema]
struct Tags {
    tags: Vec<String>,
}

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Plain {
    name: String,
}

#[ferramenta::schema(output)]
struct Told {
    name: String,
}

#[tool]
async fn nested(questions: Questions) -> ToolResult<()> {
    questions.ask::<Customer>("customer", "Who?").await?;
    Ok(())
}

#[tool]
async fn listed(questions: Questions) -> ToolResult<()> {
    questions.ask::<Tags>("tags", "Which?").await?;
    Ok(())
}

#[tool]
async fn plain(questions: Questions) -> ToolResult<()> {
    questions.ask::<Plain>("plain", "Who?").await?;
    Ok(())
}

#[tool]
async fn told(questions: Questions) -> ToolResult<()> {
    questions.ask::<Told>("told", "Who?").await?;
    Ok(())
}

struct Ruled;

#[tool]
impl Ruled {
    async fn handle(&self) {}

    async fn authorize(questions: Questions) -> bool {
        questions.can_ask()
    }
}

fn main() {
    let _ = Server::new("t").guard(|(questions,): (Questions,)| async move { questions.can_ask() });
}
