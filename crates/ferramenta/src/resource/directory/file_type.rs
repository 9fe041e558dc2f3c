//! The type of a file, as its name says and its contents confirm.

use std::path::Path;

const TEXT: &str = "text/plain";
const BYTES: &str = "application/octet-stream";

/// Types that are texts, though they don't begin with `text/`.
const TEXTS: [&str; 9] = [
    "application/javascript",
    "application/json",
    "application/rtf",
    "application/sql",
    "application/toml",
    "application/x-sh",
    "application/x-yaml",
    "application/xml",
    "application/yaml",
];

/// The text that a file holds; the bytes again if it doesn't.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, Vec<u8>> {
    if bytes.contains(&0) {
        return Err(bytes);
    }
    String::from_utf8(bytes).map_err(std::string::FromUtf8Error::into_bytes)
}

/// The type that a name says, if it says any.
pub(super) fn of_name(name: &str) -> Option<&'static str> {
    // sources of TypeScript, and not streams of video
    let extension = Path::new(name).extension()?;
    let is_source = ["ts", "mts", "cts"]
        .iter()
        .any(|source| extension.eq_ignore_ascii_case(source));
    if is_source {
        return Some(TEXT);
    }
    mime_guess::from_path(name).first_raw()
}

/// The type of a file that is a text.
pub(super) fn of_text(name: &str) -> &'static str {
    of_name(name)
        .filter(|guess| !is_media(guess))
        .unwrap_or(TEXT)
}

/// The type of a file that isn't.
pub(super) fn of_bytes(name: &str) -> &'static str {
    of_name(name)
        .filter(|guess| !is_text(guess))
        .unwrap_or(BYTES)
}

fn is_text(guess: &str) -> bool {
    guess.starts_with("text/") || has_text_syntax(guess) || TEXTS.contains(&guess)
}

fn has_text_syntax(guess: &str) -> bool {
    guess.ends_with("+xml") || guess.ends_with("+json")
}

fn is_media(guess: &str) -> bool {
    let media = ["image/", "audio/", "video/", "font/"];
    media.iter().any(|kind| guess.starts_with(kind)) && !has_text_syntax(guess)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_go_before_names() {
        for (name, as_text, as_bytes) in [
            ("a.md", "text/markdown", BYTES),
            ("a.json", "application/json", BYTES),
            ("a.png", TEXT, "image/png"),
            ("a.svg", "image/svg+xml", BYTES),
            ("a.ts", TEXT, BYTES),
            ("a.pdf", "application/pdf", "application/pdf"),
            ("a", TEXT, BYTES),
            ("a.nothing-known", TEXT, BYTES),
        ] {
            assert_eq!(
                (of_text(name), of_bytes(name)),
                (as_text, as_bytes),
                "{name}"
            );
        }
    }

    #[test]
    fn a_text_is_utf_8_without_nul() {
        assert_eq!(text("ü".into()), Ok("ü".into()));
        assert_eq!(text(vec![b'a', 0]), Err(vec![b'a', 0]));
        assert_eq!(text(vec![0xff]), Err(vec![0xff]));
    }
}
