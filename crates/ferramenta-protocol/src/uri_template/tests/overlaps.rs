use proptest::prelude::*;

use super::template;
use crate::{Overlap, UriTemplate, UriValue, VariableKind};

#[test]
fn templates_are_compared() {
    use Overlap::{Ambiguous, Disjoint, Narrower, Wider};
    for (one, two, overlap) in [
        ("demo://a/{x}", "demo://b/{x}", Disjoint),
        ("demo://a/b", "demo://a/{x}", Narrower),
        ("demo://a/b", "demo://A/%62", Ambiguous),
        ("demo://a/{x}", "demo://a/{y}", Ambiguous),
        ("demo://a/{x}", "other://a/{x}", Disjoint),
        ("demo://a/{x}", "demo:a/{x}", Disjoint),
        ("demo://a/{x}", "demo://a/{x}/b", Disjoint),
        ("demo://a/{x}", "demo://{y}/b", Ambiguous),
        ("demo://a/{x}", "demo://{y}/{z}", Narrower),
        ("demo://A/{x}", "demo://a/{y}", Ambiguous),
        ("demo://h/A/{x}", "demo://h/a/{y}", Disjoint),
        ("demo://a-{x}", "demo://b-{x}", Disjoint),
        ("demo://a-{x}", "demo://{x}-b", Ambiguous),
        ("demo://a-{x}", "demo://{x}", Narrower),
        ("demo://{x}.json", "demo://{x}.xml", Disjoint),
        ("demo://{x}.json", "demo://{y}{.z}", Ambiguous),
        ("demo://x{.z}", "demo://x.{y}", Narrower),
        ("demo://a/{+p}", "demo://a/{x}", Wider),
        ("demo://a/{+p}", "demo://a", Disjoint),
        ("demo://a/{+p}", "demo://a/b/{x}/c", Wider),
        ("demo://a/{+p}/z", "demo://a/b/{x}", Ambiguous),
        ("demo://a/{+p}/z", "demo://a/b/{x}y", Disjoint),
        ("demo://a/b{+p}", "demo://a/c/{x}", Disjoint),
        ("demo://a/b{+p}", "demo://a/c{+p}", Disjoint),
        ("demo://a/b{+p}", "demo://a/{+q}", Narrower),
        ("demo://a{/l*}", "demo://a/{x}", Wider),
        ("demo://a{/l*}", "demo://a", Wider),
        ("demo://a{/l*}", "demo://a/{+p}", Ambiguous),
        ("demo://a{/l*}/b", "demo://a/{+p}", Narrower),
        ("demo://{t}{/l*}", "demo://{t}", Wider),
        ("demo://a{/l*}", "demo://b{/l*}", Disjoint),
        ("demo://a/{x}", "demo://a/{x}{?q}", Narrower),
        ("demo://a{?p,q}", "demo://a{?q}", Wider),
        ("demo://a{?p}", "demo://a{?q}", Ambiguous),
        ("demo://a?p={x}", "demo://a?q={x}", Disjoint),
        ("demo://a?p={x}", "demo://a{?p,q}", Narrower),
        ("demo://a?v=1{&q}", "demo://a?v=2{&q}", Disjoint),
        ("demo://a?v=1{&q}", "demo://a?v={v}{&q}", Narrower),
        ("demo://a?v=1", "demo://a{?v}", Narrower),
        ("demo://a{?t*}", "demo://a{?t}", Wider),
        ("demo://{x}#f", "demo://{x}#g", Disjoint),
        ("demo://{x}#f", "demo://{x}", Disjoint),
        ("demo://{x}#f", "demo://{x}{#g}", Narrower),
    ] {
        let (one, two) = (template(one), template(two));
        assert_eq!(one.overlap(&two), overlap, "{one} {two}");
        assert_eq!(two.overlap(&one), mirrored(overlap), "{two} {one}");
        assert_eq!(one.overlaps(&two), overlap != Disjoint);
    }
}

const fn mirrored(overlap: Overlap) -> Overlap {
    match overlap {
        Overlap::Narrower => Overlap::Wider,
        Overlap::Wider => Overlap::Narrower,
        same => same,
    }
}

#[test]
fn the_narrowest_goes_first() {
    let sorted = [
        "demo://a/b",
        "demo://a/x-{y}",
        "demo://a/{x}",
        "demo://a/{x}{?q}",
        "demo://a/{+p}",
        "demo://{x}{/l*}",
    ];
    let mut templates: Vec<_> = sorted.iter().rev().map(|text| template(text)).collect();
    templates.sort_by_key(|template| std::cmp::Reverse(template.specificity()));
    let found: Vec<_> = templates.iter().map(UriTemplate::as_str).collect();
    assert_eq!(found, sorted);
}

