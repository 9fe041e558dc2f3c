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

/// What is wrong with a schema that was written by hand.
fn mistakes_of(argument: &Value) -> String {
    let schema = json!({ "type": "object", "properties": { "a": argument } });
    let tool = tool("raw").input_schema(schema).handler(
        (ParamSpec::new("all"),),
        |(_,): (ferramenta::Args<Value>,)| async {},
    );
    Server::new("t")
        .tool_value(tool)
        .build()
        .map_or_else(|errors| errors.to_string(), |_| String::new())
}

#[test]
fn no_rule_of_a_schema_is_left_out_silently() {
    for (argument, words) in [
        (json!({ "const": 1, "enum": [2, 3] }), "no value is both"),
        (json!({ "type": ["string", 5] }), "`/properties/a/type`"),
        (json!({ "type": [] }), "`/properties/a/type`"),
        (json!({ "type": 5 }), "`/properties/a/type`"),
        (
            json!({ "pattern": 5 }),
            "`/properties/a/pattern`: 5 is no text",
        ),
        (
            json!({ "format": 5 }),
            "`/properties/a/format`: 5 is no text",
        ),
        (json!({ "properties": ["b"] }), "`/properties/a/properties`"),
        (json!({ "properties": null }), "`/properties/a/properties`"),
        (
            json!({ "patternProperties": true }),
            "`/properties/a/patternProperties`",
        ),
        (
            json!({ "patternProperties": { "(": {} } }),
            "`/properties/a/patternProperties/(`",
        ),
        (
            json!({ "dependentRequired": ["b"] }),
            "`/properties/a/dependentRequired`",
        ),
        (
            json!({ "dependentRequired": { "b": "c" } }),
            "`/properties/a/dependentRequired`",
        ),
        (json!({ "required": true }), "`/properties/a/required`"),
        (json!({ "required": ["b", 5] }), "`/properties/a/required`"),
        (
            json!({ "uniqueItems": "yes" }),
            "`/properties/a/uniqueItems`",
        ),
        (
            json!({ "contains": {}, "minContains": -1 }),
            "`/properties/a/minContains`",
        ),
        (
            json!({ "contains": {}, "maxContains": "2" }),
            "`/properties/a/maxContains`",
        ),
        (json!({ "minContains": 1.5 }), "`/properties/a/minContains`"),
        (json!({ "minLength": "1" }), "`/properties/a/minLength`"),
        (json!({ "minimum": "1" }), "`/properties/a/minimum`"),
        (
            json!({ "exclusiveMinimum": true }),
            "`/properties/a/exclusiveMinimum`",
        ),
        (
            json!({ "contains": {}, "minContains": 2, "maxContains": 1 }),
            "no list",
        ),
        (json!({ "contains": {}, "maxContains": 0 }), "no list"),
        (
            json!({ "contains": {}, "minContains": 3, "maxItems": 2 }),
            "no list",
        ),
        (
            json!({ "minimum": 2, "maximum": 1 }),
            "at least 2 and at most 1",
        ),
        (
            json!({ "exclusiveMinimum": 1, "maximum": 1 }),
            "more than 1 and at most 1",
        ),
        (
            json!({ "minimum": 1, "exclusiveMaximum": 1.0 }),
            "at least 1 and less than 1.0",
        ),
        (
            json!({ "exclusiveMinimum": 2, "exclusiveMaximum": 1 }),
            "more than 2 and less than 1",
        ),
        (json!({ "minLength": 2, "maxLength": 1 }), "no text"),
    ] {
        let told = mistakes_of(&argument);
        assert!(
            told.contains("FM0004") && told.contains(words),
            "{argument}: {told}"
        );
    }
    for fine in [
        json!({ "const": 1, "enum": [1.0, 2] }),
        json!({ "type": ["string", "null"], "pattern": "", "uniqueItems": false }),
        json!({ "contains": {}, "minContains": 1, "maxContains": 1, "maxItems": 1 }),
        json!({ "contains": {}, "minContains": 0, "maxContains": 0 }),
        json!({ "minimum": 1, "maximum": 1 }),
        json!({ "exclusiveMinimum": 1, "exclusiveMaximum": 2 }),
    ] {
        assert_eq!(mistakes_of(&fine), "", "{fine}");
    }
}

/// A tool whose one argument is in a header.
fn header<T>(rules: impl FnOnce(ParamSpec<T>) -> ParamSpec<T>) -> ToolDef
where
    T: serde::de::DeserializeOwned + schemars::JsonSchema + Send + Sync + 'static,
{
    let spec = rules(ParamSpec::new("value").header("Value"));
    tool("header").handler((spec,), |(_,): (T,)| async {})
}

#[test]
fn headers_are_for_what_every_client_can_write_exactly_and_show() {
    let least = -((1_i64 << 53) - 1);
    let most = (1_i64 << 53) - 1;
    let refused = [
        (header::<i64>(|spec| spec), "beyond"),
        (header::<u64>(|spec| spec), "beyond"),
        (header::<Option<i128>>(|spec| spec), "beyond"),
        (
            header::<i64>(|spec| spec.range(Some(0.into()), None)),
            "beyond",
        ),
        (
            header::<i64>(|spec| spec.range(Some((least - 1).into()), Some(most.into()))),
            "beyond",
        ),
        (
            header::<i64>(|spec| spec.range(Some(least.into()), Some((most + 1).into()))),
            "beyond",
        ),
        (
            header::<u64>(|spec| spec.one_of([1, 1_u64 << 60])),
            "beyond",
        ),
        (header::<f64>(|spec| spec), "neither"),
        (header::<String>(ParamSpec::secret), "secret"),
        (header::<u32>(ParamSpec::secret), "secret"),
    ];
    for (tool, words) in refused {
        let errors = Server::new("t").tool_value(tool).build().expect_err(words);
        let told = errors.errors();
        assert_eq!(told.len(), 1, "{errors}");
        assert_eq!(told[0].code, BuildErrorCode::InvalidHeader);
        assert!(told[0].problem.contains(words), "{words} in {errors}");
    }
    for tool in [
        header::<i64>(|spec| spec.range(Some(least.into()), Some(most.into()))),
        header::<u64>(|spec| spec.one_of([1, 5])),
        header::<Option<i32>>(|spec| spec),
        header::<u8>(|spec| spec),
        header::<bool>(|spec| spec),
    ] {
        assert!(Server::new("t").tool_value(tool).build().is_ok());
    }
}

#[test]
fn a_report_is_what_main_prints() {
    let errors = ten_mistakes().build().expect_err("mistakes");
    let error = ferramenta::Error::from(errors.clone());
    assert_eq!(format!("{error:?}"), errors.to_string());
}
