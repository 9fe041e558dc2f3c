use super::{read, template};

#[test]
fn uris_are_read() {
    for (text, uri, found) in [
        ("demo://a/{x}", "demo://a/1", Some("x=1")),
        ("demo://a/{x}", "demo://a/1/2", None),
        ("demo://a/{x}", "demo://a/", None),
        ("demo://a/{x}", "demo://a/1?", None),
        ("demo://a/{x}", "demo://a/1?y=2", None),
        ("demo://a/{x}", "demo://a/1#y", None),
        ("demo://a/{x}", "DEMO://A/Q", Some("x=Q")),
        ("demo://a/B/{x}", "demo://a/b/Q", None),
        ("books://{title}", "books://Dune", Some("title=Dune")),
        ("books://{title}", "books://Caf%C3%A9", Some("title=Café")),
        ("books://{title}", "books://Café", Some("title=Café")),
        ("books://{title}", "books://a b", None),
        ("books://{title}", "books://{title}", None),
        ("books://x-{title}", "books://X-É%2c", Some("title=É,")),
        ("demo://%7Ea/{x}", "demo://~%61/1", Some("x=1")),
        ("demo:{x}", "demo://1", None),
        ("demo:/{x}", "demo:/1", Some("x=1")),
        ("urn:isbn:{isbn}", "urn:isbn:978", Some("isbn=978")),
        ("demo://{x,y}", "demo://1,2", Some("x=1 y=2")),
        ("demo://{h}:{p}/x", "demo://a:80/x", Some("h=a p=80")),
        ("demo://{a}-{b}", "demo://x-y-z", Some("a=x-y b=z")),
        ("demo://{a}-{b}", "demo://x-y-", Some("a=x b=y-")),
        ("demo://{a}2{b}", "demo://x%2F", None),
        ("demo://{a}2{b}", "demo://x2y%24", Some("a=x b=y$")),
        ("demo://ab{x}ba", "demo://aba", None),
        (
            "demo://f/{n}{.e}",
            "demo://f/a.tar.gz",
            Some("n=a.tar e=gz"),
        ),
        ("demo://f/{n}.json", "demo://f/a.json", Some("n=a")),
        ("demo://f/{n}.json", "demo://f/.json", None),
        ("demo://h{/a,b}", "demo://h/1/2", Some("a=1 b=2")),
        ("demo://h{/a,b}", "demo://h/1", None),
        ("demo://h{/a*}", "demo://h/1/2", Some("a=[1|2]")),
        ("demo://h{/a*}", "demo://h", Some("a=[]")),
        ("demo://h{/a*}", "demo://h/1/", None),
        (
            "demo://h{/a*}/z/{b}",
            "demo://h/1/z/z/3",
            Some("a=[1|z] b=3"),
        ),
        ("docs://{+p}", "docs://a/b//c/", Some("p=a/b//c/")),
        ("docs://{+p}", "docs:///etc", None),
        ("docs://{+p}", "docs://", None),
        ("file:///{+p}", "file:///a/b.md", Some("p=a/b.md")),
        ("file:///{+p}", "file:////etc", None),
        ("file:///{+p}", "file:///c:/x", None),
        ("docs://h/{+p}/{q}", "docs://h/a/b/c", Some("p=a/b q=c")),
        ("docs://v-{+p}.md", "docs://V-a/b.md", Some("p=a/b")),
        ("demo://h{?q,n}", "demo://h", Some("")),
        ("demo://h{?q,n}", "demo://h?n=1&q=a%26b", Some("q=a&b n=1")),
        (
            "demo://h{?q,n}",
            "demo://h?q=a+b/c?=%2B",
            Some("q=a+b/c?=+"),
        ),
        ("demo://h{?q,n}", "demo://h?q", Some("q=")),
        ("demo://h{?q,n}", "demo://h?", None),
        ("demo://h{?q,n}", "demo://h?q=1&q=2", None),
        ("demo://h{?q,n}", "demo://h?q=1&z=2", None),
        ("demo://h{?q,n}", "demo://h?Q=1", None),
        ("demo://h{?t*}", "demo://h?t=1&t=2", Some("t=[1|2]")),
        ("demo://h{?t*}", "demo://h", Some("t=[]")),
        ("demo://h?v=1{&q}", "demo://h?q=2&v=1", Some("q=2")),
        ("demo://h?v=1{&q}", "demo://h?q=2", None),
        ("demo://h?v=1{&q}", "demo://h?v=2", None),
        ("demo://h?v=1&w{&q}", "demo://h?v=1&v=1", None),
        ("demo://h?v=1&w{&q}", "demo://h?w&v=1", Some("")),
        ("demo://h?a={x}", "demo://h?a=1", Some("x=1")),
        ("demo://h?a={x}", "demo://h", None),
        ("demo://h?v=1", "demo://h?v=1", Some("")),
        ("demo://h{#f}", "demo://h", Some("")),
        ("demo://h{#f}", "demo://h#", Some("f=")),
        ("demo://h{#f}", "demo://h#a/b?%23#", Some("f=a/b?##")),
        ("demo://h#s", "demo://h#s", Some("")),
        ("demo://h#s", "demo://h", None),
        ("demo://h{?q}#s", "demo://h?q=1#s", Some("q=1")),
    ] {
        assert_eq!(read(&template(text), uri).as_deref(), found, "{text} {uri}");
    }
}

#[test]
fn values_are_screened_after_they_are_decoded_once() {
    for raw in [
        ".",
        "..",
        "%2e",
        "%2E%2e",
        ".%2E",
        "a%2Fb",
        "%2f",
        "a%5Cb",
        "a%00b",
        "%ff",
        "%C3",
        "%ED%A0%80",
        "%C0%AF",
        "%",
        "%2",
        "%zz",
        "a\\b",
        "a\0b",
        "a\nb",
    ] {
        for (text, uri) in [
            ("demo://a/{x}", format!("demo://a/{raw}")),
            ("demo://{x}", format!("demo://{raw}")),
            ("demo://a{/x}", format!("demo://a/{raw}")),
            ("demo://a{/x*}", format!("demo://a/b/{raw}")),
        ] {
            assert_eq!(read(&template(text), &uri), None, "{text} {uri}");
        }
    }
    for raw in [
        "..", "a/..", "../a", "a/./b", "%2e%2e/a", "a%2F..", "..%2Fa", "%2Fa", "a%5Cb", "%00",
        "C:a", "c%3A/a",
    ] {
        let uri = format!("demo://a/{raw}");
        assert_eq!(read(&template("demo://a/{+x}"), &uri), None, "{uri}");
    }
    for (raw, value) in [
        ("%252e", "%2e"),
        ("%252F", "%2F"),
        ("%2500", "%00"),
        ("...", "..."),
    ] {
        let found = read(&template("demo://a/{x}"), &format!("demo://a/{raw}"));
        assert_eq!(found, Some(format!("x={value}")));
    }
    let found = read(&template("demo://a/{+x}"), "demo://a/b%2Fc/%252e%252e");
    assert_eq!(found.as_deref(), Some("x=b/c/%2e%2e"));
    assert_eq!(read(&template("demo://a{?q}"), "demo://a?q=%00"), None);
    assert_eq!(read(&template("demo://a{#f}"), "demo://a#%00"), None);
    assert_eq!(
        read(&template("demo://a/{n}{.e}"), "demo://a/b.c%2Ed").as_deref(),
        Some("n=b.c e=d")
    );
}
