use std::sync::Arc;

use ferramenta::{Inject, Progress, tool};

use crate::services::Greetings;

/// Greets several people, and tells how far it has come.
#[derive(Debug, Inject)]
pub struct GreetAllTool {
    greetings: Arc<Greetings>,
}

/// Greet several people, in the order in which they are named.
#[tool(read_only, closed_world)]
impl GreetAllTool {
    async fn handle(
        &self,
        /// The names, at most twenty.
        #[arg(length(1..=20))]
        names: Vec<String>,
        progress: Progress,
    ) -> Vec<String> {
        let mut greetings = Vec::new();
        for (done, name) in names.iter().enumerate() {
            greetings.push(self.greetings.greet(name));
            progress.report_with(done + 1, names.len(), name);
        }
        greetings
    }
}
