//! The tree that arguments are explained with, and its helpers, beside a strict reference: the same texts are JSON, with
//! the same values, digits and doubled keys; what is written reads back as it was.

use std::collections::HashSet;

use ferramenta_protocol::{
    MAX_DEPTH, Tree, doubled_keys, has_doubled_keys, json, path_at, split_batch,
};

use crate::reference::{Members, depth, items, string, value};

/// Reads one text both ways.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        assert_eq!(split_batch(input, MAX_DEPTH), None, "a batch of no UTF-8");
        return;
    };
    let whole = value(text).filter(|json| depth(json) <= MAX_DEPTH);
    assert_eq!(
        json::is_within(text, MAX_DEPTH),
        whole.is_some(),
        "is it JSON?"
    );
    batches(text);
    for offset in [0, text.len() / 2, text.len()] {
        let _ = path_at(text, offset);
    }
    let expected = whole.and_then(reference);
    match (Tree::parse(text), expected) {
        (Ok(tree), Some(expected)) => {
            assert_eq!(tree, expected, "the values");
            written(&tree);
            doubled(text, &tree);
        }
        (Err(at), None) => assert!(at <= text.len(), "no byte of the text: {at}"),
        (found, expected) => panic!("read {found:?} where the reference has {expected:?}"),
    }
}

/// The tree as the reference reads it; nothing where a string is no text.
fn reference(token: &str) -> Option<Tree<'static>> {
    Some(match token.as_bytes().first()? {
        b'{' => {
            let members = Members::of(token)?.0.into_iter();
            let read = members.map(|(key, value)| Some((key.into(), reference(value)?)));
            Tree::Object(read.collect::<Option<_>>()?)
        }
        b'[' => Tree::Array(
            items(token)?
                .into_iter()
                .map(reference)
                .collect::<Option<_>>()?,
        ),
        b'"' => Tree::String(string(token)?.into()),
        b'n' => Tree::Null,
        b't' => Tree::Bool(true),
        b'f' => Tree::Bool(false),
        _ => Tree::Number(token.to_owned().into()),
    })
}

fn written(tree: &Tree<'_>) {
    let text = tree.to_text();
    assert_eq!(Tree::parse(&text).as_ref(), Ok(tree), "written as {text}");
}

fn doubled(text: &str, tree: &Tree<'_>) {
    let expected = doubles(tree);
    assert_eq!(
        has_doubled_keys(text),
        expected > 0,
        "is a key there twice?"
    );
    assert_eq!(
        doubled_keys(text, usize::MAX).len(),
        expected,
        "keys that are there twice"
    );
    assert_eq!(
        doubled_keys(text, 1).len(),
        expected.min(1),
        "no more than asked for"
    );
}

/// How many members have a key that their object had before.
fn doubles(tree: &Tree<'_>) -> usize {
    match tree {
        Tree::Array(items) => items.iter().map(doubles).sum(),
        Tree::Object(members) => {
            let mut seen = HashSet::new();
            let own = members.iter().filter(|(key, _)| !seen.insert(key)).count();
            own + members
                .iter()
                .map(|(_, value)| doubles(value))
                .sum::<usize>()
        }
        _ => 0,
    }
}

fn batches(text: &str) {
    let expected = items(text).filter(|_| depth(text) <= MAX_DEPTH);
    let found = split_batch(text.as_bytes(), MAX_DEPTH - 1);
    let found = found.map(|items| {
        items
            .into_iter()
            .map(String::from_utf8_lossy)
            .collect::<Vec<_>>()
    });
    assert_eq!(
        found
            .as_ref()
            .map(|items| items.iter().map(|item| &**item).collect()),
        expected,
        "the messages of a batch"
    );
}