/// Templates that often meet; each `@` becomes a variable of its own.
fn any_template() -> impl Strategy<Value = UriTemplate> {
    let segment = || {
        prop::sample::select(vec![
            "a", "a", "b", "@", "@", "a@", "@b", "@-@", "@.b", "@{.v}", "a@-b",
        ])
    };
    let segments = |most| prop::collection::vec(segment(), 0..most);
    let middle = prop::sample::select(vec!["", "", "", "/{+v}", "/a{+v}", "/{+v}b", "{/v*}"]);
    let query = prop::sample::select(vec![
        "", "", "", "?k=1", "?k=@", "?k=1{&q}", "{?k}", "{?k,q}", "{?k*}", "{?q}", "?q=@&k=1",
    ]);
    let fragment = prop::sample::select(vec!["", "", "", "#f", "{#v}"]);
    (segment(), segments(3), middle, segments(2), query, fragment).prop_map(
        |(authority, before, middle, after, query, fragment)| {
            let join = |parts: &[&str]| {
                parts
                    .iter()
                    .map(|part| format!("/{part}"))
                    .collect::<String>()
            };
            let text = format!(
                "demo://{authority}{}{middle}{}{query}{fragment}",
                join(&before),
                join(&after)
            );
            let mut names = (0..).map(|number| format!("x{number}"));
            let mut name = || names.next().unwrap_or_default();
            let parts: Vec<_> = text
                .replace('@', "{v}")
                .split('v')
                .map(str::to_owned)
                .collect();
            let text = parts
                .into_iter()
                .reduce(|text, part| text + &name() + &part);
            template(&text.unwrap_or_default())
        },
    )
}

fn values(template: &UriTemplate, picks: &[usize]) -> Vec<(String, UriValue)> {
    let pick = |index: usize, from: &[&str]| {
        let chosen = picks.get(index).copied().unwrap_or_default();
        UriValue::from(from[chosen % from.len()])
    };
    let mut values = Vec::new();
    for (index, variable) in template.variables().iter().enumerate() {
        let text = match variable.kind() {
            VariableKind::Extension => pick(index, &["b", "a-b", "é"]),
            VariableKind::Path => pick(index, &["a", "b", "a/b", "x/a/b", "a//b", "b/", "b/a-b.b"]),
            VariableKind::Parameter | VariableKind::Parameters => pick(index, &["1", "2"]),
            _ => pick(index, &["a", "b", "ab", "a-b", "x.b", "f", "axb", "a/"]),
        };
        let count = picks.get(index + 6).copied().unwrap_or_default() % 3;
        let value = match text {
            UriValue::Text(text) if variable.is_list() => UriValue::List(vec![text; count]),
            _ if variable.is_optional() && count == 0 => continue,
            text => text,
        };
        values.push((variable.name().to_owned(), value));
    }
    values
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn what_is_told_of_two_templates_holds_for_their_uris(
        one in any_template(),
        two in any_template(),
        picks in prop::collection::vec(prop::collection::vec(0usize..20, 16), 16),
    ) {
        let overlap = one.overlap(&two);
        prop_assert_eq!(two.overlap(&one), mirrored(overlap));
        if overlap == Overlap::Narrower {
            prop_assert!(one.specificity() > two.specificity());
        }
        for uri in picks.iter().filter_map(|picks| one.expand(&values(&one, picks)).ok()) {
            let both = two.matches(&uri).is_some();
            match overlap {
                Overlap::Disjoint => prop_assert!(!both, "{} is of {} and {}", uri, one, two),
                Overlap::Narrower => prop_assert!(both, "{} is of {}, not of {}", uri, one, two),
                Overlap::Wider | Overlap::Ambiguous => {}
            }
        }
    }

    #[test]
    fn every_template_makes_uris(one in any_template()) {
        let values: Vec<_> = one.variables().iter().map(|variable| {
            let text = "x".to_owned();
            let value = if variable.is_list() { vec![text].into() } else { UriValue::from(text) };
            (variable.name(), value)
        }).collect();
        let uri = one.expand(&values);
        prop_assert!(uri.is_ok(), "{}: {:?}", one, uri);
        prop_assert!(one.exact().is_none_or(|exact| Ok(exact) == uri));
    }
}
