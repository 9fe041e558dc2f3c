//! What users can be asked.

use ferramenta::{Question, Questions, ToolResult, tool};

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

#[ferramenta::schema]
struct Login {
    user: String,
    #[arg(secret)]
    password: String,
}

fn main() {
    let _ = Question::form::<Login>("login", "Who?");
    let _ = Question::form::<Customer>("customer", "Who?");
    let _ = Question::form::<Tags>("tags", "Which?");
    let _ = Question::form::<Plain>("plain", "Who?");
}

#[tool]
async fn ask(questions: Questions) -> ToolResult<()> {
    questions.ask::<u32>("number", "How many?").await?;
    Ok(())
}
