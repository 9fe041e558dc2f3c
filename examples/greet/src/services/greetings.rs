use ferramenta::Inject;

/// Words of welcome. Nobody registers it: the server makes it where a tool asks for it.
#[derive(Debug, Inject)]
pub struct Greetings {
    #[inject(default = "Hello")]
    word: &'static str,
}

impl Greetings {
    /// Greets with this word.
    pub const fn with_word(word: &'static str) -> Self {
        Self { word }
    }

    /// The greeting of a person.
    pub fn greet(&self, name: &str) -> String {
        format!("{}, {name}!", self.word)
    }
}
