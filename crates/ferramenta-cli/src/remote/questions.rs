//! What a server asks while it works, answered from the command line or by who sits at the terminal.

use std::{
    collections::VecDeque,
    io::{BufRead, Write},
};

use anyhow::Result;
use serde_json::{Map, Value, json};

use super::{
    form::{Form, has_person, terminal},
    schema::Schema,
    show::{block, clean, text},
};

/// A question's answer; `Err` says why there is none.
pub(crate) type Answer = Result<Value, String>;

/// Who answers.
#[derive(Debug)]
pub(crate) struct Answers {
    /// What the command line gives, for the next questions.
    given: VecDeque<Value>,
}

impl Answers {
    pub(crate) fn new(given: impl IntoIterator<Item = Value>) -> Self {
        Self {
            given: given.into_iter().collect(),
        }
    }

    /// Answers a question; it can be dropped while it waits for a person.
    pub(crate) async fn answer(&mut self, method: String, params: Value) -> Answer {
        if let Some(value) = self.given.pop_front() {
            return given(&method, value);
        }
        if !has_person() {
            return nobody(&method, &params);
        }
        let asked = tokio::task::spawn_blocking(move || ask(&mut terminal(), &method, &params));
        asked.await.map_err(|error| error.to_string())?
    }
}

fn given(method: &str, value: Value) -> Answer {
    match (method, value) {
        ("elicitation/create", content @ Value::Object(_)) => {
            Ok(json!({"action": "accept", "content": content}))
        }
        ("elicitation/create", _) => Ok(json!({"action": "accept"})),
        ("sampling/createMessage", Value::String(text)) => Ok(reply(&text)),
        (_, value) => Ok(value),
    }
}

/// The question is shown, so that whoever runs the script knows what to answer.
fn nobody(method: &str, params: &Value) -> Answer {
    eprintln!("the server asks: {}", words(method, params));
    eprintln!("nobody is there to answer; give --answer, or run it in a terminal");
    if method == "elicitation/create" {
        Ok(json!({"action": "cancel"}))
    } else {
        Err("nobody is there to answer".into())
    }
}

fn words(method: &str, params: &Value) -> String {
    if method == "elicitation/create" {
        message(params)
    } else {
        format!("`{}` {}", clean(method), clean(&params.to_string()))
    }
}

fn message(params: &Value) -> String {
    clean(text(params, "message").unwrap_or("(without words)"))
}

fn ask<I: BufRead, O: Write>(form: &mut Form<I, O>, method: &str, params: &Value) -> Answer {
    let asked = match method {
        "elicitation/create" if text(params, "mode") == Some("url") => visit(form, params),
        "elicitation/create" => elicit(form, params),
        "sampling/createMessage" => sample(form, params),
        _ => return Err(format!("`{method}` can't be answered here")),
    };
    match asked {
        Ok(answer) => Ok(answer),
        Err(_) if method == "elicitation/create" => Ok(json!({"action": "cancel"})),
        Err(error) => Err(error.to_string()),
    }
}

fn elicit<I: BufRead, O: Write>(form: &mut Form<I, O>, params: &Value) -> Result<Value> {
    writeln!(form.output, "The server asks: {}", message(params))?;
    let nothing = json!({});
    let schema = Schema::new(params.get("requestedSchema").unwrap_or(&nothing));
    let content = form.fill(schema, &schema.names())?;
    if agreed(form, "Send it? [Y/n]")? {
        Ok(json!({"action": "accept", "content": content}))
    } else {
        Ok(json!({"action": "decline"}))
    }
}

fn visit<I: BufRead, O: Write>(form: &mut Form<I, O>, params: &Value) -> Result<Value> {
    writeln!(form.output, "The server asks: {}", message(params))?;
    let url = clean(text(params, "url").unwrap_or_default());
    writeln!(
        form.output,
        "Open this page yourself, if you trust it: {url}"
    )?;
    let action = match agreed(form, "Done? [Y/n]")? {
        true => "accept",
        false => "decline",
    };
    Ok(json!({"action": action}))
}

/// A person stands in for the model.
fn sample<I: BufRead, O: Write>(form: &mut Form<I, O>, params: &Value) -> Result<Value> {
    writeln!(form.output, "The server asks a model:")?;
    let messages = params.get("messages").and_then(Value::as_array);
    for message in messages.into_iter().flatten() {
        let content = match message.get("content") {
            Some(Value::Array(blocks)) => blocks.iter().map(block).collect(),
            content => content.map_or_else(String::new, block),
        };
        let role = clean(text(message, "role").unwrap_or_default());
        writeln!(form.output, "{role}: {content}")?;
    }
    Ok(reply(&form.line("Your answer in its place")?))
}

fn reply(text: &str) -> Value {
    json!({
        "role": "assistant",
        "content": {"type": "text", "text": text},
        "model": "a person",
        "stopReason": "endTurn",
    })
}

fn agreed<I: BufRead, O: Write>(form: &mut Form<I, O>, question: &str) -> Result<bool> {
    let answer = form.line(question)?;
    Ok(matches!(
        answer.trim().to_ascii_lowercase().as_str(),
        "" | "y" | "yes"
    ))
}

/// The properties of an object that are needed and not there.
pub(crate) fn missing<'a>(schema: Schema<'a>, values: &Map<String, Value>) -> Vec<&'a str> {
    let mut required = schema.required();
    required.retain(|name| !values.contains_key(*name));
    required
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Answer, ask};
    use crate::remote::form::Form;

    fn asked(method: &str, params: &Value, typed: &str) -> (Answer, String) {
        let mut form = Form {
            input: typed.as_bytes(),
            output: Vec::new(),
        };
        let answer = ask(&mut form, method, params);
        (answer, String::from_utf8(form.output).unwrap())
    }

    #[test]
    fn a_person_answers_declines_or_leaves() {
        let params = json!({"message": "Who?", "requestedSchema": {
            "type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}});
        for (typed, expected) in [
            (
                "Ada\n\n",
                json!({"action": "accept", "content": {"name": "Ada"}}),
            ),
            ("Ada\nn\n", json!({"action": "decline"})),
            ("Ada\n", json!({"action": "cancel"})),
            ("", json!({"action": "cancel"})),
        ] {
            let (answer, shown) = asked("elicitation/create", &params, typed);
            assert_eq!(answer, Ok(expected), "{typed:?}");
            assert!(
                shown.starts_with("The server asks: Who?\nname (string): "),
                "{shown}"
            );
        }
    }

    #[test]
    fn a_page_is_named_and_not_opened() {
        let params =
            json!({"mode": "url", "message": "Sign in", "url": "https://example.com/\u{1b}x"});
        let (answer, shown) = asked("elicitation/create", &params, "y\n");
        assert_eq!(answer, Ok(json!({"action": "accept"})));
        assert!(shown.contains("https://example.com/\\u{1b}x"), "{shown}");
    }

    #[test]
    fn a_person_stands_in_for_the_model() {
        let params =
            json!({"messages": [{"role": "user", "content": {"type": "text", "text": "Hi"}}]});
        let (answer, shown) = asked("sampling/createMessage", &params, "Hello\n");
        assert_eq!(answer.unwrap()["content"]["text"], "Hello");
        assert!(shown.contains("user: Hi\n"), "{shown}");
        assert!(asked("roots/list", &params, "").0.is_err());
    }
}
