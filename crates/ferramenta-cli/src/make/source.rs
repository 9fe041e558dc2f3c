//! A file of Rust, changed at single places so that everything else stays as it is.

use std::ops::Range;

use anyhow::{Result, bail};
use syn::{Item, ItemMod, spanned::Spanned};

/// A text, and what it means.
pub(crate) struct Source {
    text: String,
    /// Bytes before what was parsed: a mark of the encoding.
    skipped: usize,
    pub(crate) file: syn::File,
}

/// A module as it is declared.
pub(crate) enum Declared {
    No,
    /// `mod name;`
    InFile,
    /// `mod name { .. }`
    Inline,
    /// `#[path = ".."] mod name;`
    Elsewhere,
}

impl Source {
    /// # Errors
    /// When the text isn't Rust; `shown` is the file's name in the error.
    pub(crate) fn parse(text: String, shown: &str) -> Result<Self> {
        let skipped = if text.starts_with('\u{feff}') {
            '\u{feff}'.len_utf8()
        } else {
            0
        };
        match syn::parse_file(&text[skipped..]) {
            Ok(file) if file.shebang.is_none() => Ok(Self {
                text,
                skipped,
                file,
            }),
            Ok(_) => bail!("{shown} begins with `#!`, and isn't changed"),
            Err(error) => {
                let start = error.span().start();
                let (line, column) = (start.line, start.column + 1);
                bail!("{shown}:{line}:{column} isn't Rust, mend it first: {error}")
            }
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn newline(&self) -> &'static str {
        if self.text.contains("\r\n") {
            "\r\n"
        } else {
            "\n"
        }
    }

    /// Where it stands in the text, in bytes.
    pub(crate) fn range(&self, thing: &impl Spanned) -> Range<usize> {
        let range = thing.span().byte_range();
        range.start + self.skipped..range.end + self.skipped
    }

    /// The line, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.text[..at].matches('\n').count() + 1
    }

    pub(crate) fn line_start(&self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// Where the next line begins.
    pub(crate) fn line_end(&self, at: usize) -> usize {
        let newline = self.text[at..].find('\n');
        newline.map_or(self.text.len(), |newline| at + newline + 1)
    }

    pub(crate) fn declared(&self, identifier: &str) -> Declared {
        match self.modules().find(|module| module.ident == identifier) {
            None => Declared::No,
            Some(module) if module.content.is_some() => Declared::Inline,
            Some(module)
                if module
                    .attrs
                    .iter()
                    .any(|attribute| attribute.path().is_ident("path")) =>
            {
                Declared::Elsewhere
            }
            Some(_) => Declared::InFile,
        }
    }

    /// The text with `mod identifier;` in it, among its like by name.
    pub(crate) fn declare(&self, identifier: &str, public: bool) -> String {
        let newline = self.newline();
        let visibility = if public { "pub " } else { "" };
        let line = format!("{visibility}mod {identifier};{newline}");
        let like: Vec<&ItemMod> = self
            .modules()
            .filter(|module| module.content.is_none())
            .collect();
        let before = like
            .iter()
            .rfind(|module| plain(&module.ident.to_string()) < plain(identifier));
        match (before, like.first(), self.file.items.first()) {
            (Some(before), _, _) => self.after(self.range(before).end, &line),
            (None, Some(first), _) => self.with(self.above(self.range(first).start), &line),
            (None, None, Some(first)) => {
                let place = self.above(self.range(first).start);
                let gap = if self.text[..place].trim().is_empty()
                    || self.text[..place].ends_with(&newline.repeat(2))
                {
                    ""
                } else {
                    newline
                };
                self.with(place, &format!("{gap}{line}{newline}"))
            }
            (None, None, None) => {
                let gap = if self.text.trim().is_empty() {
                    ""
                } else {
                    newline
                };
                self.after(self.text.len(), &format!("{gap}{line}"))
            }
        }
    }

    fn modules(&self) -> impl Iterator<Item = &ItemMod> {
        self.file.items.iter().filter_map(|item| match item {
            Item::Mod(module) => Some(module),
            _ => None,
        })
    }

    /// Above an item, and above the comments that stand right over it.
    fn above(&self, item: usize) -> usize {
        let mut place = self.line_start(item);
        while place > 0 {
            let before = self.line_start(place - 1);
            let line = self.text[before..place].trim();
            if !line.starts_with("//") || line.starts_with("//!") {
                break;
            }
            place = before;
        }
        place
    }

    fn after(&self, at: usize, lines: &str) -> String {
        let end = self.line_end(at);
        if self.text[..end].is_empty() || self.text[..end].ends_with('\n') {
            return self.with(end, lines);
        }
        self.with(end, &format!("{}{lines}", self.newline()))
    }

    /// The text with something put in.
    pub(crate) fn with(&self, at: usize, what: &str) -> String {
        let (before, after) = self.text.split_at(at);
        format!("{before}{what}{after}")
    }
}

fn plain(identifier: &str) -> &str {
    identifier.trim_start_matches("r#")
}

#[cfg(test)]
mod tests {
    use super::Source;

    fn declared(text: &str) -> String {
        let source = Source::parse(text.into(), "x.rs").unwrap();
        source.declare("m", true)
    }

    #[test]
    fn a_module_stands_among_its_like() {
        for (before, after) in [
            ("", "pub mod m;\n"),
            ("//! Docs.\n", "//! Docs.\n\npub mod m;\n"),
            ("//! Docs.", "//! Docs.\n\npub mod m;\n"),
            ("mod a;\nmod z;\n", "mod a;\npub mod m;\nmod z;\n"),
            (
                "mod a; // why\nmod z;\n",
                "mod a; // why\npub mod m;\nmod z;\n",
            ),
            ("// why\nmod z;\n", "pub mod m;\n// why\nmod z;\n"),
            (
                "/// Why.\n#[cfg(unix)]\nmod z;\n",
                "pub mod m;\n/// Why.\n#[cfg(unix)]\nmod z;\n",
            ),
            ("mod a;", "mod a;\npub mod m;\n"),
            (
                "//! Docs.\n\nuse b::c;\n",
                "//! Docs.\n\npub mod m;\n\nuse b::c;\n",
            ),
            (
                "//! Docs.\nuse b::c;\n",
                "//! Docs.\n\npub mod m;\n\nuse b::c;\n",
            ),
            (
                "// Licence\n\n// c\nfn f() {}\n",
                "// Licence\n\npub mod m;\n\n// c\nfn f() {}\n",
            ),
            (
                "mod r#as;\r\nfn f() {}\r\n",
                "mod r#as;\r\npub mod m;\r\nfn f() {}\r\n",
            ),
            (
                "\u{feff}mod a;\nfn é() {}\n",
                "\u{feff}mod a;\npub mod m;\nfn é() {}\n",
            ),
            (
                "const C: &str = \"é名\";\nmod z;\n",
                "const C: &str = \"é名\";\npub mod m;\nmod z;\n",
            ),
            (
                "use a;\nmod tests { mod z; }\n",
                "pub mod m;\n\nuse a;\nmod tests { mod z; }\n",
            ),
        ] {
            assert_eq!(declared(before), after, "{before:?}");
            assert!(syn::parse_file(after.trim_start_matches('\u{feff}')).is_ok());
        }
    }

    #[test]
    fn what_is_not_rust_is_told_with_its_place() {
        let problem = Source::parse("fn f(\n  {".into(), "x.rs")
            .err()
            .unwrap()
            .to_string();
        assert!(problem.starts_with("x.rs:"), "{problem}");
    }
}
