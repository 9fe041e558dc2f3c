use std::sync::Arc;

use ferramenta::{Inject, resource};

use crate::services::{Greetings, NameFormatter};

/// The greeting of a person, made from the services that [`GreetTool`](crate::tools::GreetTool) is made from.
#[derive(Debug, Inject)]
pub struct GreetingResource {
    greetings: Arc<Greetings>,
}

/// The greeting of the person whom the URI names.
#[resource("greet://people/{name}", mime = "text/plain", title = "A greeting")]
impl GreetingResource {
    async fn handle(&self, name: String, names: Inject<NameFormatter>) -> Option<String> {
        let name = names.normalize(&name);
        (!name.is_empty()).then(|| self.greetings.greet(name))
    }
}
