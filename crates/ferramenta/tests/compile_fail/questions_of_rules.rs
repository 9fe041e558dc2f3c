//! Rules and services ask nobody.

use ferramenta::{Questions, Server, tool};

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
