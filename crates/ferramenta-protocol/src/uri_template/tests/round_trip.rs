use proptest::prelude::*;

use super::template;
use crate::{UriTemplate, UriValue};

/// The URI, when the values are given back.
fn there_and_back(template: &UriTemplate, values: &[(&str, UriValue)]) -> String {
    let uri = template
        .expand(values)
        .unwrap_or_else(|error| panic!("{template} {values:?}: {error}"));
    assert_eq!(template.matches(&uri).as_deref(), Some(values), "{uri}");
    uri
}

#[test]
fn values_are_written_as_the_rfc_says() {
    let list = |items: &[&str]| UriValue::List(items.iter().map(|&item| item.into()).collect());
    for (text, values, uri) in [
        (
            "d:{x}",
            vec![("x", "Hello World!".into())],
            "d:Hello%20World%21",
        ),
        ("d:{x}", vec![("x", "50%".into())], "d:50%25"),
        (
            "d:{x,y}",
            vec![("x", "1024".into()), ("y", "7,68".into())],
            "d:1024,7%2C68",
        ),
        ("d:{+p}", vec![("p", "foo/bar!".into())], "d:foo/bar!"),
        (
            "d:/{+p}",
            vec![("p", "a?b#c%20é".into())],
            "d:/a%3Fb%23c%2520%C3%A9",
        ),
        ("d:x{#f}", vec![("f", "foo/bar,#".into())], "d:x#foo/bar,#"),
        (
            "d:x{.a,b}",
            vec![("a", "c".into()), ("b", "d".into())],
            "d:x.c.d",
        ),
        (
            "d:x{/a,b}",
            vec![("a", "c d".into()), ("b", "e".into())],
            "d:x/c%20d/e",
        ),
        (
            "d:x{/l*}/y",
            vec![("l", list(&["a", "b,c"]))],
            "d:x/a/b%2Cc/y",
        ),
        ("d:x{?a,b}", vec![("b", "1/2".into())], "d:x?b=1%2F2"),
        ("d:x?v=1&w{&a}", vec![("a", "".into())], "d:x?v=1&w&a="),
        ("d:x?v={a}", vec![("a", "=&".into())], "d:x?v=%3D%26"),
        ("d:x{?l*}", vec![("l", list(&["1", "2"]))], "d:x?l=1&l=2"),
        ("d:x{?l*}", vec![("l", list(&[]))], "d:x"),
        ("D://Hé/{x}", vec![("x", "A".into())], "d://h%C3%A9/A"),
    ] {
        assert_eq!(there_and_back(&template(text), &values), uri);
    }
    assert_eq!(
        template("d:x{/l*}").expand::<&str>(&[]).as_deref(),
        Ok("d:x")
    );
}

#[test]
fn values_that_do_not_come_back_are_refused() {
    let list = UriValue::List(vec!["a".into(), "..".into()]);
    for (text, values, told) in [
        ("d:{x}", vec![], "`x` has no value"),
        (
            "d:{x}",
            vec![("y", "1".into())],
            "`y` is not a variable of the template",
        ),
        (
            "d:{x}",
            vec![("x", "1".into()), ("x", "1".into())],
            "`x` is given twice",
        ),
        ("d:{x}", vec![("x", list.clone())], "`x` is one text"),
        ("d:a{/x*}", vec![("x", "1".into())], "`x` is a list"),
        ("d:a{/x*}", vec![("x", list)], "`x` is `..`"),
        ("d:{x}", vec![("x", "".into())], "`x` is empty"),
        ("d:{x}", vec![("x", "a/b".into())], "`x` holds a `/`"),
        ("d:{x}", vec![("x", "a\\b".into())], "`x` holds a `\\`"),
        ("d:{x}", vec![("x", "a\0".into())], "`x` holds a NUL"),
        ("d:a{.x}", vec![("x", "b.c".into())], "`x` holds a `.`"),
        (
            "d:/{+x}",
            vec![("x", "a/../b".into())],
            "`x` holds a segment `.` or `..`",
        ),
        ("d:/{+x}", vec![("x", "/a".into())], "`x` begins with a `/`"),
        (
            "d:/{+x}",
            vec![("x", "C:/a".into())],
            "`x` begins with a drive",
        ),
    ] {
        let error = template(text)
            .expand(&values)
            .map_err(|error| error.to_string());
        assert_eq!(error, Err(told.to_owned()), "{text}");
    }
    let values = [("a", "1".into()), ("b", "2-3".into())];
    let error = template("d:{a}-{b}")
        .expand(&values)
        .map_err(|error| error.variable().to_owned());
    assert_eq!(error, Err("a".to_owned()));
}

fn segment() -> impl Strategy<Value = String> {
    let allowed = |text: &String| {
        !text.is_empty() && text != "." && text != ".." && !text.contains(['/', '\\', '\0'])
    };
    prop_oneof![any::<String>(), "[%2Fe.a+&=?#:@,;-]{1,8}"].prop_filter("screened", allowed)
}

fn path() -> impl Strategy<Value = String> {
    let allowed = |text: &String| text.as_bytes().get(1) != Some(&b':');
    prop::collection::vec(segment(), 1..4)
        .prop_map(|parts| parts.join("/"))
        .prop_filter("a drive", allowed)
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[%2Fe./+&=?# é]{0,8}"].prop_map(|text| text.replace('\0', ""))
}

proptest! {
    #[test]
    fn segments_come_back(a in segment(), b in segment()) {
        for written in ["d://{a}/{b}", "d://x/{a,b}", "d:{a}:{b}", "d://h{/a,b}", "d://h/x{a}/{b}.json"] {
            there_and_back(&template(written), &[("a", a.clone().into()), ("b", b.clone().into())]);
        }
    }

    #[test]
    fn extensions_come_back(a in segment(), b in segment()) {
        let b = b.replace('.', "x");
        for written in ["d://{a}{.b}", "d:/x/{a}{.b}/y"] {
            there_and_back(&template(written), &[("a", a.clone().into()), ("b", b.clone().into())]);
        }
    }

    #[test]
    fn paths_come_back(a in path(), b in segment()) {
        for written in ["d://{+a}/{b}", "d:/x/y{+a}z/{b}", "d://x/{+a}{/b}", "d:/{+a}{?b}", "d:/{+a}{#b}"] {
            there_and_back(&template(written), &[("a", a.clone().into()), ("b", b.clone().into())]);
        }
    }

    #[test]
    fn lists_come_back(a in prop::collection::vec(segment(), 0..4), b in prop::collection::vec(text(), 0..4)) {
        for written in ["d://h{/a*}{?b*}", "d:/x{/a*}/y?v=1{&b*}"] {
            there_and_back(&template(written), &[("a", a.clone().into()), ("b", b.clone().into())]);
        }
    }

    #[test]
    fn parameters_come_back(a in text(), b in prop::option::of(text()), c in prop::option::of(text())) {
        let mut values = vec![("a", UriValue::from(a))];
        values.extend(b.map(|b| ("b", b.into())));
        values.extend(c.map(|c| ("c", c.into())));
        there_and_back(&template("d://h?a={a}&v=1{&b}{#c}"), &values);
        there_and_back(&template("d://h{?a,b}{#c}"), &values);
    }
}
