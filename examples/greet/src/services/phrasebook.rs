use std::collections::BTreeMap;

/// Greetings in other languages, each kept as the answer that a server of translations gave.
#[derive(Debug)]
pub struct Phrasebook(BTreeMap<String, String>);

impl Phrasebook {
    /// A phrasebook with these entries: languages, and the JSON of a result.
    pub fn of<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let entries = entries.into_iter();
        Self(
            entries
                .map(|(language, result)| (language.to_owned(), result.to_owned()))
                .collect(),
        )
    }

    /// The entry of a language.
    pub fn find(&self, language: &str) -> Option<&str> {
        self.0.get(language).map(String::as_str)
    }
}

impl Default for Phrasebook {
    fn default() -> Self {
        Self::of([
            (
                "portuguese",
                r#"{
                    "content": [{ "type": "text", "text": "Olá!" }],
                    "structuredContent": { "language": "portuguese", "greeting": "Olá!" }
                }"#,
            ),
            (
                "spanish",
                r#"{
                    "content": [{ "type": "text", "text": "¡Hola!" }],
                    "structuredContent": { "language": "spanish", "greeting": "¡Hola!" }
                }"#,
            ),
        ])
    }
}
