//! Mistakes of a server are told when it is built, all at once.

use ferramenta::{BuildErrorCode, Icon, Inject, Limits, ParamSpec, Server, ToolDef};
use serde_json::{Value, json};

struct Catalog;

fn tool(name: &str) -> ToolDef {
    ToolDef::new(name)
}

fn ten_mistakes() -> Server {
    Server::new("Broken")
        .limits(Limits::default().depth(0))
        .tool_value(tool("not a name").handler((), |()| async {}))
        .tool_value(tool("twice").handler((), |()| async {}))
        .tool_value(tool("twice").handler((), |()| async {}))
        .tool_value(
            tool("service").handler((ParamSpec::new("catalog"),), |(_,): (Inject<Catalog>,)| async {}),
        )
        .tool_value(
            tool("default")
                .handler((ParamSpec::new("limit").default(|| 99).range(None, Some(50.into())),), |(_,): (i64,)| async {}),
        )
        .tool_value(
            tool("range").handler((ParamSpec::new("limit").range(Some(9.into()), Some(1.into())),), |(_,): (i64,)| async {}),
        )
        .tool_value(tool("pattern").handler((ParamSpec::new("text").pattern("(?=x)"),), |(_,): (String,)| async {}))
        .tool_value(
            tool("header").handler((ParamSpec::new("list").header("Region"),), |(_,): (Vec<String>,)| async {}),
        )
        .tool_value(
            tool("keyword")
                .input_schema(json!({ "type": "object", "unevaluatedProperties": false, "properties": { "a": { "$ref": "#/nowhere" } } }))
                .handler((ParamSpec::new("all"),), |(_,): (ferramenta::Args<Value>,)| async {}),
        )
        .tool_value(tool("icon").icon(Icon::new("file:///etc/passwd")).handler((), |()| async {}))
        .tool_value(tool("empty"))
}

#[test]
fn ten_mistakes_of_ten_tools_are_told_at_once() {
    let errors = ten_mistakes().build().expect_err("mistakes");
    let told: Vec<(BuildErrorCode, &str)> = errors
        .errors()
        .iter()
        .map(|error| {
            (
                error.code,
                error.problem.split(':').next().unwrap_or_default(),
            )
        })
        .collect();
    for expected in [
        (BuildErrorCode::InvalidLimit, "`Limits"),
        (BuildErrorCode::InvalidName, "tool `not a name`"),
        (BuildErrorCode::DuplicateTool, "tool `twice`"),
        (BuildErrorCode::MissingService, "service -> Catalog"),
        (BuildErrorCode::InvalidDefault, "tool `default`"),
        (BuildErrorCode::InvalidConstraint, "tool `range`"),
        (BuildErrorCode::InvalidConstraint, "tool `pattern`"),
        (BuildErrorCode::InvalidHeader, "tool `header`"),
        (BuildErrorCode::InvalidSchema, "tool `keyword`"),
        (BuildErrorCode::InvalidIcon, "the icon `file"),
        (BuildErrorCode::MissingHandler, "tool `empty`"),
    ] {
        assert!(
            told.contains(&expected),
            "{expected:?} is missing in {told:?}"
        );
    }
    let report = errors.to_string();
    assert!(report.starts_with("Broken can't start: "), "{report}");
    for part in [
        "[FM0001]",
        "tests/startup.rs:",
        "argument `limit`",
        "`#/nowhere` leads nowhere",
        "is not understood",
    ] {
        assert!(report.contains(part), "{part} in\n{report}");
    }
    for error in errors.errors() {
        assert!(
            !error.remedy.is_empty() && error.place.to_string().contains("tests/startup.rs:"),
            "{error}"
        );
    }
}

#[test]
fn a_report_is_what_main_prints() {
    let errors = ten_mistakes().build().expect_err("mistakes");
    let error = ferramenta::Error::from(errors.clone());
    assert_eq!(format!("{error:?}"), errors.to_string());
}
