//! Names of what is generated: understood in any case, written in the one that Rust has for the place.

use std::fmt;

/// The longest word of a path; what the model sees may have 128 characters.
const MAX_LENGTH: usize = 64;
/// Words that can't be a module, not even as `r#word`.
const NEVER: [&str; 3] = ["crate", "self", "super"];
/// Names of files that mean something to cargo or rustc beside modules.
const MODULE_FILES: [&str; 3] = ["lib", "main", "mod"];
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// What is generated, such as `support/find_ticket`: folders, and a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    folders: Vec<Words>,
    last: Words,
}

/// A name cut into its words, in lower case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Words(Vec<String>);

/// Why a text is no name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refused {
    text: String,
    problem: String,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { text, problem } = self;
        write!(f, "`{}` can't be a name: {problem}", text.escape_debug())
    }
}

impl std::error::Error for Refused {}

impl Name {
    /// Reads `find_ticket`, `find-ticket`, `FindTicket`, `findTicket`, or one of them in folders.
    ///
    /// `kind` is what is generated: where it is the last of several words, it is left out, so that
    /// `EchoTool` is the tool `echo`.
    ///
    /// # Errors
    /// When a part is empty, has other characters than ASCII letters, digits, `_` and `-`, doesn't begin
    /// with a letter, or can't be a module.
    pub(crate) fn parse(text: &str, kind: &str) -> Result<Self, Refused> {
        let refuse = |problem: String| Refused {
            text: text.into(),
            problem,
        };
        if text.is_empty() {
            return Err(refuse("it is empty".into()));
        }
        let parts: Result<Vec<Words>, String> = text.split('/').map(Words::parse).collect();
        let mut folders = parts.map_err(refuse)?;
        // `split` has at least one part
        let mut last = folders.pop().unwrap_or(Words(Vec::new()));
        if last.0.len() > 1 && last.0.last().is_some_and(|word| word == kind) {
            last.0.pop();
        }
        for part in folders.iter().chain([&last]) {
            part.check_module().map_err(refuse)?;
        }
        Ok(Self { folders, last })
    }

    pub(crate) fn last(&self) -> &Words {
        &self.last
    }

    /// The names of the modules above, and of the thing's own.
    pub(crate) fn modules(&self) -> impl Iterator<Item = String> {
        self.folders.iter().chain([&self.last]).map(Words::snake)
    }

    /// As in a URI: `support/find-ticket`.
    pub(crate) fn path(&self) -> String {
        let parts = self.folders.iter().chain([&self.last]);
        parts.map(Words::kebab).collect::<Vec<_>>().join("/")
    }
}

impl Words {
    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("a part between slashes is empty".into());
        }
        if text == "." || text == ".." {
            return Err("it may not lead to other folders than those below".into());
        }
        if let Some(wrong) = text.chars().find(|&character| !allowed(character)) {
            return Err(format!(
                "`{}` is neither an ASCII letter nor a digit, `_` or `-`",
                wrong.escape_debug()
            ));
        }
        if !text.starts_with(|first: char| first.is_ascii_alphabetic()) {
            return Err(format!("`{text}` doesn't begin with a letter"));
        }
        if text.len() > MAX_LENGTH {
            let length = text.len();
            return Err(format!("it has {length} characters, {MAX_LENGTH} at most"));
        }
        Ok(Self(words(text)))
    }

    fn check_module(&self) -> Result<(), String> {
        let snake = self.snake();
        if NEVER.contains(&snake.as_str()) {
            return Err(format!("Rust has no module `{snake}`"));
        }
        if MODULE_FILES.contains(&snake.as_str()) {
            return Err(format!("`{snake}.rs` means something else to Rust"));
        }
        if is_device(&snake) {
            return Err(format!("Windows has no file `{snake}.rs`"));
        }
        Ok(())
    }

    pub(crate) fn snake(&self) -> String {
        self.0.join("_")
    }

    pub(crate) fn kebab(&self) -> String {
        self.0.join("-")
    }

    pub(crate) fn pascal(&self) -> String {
        self.0.iter().map(|word| capitalized(word)).collect()
    }

    /// For people: `Find ticket`.
    pub(crate) fn sentence(&self) -> String {
        capitalized(&self.0.join(" "))
    }
}

/// The identifier of a module: `r#match` for a keyword.
pub(crate) fn identifier(snake: &str) -> String {
    if KEYWORDS.contains(&snake) {
        format!("r#{snake}")
    } else {
        snake.into()
    }
}

fn allowed(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '-')
}

