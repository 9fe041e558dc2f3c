//! URI templates: what a template takes is written back to a URI that means the same, and two templates that take one
//! URI are known to overlap.
//!
//! An input is three lines: a template, a URI, and another template.

use ferramenta_protocol::{ResourceUri, UriTemplate};

/// Matches the URI with both templates.
pub fn check(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    let mut lines = text.splitn(3, '\n');
    let mut next = || lines.next().unwrap_or_default();
    let (first, uri, second) = (next(), next(), next());
    canonical(uri);
    let Some(first) = template(first) else {
        return;
    };
    let taken = round_trip(&first, uri);
    if let Some(second) = template(second) {
        overlap(&first, &second, taken && round_trip(&second, uri));
    }
}

fn template(text: &str) -> Option<UriTemplate> {
    match UriTemplate::parse(text) {
        Ok(template) => {
            assert_eq!(
                template.as_str(),
                text,
                "a template is shown as it was written"
            );
            assert!(template.overlaps(&template), "{text} overlaps itself");
            Some(template)
        }
        Err(error) => {
            assert!(
                !error.problem().is_empty() && !error.remedy().is_empty(),
                "{error:?}"
            );
            None
        }
    }
}

/// One text for a URI, which stays what it is.
fn canonical(uri: &str) {
    if let Some(parsed) = ResourceUri::parse(uri) {
        let canonical = parsed.canonical();
        let again = ResourceUri::parse(&canonical).map(|uri| uri.canonical());
        assert_eq!(again.as_deref(), Some(&*canonical), "{uri}");
    }
}

/// Whether the template takes the URI; its values are then taken back from what they are written to.
fn round_trip(template: &UriTemplate, uri: &str) -> bool {
    let Some(values) = template.matches(uri) else {
        return false;
    };
    let written = template
        .expand(&values)
        .unwrap_or_else(|error| panic!("{template} took {uri} as {values:?}: {error}"));
    let back = template.matches(&written);
    assert_eq!(
        back.as_ref(),
        Some(&values),
        "{template}: {uri} was written as {written}"
    );
    let exact = template.exact();
    if let Some(exact) = exact {
        let canonical = ResourceUri::parse(uri).map(|uri| uri.canonical());
        assert_eq!(canonical, Some(exact), "{template} has no variables");
    }
    true
}

fn overlap(first: &UriTemplate, second: &UriTemplate, both: bool) {
    let overlaps = first.overlaps(second);
    assert_eq!(
        overlaps,
        second.overlaps(first),
        "{first} and {second}, in both orders"
    );
    assert!(
        overlaps || !both,
        "{first} and {second} take one URI, and don't overlap"
    );
}
