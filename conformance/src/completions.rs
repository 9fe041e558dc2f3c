use ferramenta::{Completing, prompt};

/// Has arguments that are completed, so that the server can be asked for completions.
#[prompt]
pub(crate) fn test_completion(
    /// Completed by a function.
    #[arg(complete = echoes)]
    text: String,
    /// Completed with what is allowed.
    #[arg(one_of("first", "second"))]
    choice: String,
) -> String {
    format!("{text} {choice}")
}

async fn echoes(typed: Completing) -> [String; 2] {
    let typed = typed.value();
    [typed.to_owned(), format!("{typed} {typed}")]
}
