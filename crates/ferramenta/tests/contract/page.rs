//! The page of the book that shows every type.

use std::{
    fmt::Write as _,
    sync::{Arc, Mutex},
};

use ferramenta::{Server, TestClient};

use super::{
    call::{Echo, Outcome, around, member},
    form,
    inputs::Input,
    judge::validator,
    outputs::Output,
};

/// What stands above the tables.
const HEAD: &str = "\
# Types

What each Rust type becomes for a client. The tables are written by a test that makes every call in them:
`UPDATE=1 cargo test -p ferramenta --features types --test types` writes them anew.

Types of `chrono`, `jiff`, `rust_decimal`, `time`, `url` and `uuid` are there with the features `chrono`,
`jiff`, `decimal`, `time`, `url` and `uuid`; `types` is all of them.

";

const ARGUMENTS: &str = "\
## Arguments

Arguments are taken as the schema says, and a little beyond it where nothing can be lost: a text that holds the
number, boolean, list or object that is asked for, and `null` for what may be left out. Floats are the nearest
ones. A key that appears twice is always refused.

Some types are narrower than their schema can say. What only the type refuses is refused with its own words, or
as *not a value that can be taken here*: keys of maps that are integers out of range, booleans or characters;
addresses with ports; days that a month doesn't have in a date and time without an offset; URIs that are no
URL; time zones that nobody knows. Integers of 64 bits and more publish no bound beyond 2^53, which clients
would round; they keep theirs all the same.

`Duration`, `SystemTime`, `Result`, ranges, `OsString` and `CString` are refused when the server is built, with
what to take instead. `Vec<u8>` is a list of numbers, and `Bytes` is base64.

| type | schema | takes | refuses |
| --- | --- | --- | --- |
";

const RESULTS: &str = "
## Results

The text is the same in all versions. Before 2025-06-18 it is all there is; until 2025-11-25 a structured value
has to be an object.

| type | text | 2026-07-28 | 2025-06-18 |
| --- | --- | --- | --- |
";

/// The whole page; panics where an example isn't so.
pub fn write(inputs: &[Input], outputs: &[Output]) -> String {
    let mut page = format!("{HEAD}{ARGUMENTS}");
    inputs.iter().for_each(|input| argument(&mut page, input));
    page.push_str(RESULTS);
    outputs.iter().for_each(|output| result(&mut page, output));
    page
}

fn argument(page: &mut String, input: &Input) {
    let echo = Echo::new((input.tool)());
    let required = echo.schema["required"] == serde_json::json!(["value"]);
    let taken: Vec<String> = input
        .accepted
        .iter()
        .map(|value| taken(&echo, &input.name, value))
        .collect();
    let refused: Vec<String> = input
        .refused
        .iter()
        .map(|value| refused(&echo, &input.name, value))
        .collect();
    let (name, schema) = (code(&input.name), code(&echo.argument));
    let optional = if required { "" } else { " *may be left out*" };
    let _ = writeln!(
        page,
        "| {name} | {schema}{optional} | {} | {} |",
        taken.join("<br>"),
        refused.join("<br>")
    );
}

fn taken(echo: &Echo, name: &str, value: &str) -> String {
    match call(echo, value) {
        Outcome::Delivered { debug, .. } => format!("{} → {}", sent(value), code(&debug)),
        Outcome::Refused(text) => panic!("{name}: {value} was refused: {text}"),
    }
}

fn refused(echo: &Echo, name: &str, value: &str) -> String {
    match call(echo, value) {
        Outcome::Delivered { debug, .. } => panic!("{name}: {value} was taken: {debug}"),
        Outcome::Refused(text) => {
            form::check(&text).unwrap_or_else(|why| panic!("{name}: {value}: {why}: {text}"));
            let lines: Vec<String> = text.lines().skip(1).map(code).collect();
            format!("{}: {}", sent(value), lines.join(", "))
        }
    }
}

fn call(echo: &Echo, value: &str) -> Outcome {
    echo.call(&if value.is_empty() {
        "{}".into()
    } else {
        around(value)
    })
}

fn sent(value: &str) -> String {
    if value.is_empty() {
        "nothing".into()
    } else {
        code(value)
    }
}

fn result(page: &mut String, output: &Output) {
    let [oldest, older, newest] =
        ["2024-11-05", "2025-06-18", "2026-07-28"].map(|version| sends(output, version));
    assert!(
        oldest.text == older.text && older.text == newest.text,
        "{}: its text differs",
        output.name
    );
    assert!(
        oldest.structured.is_none() && oldest.schema.is_none(),
        "{}: a structure too early",
        output.name
    );
    let (name, text) = (
        code(&output.name),
        if newest.text.is_empty() {
            String::new()
        } else {
            code(&newest.text)
        },
    );
    let same = older.structured == newest.structured && older.schema == newest.schema;
    let older = if same {
        "the same".into()
    } else {
        older.cell()
    };
    let _ = writeln!(page, "| {name} | {text} | {} | {older} |", newest.cell());
}

/// What a version sends.
struct Sends {
    text: String,
    schema: Option<String>,
    structured: Option<String>,
}

impl Sends {
    fn cell(&self) -> String {
        match (&self.schema, &self.structured) {
            (None, None) => "text only".into(),
            (schema, value) => {
                let cells: Vec<String> = [schema, value]
                    .into_iter()
                    .flatten()
                    .map(|json| code(json))
                    .collect();
                cells.join("<br>")
            }
        }
    }
}

fn sends(output: &Output, version: &str) -> Sends {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .expect("a runtime");
    let answers = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&answers);
    let client = TestClient::new(Server::new("types").tool_value((output.tool)())).observe(
        move |exchange| {
            spec_check::assert_answer(
                exchange.version,
                exchange.method,
                exchange.answer.as_bytes(),
            );
            seen.lock()
                .expect("no panic")
                .push(exchange.answer.to_owned());
        },
    );
    let client = if version == "2026-07-28" {
        client
    } else {
        client.legacy(version)
    };
    let text = runtime.block_on(async {
        client.list_tools().await;
        client
            .tool("give", serde_json::json!({}))
            .await
            .assert_ok()
            .text()
    });
    let answers = answers.lock().expect("no panic");
    let [.., list, result] = answers.as_slice() else {
        panic!("two answers")
    };
    let schema = member(list, &["result", "tools", "0", "outputSchema"]);
    let structured = member(result, &["result", "structuredContent"]);
    if let (Some(schema), Some(structured)) = (&schema, &structured) {
        let json = |text: &str| serde_json::from_str(text).expect("JSON");
        assert!(
            validator(&json(schema)).is_valid(&json(structured)),
            "{}: {structured} isn't {schema}",
            output.name
        );
    }
    Sends {
        text,
        schema,
        structured,
    }
}

/// A text as code in a cell of a table.
fn code(text: &str) -> String {
    let text = text.replace('|', "\\|").replace('\n', "⏎");
    if text.contains('`') {
        format!("`` {text} ``")
    } else {
        format!("`{text}`")
    }
}
