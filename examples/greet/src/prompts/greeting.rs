use std::sync::Arc;

use ferramenta::{Inject, Messages, ToolError, prompt};

use crate::services::{Greetings, NameFormatter};

/// Greets a person, with one service of the prompt's and one of the call's.
#[derive(Debug, Inject)]
pub struct GreetingPrompt {
    greetings: Arc<Greetings>,
}

/// Begin a conversation with a friendly greeting.
#[prompt(title = "Greet a person")]
impl GreetingPrompt {
    async fn handle(
        &self,
        /// Who is greeted.
        name: String,
        names: Inject<NameFormatter>,
    ) -> Result<Messages, ToolError> {
        let name = names.normalize(&name);
        if name.is_empty() {
            return Err(ToolError::new("Provide a name that is not empty."));
        }
        Ok(Messages::new().user(self.greetings.greet(name)))
    }
}
