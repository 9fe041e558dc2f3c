//! How names are written: what `rename_all` knows.

/// A way to write names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

const ALL: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

/// The names of all ways.
pub(super) const NAMES: [&str; 8] = [
    "lowercase",
    "UPPERCASE",
    "PascalCase",
    "camelCase",
    "snake_case",
    "SCREAMING_SNAKE_CASE",
    "kebab-case",
    "SCREAMING-KEBAB-CASE",
];

impl Case {
    pub(super) fn parse(name: &str) -> Option<Self> {
        ALL.iter()
            .find(|(known, _)| *known == name)
            .map(|(_, case)| *case)
    }

    /// The name of a variant, which is written in `PascalCase`.
    pub(super) fn of_variant(self, name: &str) -> String {
        match self {
            Self::Pascal => name.to_owned(),
            Self::Lower => name.to_ascii_lowercase(),
            Self::Upper => name.to_ascii_uppercase(),
            Self::Camel => with_first(name, |first| first.to_ascii_lowercase()),
            Self::Snake => words(name),
            Self::ScreamingSnake => words(name).to_ascii_uppercase(),
            Self::Kebab => words(name).replace('_', "-"),
            Self::ScreamingKebab => words(name).to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// The name of a field, which is written in `snake_case`.
    pub(super) fn of_field(self, name: &str) -> String {
        match self {
            Self::Lower | Self::Snake => name.to_owned(),
            Self::Upper | Self::ScreamingSnake => name.to_ascii_uppercase(),
            Self::Pascal => joined(name),
            Self::Camel => with_first(&joined(name), |first| first.to_ascii_lowercase()),
            Self::Kebab => name.replace('_', "-"),
            Self::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// `ScienceAndNature` as `science_and_nature`.
fn words(name: &str) -> String {
    let mut all = String::new();
    for (index, letter) in name.char_indices() {
        if index > 0 && letter.is_uppercase() {
            all.push('_');
        }
        all.push(letter.to_ascii_lowercase());
    }
    all
}

/// `first_name` as `FirstName`.
fn joined(name: &str) -> String {
    name.split('_')
        .map(|word| with_first(word, |first| first.to_ascii_uppercase()))
        .collect()
}

fn with_first(name: &str, change: impl Fn(char) -> char) -> String {
    let mut letters = name.chars();
    let first = letters.next().map(change);
    first.into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_written_in_every_way() {
        for (case, field, variant) in [
            ("lowercase", "first_name", "scienceandnature"),
            ("UPPERCASE", "FIRST_NAME", "SCIENCEANDNATURE"),
            ("PascalCase", "FirstName", "ScienceAndNature"),
            ("camelCase", "firstName", "scienceAndNature"),
            ("snake_case", "first_name", "science_and_nature"),
            ("SCREAMING_SNAKE_CASE", "FIRST_NAME", "SCIENCE_AND_NATURE"),
            ("kebab-case", "first-name", "science-and-nature"),
            ("SCREAMING-KEBAB-CASE", "FIRST-NAME", "SCIENCE-AND-NATURE"),
        ] {
            let known = Case::parse(case).expect(case);
            assert_eq!(known.of_field("first_name"), field);
            assert_eq!(known.of_variant("ScienceAndNature"), variant);
        }
        assert_eq!(ALL.map(|(name, _)| name), NAMES);
    }
}
