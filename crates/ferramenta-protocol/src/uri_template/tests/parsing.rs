use proptest::prelude::*;

use super::template;
use crate::{UriTemplate, VariableKind};

fn error(text: &str) -> (usize, String) {
    match UriTemplate::parse(text) {
        Ok(_) => panic!("{text} is taken"),
        Err(error) => (error.position(), error.to_string()),
    }
}

#[test]
fn mistakes_are_told_where_they_are() {
    for (text, position, part) in [
        ("", 0, "there is no scheme"),
        ("books/{x}", 5, "there is no scheme"),
        ("{scheme}://x", 0, "a variable stands in the scheme"),
        ("de{x}mo://x", 2, "a variable stands in the scheme"),
        ("demo://{}", 7, "an expression is empty"),
        ("demo://{+}", 9, "not the name of a variable"),
        ("demo://{a,}", 10, "not the name of a variable"),
        ("demo://{a b}", 8, "not the name of a variable"),
        ("demo://{a..b}", 8, "not the name of a variable"),
        ("demo://{%61}", 8, "not the name of a variable"),
        ("demo://a/{x", 9, "is not closed"),
        ("demo://a/{x{y}}", 9, "is not closed"),
        ("demo://a/x}", 10, "closes nothing"),
        ("demo://{name:3}", 8, "write `name`"),
        ("demo://{;x}", 7, "isn't supported: write a query parameter"),
        ("demo://{!x}", 7, "without a meaning"),
        ("demo://{x}{y}", 11, "nothing tells where `y` begins"),
        ("demo://{x}/{x}", 12, "`x` appears twice"),
        ("demo://{x}{?x}", 12, "`x` appears twice"),
        ("demo://{x*}", 8, "a list that can't be read back"),
        ("demo://{+x*}", 9, "a list that can't be read back"),
        ("demo://a%2/{x}", 8, "two hexadecimal digits are missing"),
        ("demo://a b", 8, "' ' isn't a character of URIs"),
        ("demo://{+a}/{+b}", 14, "two variables span segments"),
        ("demo://{+a}{/b*}", 13, "two variables span segments"),
        ("demo://a{/b*}{/c*}", 15, "two variables span segments"),
        ("demo://{a}-{+b}", 13, "shares its segment"),
        ("demo://{+a}{.b}", 13, "shares its segment"),
        ("demo://{+a,b}", 7, "name one variable"),
        ("demo://a{#b,c}", 8, "name one variable"),
        ("demo://a{/b*}.json", 13, "a list of segments goes on"),
        ("demo://a/../{x}", 9, "clients take away"),
        ("demo://a/%2E{/x}", 9, "clients take away"),
        ("demo:{/x*}//y", 5, "which begins an authority"),
        ("demo:/{/x}", 5, "which begins an authority"),
        ("file://{+path}", 9, "write `file:///` before it"),
        ("demo://a?", 9, "has no name"),
        ("demo://a?x=1&&y=2", 13, "has no name"),
        ("demo://a?x=1{?y}", 12, "it has begun already"),
        ("demo://a{&y}", 8, "none has begun"),
        ("demo://a{?x}{&y}", 12, "may all be absent"),
        ("demo://a{?x}&y=1", 12, "may be absent"),
        ("demo://a?x={x}z", 14, "neither a literal nor one variable"),
        ("demo://a?x=z{x}", 12, "neither a literal nor one variable"),
        ("demo://a?{x}", 9, "neither a literal nor one variable"),
        ("demo://a?x={+x}", 11, "a path can't go on within the query"),
        ("demo://a?x=1&x={x}", 16, "has `x` twice"),
        ("demo://a#b{x}", 10, "the fragment goes on"),
        ("demo://a{#b}c", 12, "the fragment goes on"),
    ] {
        let (found, told) = error(text);
        assert!(told.contains(part), "{text}: {told}");
        assert_eq!(found, position, "{text}: {told}");
    }
    assert_eq!(
        error("demo://{name:3}").1,
        "at byte 8: `name:3` cuts its value, and the rest can't be read back: write `name`"
    );
}

#[test]
fn variables_tell_what_they_take() {
    let template = template("demo://{a}{.b}{/c*}/d/{e}{?f,g*}{#h}");
    let told: Vec<_> = template
        .variables()
        .iter()
        .map(|variable| (variable.name(), variable.kind(), variable.is_optional()))
        .collect();
    assert_eq!(
        told,
        [
            ("a", VariableKind::Segment, false),
            ("b", VariableKind::Extension, false),
            ("c", VariableKind::Segments, false),
            ("e", VariableKind::Segment, false),
            ("f", VariableKind::Parameter, true),
            ("g", VariableKind::Parameters, false),
            ("h", VariableKind::Fragment, true),
        ]
    );
    let flags = |flag: fn(&crate::UriVariable) -> bool| {
        let variables = template
            .variables()
            .iter()
            .filter(|variable| flag(variable));
        variables.map(crate::UriVariable::name).collect::<Vec<_>>()
    };
    assert_eq!(flags(crate::UriVariable::is_list), ["c", "g"]);
    assert_eq!(flags(crate::UriVariable::spans_segments), ["c"]);
}

#[test]
fn templates_without_variables_are_exact() {
    for (text, exact) in [
        ("Demo://Host/A", Some("demo://host/A")),
        ("demo://a/%7e?x=1&y#z", Some("demo://a/~?x=1&y#z")),
        ("demo://é", Some("demo://%C3%A9")),
        ("demo://", Some("demo://")),
        ("urn:isbn:1", Some("urn:isbn:1")),
        ("file:///a//b/", Some("file:///a//b/")),
        ("demo://{x}", None),
    ] {
        assert_eq!(template(text).exact().as_deref(), exact, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_is_parsed_without_a_panic(text in any::<String>()) {
        let _ = UriTemplate::parse(&text);
        let _ = UriTemplate::parse(&format!("demo://{text}"));
    }

    #[test]
    fn any_syntax_is_parsed_without_a_panic(text in "[{}+#./?&;*,:=ab%1é ]{0,24}") {
        for text in [format!("demo:{text}"), format!("demo://{{{text}}}")] {
            if let Err(error) = UriTemplate::parse(&text) {
                prop_assert!(text.is_char_boundary(error.position()), "{}: {}", text, error);
            }
        }
    }
}
