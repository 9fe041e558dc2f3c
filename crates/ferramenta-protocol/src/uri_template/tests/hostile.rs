use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::template;
use crate::ResourceUri;

const TEMPLATES: [&str; 8] = [
    "demo://a/{x}",
    "demo://{x}-a{y}-a{z}.b{w}{.e}",
    "demo:{+x}/a/{y}",
    "demo:x{+x}a",
    "demo://a{/x*}/a/a{y}a",
    "demo://a{?x,y*}",
    "demo://a?x={y}{&z}{#f}",
    "demo://A%2Fb{x}%2F{y}",
];

#[test]
fn long_uris_take_no_longer_than_their_length() {
    const REPEATS: usize = 20_000;
    let started = Instant::now();
    for text in TEMPLATES.map(template) {
        for part in [
            "a", "-a", "%2F", "/a", "/", "a/", ".", "&y=a", "&", "%FF", "%", "é", "a-aa-a.b",
        ] {
            for (begin, end) in [
                ("demo://", ""),
                ("demo://a/", "\\"),
                ("demo://a?", "&q=1"),
                ("demo://a", ".b."),
            ] {
                let uri = format!("{begin}{}{end}", part.repeat(REPEATS));
                let _ = text.matches(&uri);
            }
        }
    }
    // squares would take many times as long
    assert!(
        started.elapsed() < Duration::from_secs(60),
        "{:?}",
        started.elapsed()
    );
}

proptest! {
    #[test]
    fn any_text_is_matched_without_a_panic(uri in any::<String>()) {
        for text in TEMPLATES.map(template) {
            let _ = text.matches(&uri);
            let _ = text.matches(&format!("demo://{uri}"));
            let _ = text.matches(&format!("demo:{uri}"));
        }
    }

    #[test]
    fn any_syntax_is_matched_without_a_panic(rest in "[aA/?#&=.%2FfxyzbB\\-é]{0,30}") {
        for uri in [format!("demo:{rest}"), format!("demo://a{rest}")] {
            let parsed = ResourceUri::parse(&uri);
            if let Some(parsed) = &parsed {
                let canonical = parsed.canonical();
                let again = ResourceUri::parse(&canonical).map(|uri| uri.canonical());
                prop_assert_eq!(again, Some(canonical));
            }
            for text in TEMPLATES.map(template) {
                if let Some(found) = text.matches(&uri) {
                    // what was read from a lenient spelling is read from the canonical one too, or can't be written
                    if let Ok(written) = text.expand(&found) {
                        prop_assert_eq!(text.matches(&written), Some(found));
                    }
                }
            }
        }
    }
}
