//! What surrounds a result, and errors.

use spec_check::{VERSIONS, answer, assert_answer};

use crate::{LEGACY, MODERN};

fn error(version: &str, method: &str, code: i64) -> Result<(), Vec<String>> {
    let message =
        format!(r#"{{"jsonrpc":"2.0","id":"a","error":{{"code":{code},"message":"m"}}}}"#);
    answer(version, method, message.as_bytes())
}

#[test]
fn broken_envelopes_are_refused() {
    let cases = [
        (
            r#"{"jsonrpc":"1.0","id":1,"error":{"code":1,"message":""}}"#,
            "/jsonrpc",
        ),
        (r#"{"id":1,"error":{"code":1,"message":""}}"#, "\"jsonrpc\""),
        (
            r#"{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":""}}"#,
            "/id",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1.5,"error":{"code":1,"message":""}}"#,
            "/id",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}"#,
            "/error/code",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#,
            "\"message\"",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"","hint":1}}"#,
            "'hint'",
        ),
        (
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""},"result":{}}"#,
            "'result'",
        ),
        (r#"{"jsonrpc":"2.0","id":1,"error":null}"#, "/error"),
        (r#"{"jsonrpc":"2.0","id":1}"#, "\"result\""),
        (
            r#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#,
            "'method'",
        ),
        (r#"{"jsonrpc":"2.0","result":{}}"#, "\"id\""),
        (
            r#"{"jsonrpc":"2.0","id":1,"id":1,"result":{}}"#,
            "duplicate member",
        ),
        ("[]", "at the top"),
        ("null", "at the top"),
        ("{", "unreadable"),
    ];
    for version in VERSIONS {
        for (message, reason) in cases {
            let problems = answer(version, "tools/call", message.as_bytes()).expect_err(message);
            assert!(
                problems.iter().any(|problem| problem.contains(reason)),
                "{message}: {problems:#?}"
            );
        }
    }
}

#[test]
fn an_error_may_lack_its_id_and_carry_any_data() {
    for version in VERSIONS {
        assert_answer(
            version,
            "",
            br#"{"jsonrpc":"2.0","error":{"code":-32700,"message":"m"}}"#,
        );
        let data = br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"m","data":{"uri":"a:b","x":null}}}"#;
        assert_answer(version, "tools/call", data);
    }
}

#[test]
fn only_errors_answer_methods_that_do_not_exist() {
    let missing = LEGACY.map(|version| (version, "server/discover"));
    let gone = [
        "initialize",
        "ping",
        "logging/setLevel",
        "resources/subscribe",
    ]
    .map(|method| (MODERN, method));
    let unknown = VERSIONS.map(|version| (version, "tools/lists"));
    for (version, method) in missing.into_iter().chain(gone).chain(unknown) {
        assert_eq!(error(version, method, -32601), Ok(()));
        let result = br#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}"#;
        let problems = answer(version, method, result).expect_err(method);
        assert!(problems[0].contains("doesn't exist"), "{problems:?}");
    }
}

#[test]
fn codes_belong_to_eras() {
    for version in LEGACY {
        for code in [-32020, -32021, -32022, -32042, -32099] {
            assert!(
                error(version, "tools/call", code).is_err(),
                "{code} in {version}"
            );
        }
        for code in [-32700, -32603, -32602, -32601, -32600, -32000, 7] {
            assert_eq!(
                error(version, "tools/call", code),
                Ok(()),
                "{code} in {version}"
            );
        }
        assert_eq!(error(version, "resources/read", -32002), Ok(()));
        assert!(error(version, "prompts/get", -32002).is_err());
    }
    for code in [-32002, -32023, -32042, -32099] {
        assert!(error(MODERN, "resources/read", code).is_err(), "{code}");
    }
    assert_eq!(error(MODERN, "tools/call", -32020), Ok(()));
}

#[test]
fn unknown_versions_are_refused() {
    assert!(answer("2023-01-01", "ping", b"{}").is_err());
}

#[test]
#[should_panic(expected = "not a valid answer to `ping` in 2025-06-18:\n  - at /result: ")]
fn the_panic_says_what_is_wrong() {
    assert_answer(
        "2025-06-18",
        "ping",
        br#"{"jsonrpc":"2.0","id":1,"result":{"pong":true}}"#,
    );
}
