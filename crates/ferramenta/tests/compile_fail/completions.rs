//! Where completions can't be asked for, and what isn't a function.

use ferramenta::{Completing, prompt, tool, toolset};

async fn titles(typed: Completing) -> Vec<String> {
    vec![typed.value().to_owned()]
}

/// A tool has no completions.
#[tool]
async fn search(#[arg(complete = titles)] title: String) -> String {
    title
}

struct Books;

#[toolset]
impl Books {
    /// Neither has one of a set.
    #[tool]
    async fn find(#[arg(complete = titles)] title: String) -> String {
        title
    }
}

#[ferramenta::schema]
struct Book {
    #[arg(complete = titles)]
    title: String,
}

/// The function is named.
#[prompt]
async fn review(
    #[arg(complete = "titles")] a: String,
    #[arg(complete)] b: String,
    #[arg(complete = |_| async { Vec::<String>::new() })] c: String,
) -> String {
    a + &b + &c
}

fn main() {}