/// Cuts at `_` and `-`, before a capital after what isn't one, and before the last capital of several
/// that a small letter follows: `HTTPServer2` is `http`, `server2`.
fn words(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut words = vec![String::new()];
    for (at, &letter) in letters.iter().enumerate() {
        let separates = !letter.is_ascii_alphanumeric();
        if separates || begins(&letters, at) {
            words.push(String::new());
        }
        if !separates && let Some(word) = words.last_mut() {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

fn begins(letters: &[char], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| letters[before]);
    let after = letters.get(at + 1);
    letters[at].is_ascii_uppercase()
        && before.is_some_and(|before| {
            before.is_ascii_lowercase()
                || before.is_ascii_digit()
                || (before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase))
        })
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn is_device(snake: &str) -> bool {
    let numbered = |device: &str| {
        let number = snake.strip_prefix(device);
        number.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
    };
    matches!(snake, "con" | "prn" | "aux" | "nul") || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{KEYWORDS, Name, identifier};

    fn snake(text: &str) -> String {
        let name = Name::parse(text, "tool").unwrap();
        name.modules().collect::<Vec<_>>().join("/")
    }

    #[test]
    fn words_are_found_in_any_case() {
        for (text, expected) in [
            ("echo", "echo"),
            ("find_ticket", "find_ticket"),
            ("find-ticket", "find_ticket"),
            ("FindTicket", "find_ticket"),
            ("findTicket", "find_ticket"),
            ("FIND_TICKET", "find_ticket"),
            ("support/FindTicket", "support/find_ticket"),
            ("HTTPServer", "http_server"),
            ("parseJSON", "parse_json"),
            ("Top10Books", "top10_books"),
            ("top_10", "top_10"),
            ("v2Search", "v2_search"),
            ("a", "a"),
            ("A", "a"),
            ("find__ticket_", "find_ticket"),
            ("EchoTool", "echo"),
            ("echo_tool", "echo"),
            ("tool", "tool"),
            ("match", "match"),
        ] {
            assert_eq!(snake(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_name_is_refused() {
        for text in [
            "",
            "/",
            "a/",
            "/a",
            "a//b",
            ".",
            "..",
            "../a",
            "a/../b",
            "a b",
            "1st",
            "_a",
            "-a",
            "é",
            "名前",
            "a\u{202e}b",
            "a\\b",
            "C:/a",
            "a.rs",
            "a::b",
            "self",
            "super",
            "Crate",
            "mod",
            "lib",
            "main",
            "con",
            "NUL",
            "com1",
            "a\nb",
            "a\0",
        ] {
            assert!(Name::parse(text, "tool").is_err(), "{text:?}");
        }
        assert!(Name::parse(&"a".repeat(65), "tool").is_err());
    }

    #[test]
    fn keywords_are_raw() {
        assert_eq!(identifier("match"), "r#match");
        assert_eq!(identifier("matches"), "matches");
        for keyword in KEYWORDS {
            let raw = identifier(keyword);
            assert!(syn::parse_str::<syn::Ident>(&raw).is_ok(), "{raw}");
        }
    }

    proptest! {
        #[test]
        fn all_cases_of_the_same_words_are_one_name(
            words in proptest::collection::vec("[a-z]{2,6}[0-9]{0,2}", 1..4)
        ) {
            let capital = |word: &String| {
                let (first, rest) = word.split_at(1);
                first.to_uppercase() + rest
            };
            let pascal: String = words.iter().map(capital).collect();
            let camel = pascal[..1].to_lowercase() + &pascal[1..];
            let expected = words.join("_");
            for text in [words.join("_"), words.join("-"), words.join("_").to_uppercase(), pascal, camel] {
                match Name::parse(&text, "tool") {
                    Ok(name) => prop_assert_eq!(name.last().snake(), expected.trim_end_matches("_tool")),
                    Err(error) => prop_assert!(Name::parse(&expected, "tool").is_err(), "{}", error),
                }
            }
        }

        #[test]
        fn any_text_is_refused_or_makes_identifiers_of_one_kind(text in ".{0,24}") {
            if let Ok(name) = Name::parse(&text, "tool") {
                for module in name.modules() {
                    prop_assert!(syn::parse_str::<syn::Ident>(&identifier(&module)).is_ok(), "{}", module);
                }
                prop_assert!(syn::parse_str::<syn::Ident>(&name.last().pascal()).is_ok());
                let snake = name.last().snake();
                let again = Name::parse(&snake, "nothing").unwrap();
                prop_assert_eq!(again.last().snake(), snake);
            }
        }
    }
}
