//! Unknown keys, and the known one that was probably meant.

use proc_macro2::Ident;

/// The error for a key that isn't known, with the nearest one that is.
pub(crate) fn unknown(key: &Ident, known: &[&str]) -> syn::Error {
    let message = match nearest(&key.to_string(), known) {
        Some(near) => format!("unknown key `{key}`; did you mean `{near}`?"),
        None => format!("unknown key `{key}`; known are {}", list(known)),
    };
    syn::Error::new(key.span(), message)
}

/// The known word that is at most a few letters away.
pub(crate) fn nearest<'a>(word: &str, known: &[&'a str]) -> Option<&'a str> {
    let near = known
        .iter()
        .map(|candidate| (distance(word, candidate), *candidate))
        .min()?;
    (near.0 <= 1 + word.chars().count() / 4).then_some(near.1)
}

/// The words, as they stand in a sentence.
pub(crate) fn list(words: &[&str]) -> String {
    words
        .iter()
        .map(|word| format!("`{word}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// How many letters have to be changed, added or removed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, letter) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, other) in b.iter().enumerate() {
            let changed = diagonal + usize::from(letter != *other);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_offered_when_it_is_near() {
        assert_eq!(nearest("titel", &["name", "title"]), Some("title"));
        assert_eq!(
            nearest("readonly", &["read_only", "title"]),
            Some("read_only")
        );
        assert_eq!(nearest("colour", &["name", "title"]), None);
    }
}
