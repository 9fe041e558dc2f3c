//! Values that a person types, one after the other.

use std::io::{self, BufRead, IsTerminal, Write};

use anyhow::{Result, bail};
use serde_json::{Map, Value};

use super::{schema::Schema, show::clean};

/// Whether somebody is there to be asked.
pub(crate) fn has_person() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Where a person reads and types.
pub(crate) struct Form<I, O> {
    pub(crate) input: I,
    pub(crate) output: O,
}

/// The terminal: questions don't get among what a script reads.
pub(crate) fn terminal() -> Form<io::StdinLock<'static>, io::Stderr> {
    Form {
        input: io::stdin().lock(),
        output: io::stderr(),
    }
}

impl<I: BufRead, O: Write> Form<I, O> {
    /// Asks for properties of an object, until each is what its schema wants.
    ///
    /// # Errors
    /// When the input ends.
    pub(crate) fn fill(
        &mut self,
        schema: Schema<'_>,
        names: &[&str],
    ) -> Result<Map<String, Value>> {
        let required = schema.required();
        let mut values = Map::new();
        for name in names {
            let property = schema.property(name);
            let value = self.property(name, property, required.contains(name))?;
            values.extend(value.map(|value| ((*name).to_owned(), value)));
        }
        Ok(values)
    }

    fn property(
        &mut self,
        name: &str,
        schema: Option<Schema<'_>>,
        required: bool,
    ) -> Result<Option<Value>> {
        let question = question(name, schema, required);
        loop {
            let text = self.line(&question)?;
            if text.is_empty() && required {
                writeln!(self.output, "it is needed")?;
                continue;
            }
            if text.is_empty() {
                return Ok(None);
            }
            let Some(schema) = schema else {
                return Ok(Some(Value::String(text)));
            };
            let choices = schema.choices();
            if !choices.is_empty() && !choices.contains(&text.as_str()) {
                writeln!(
                    self.output,
                    "`{text}` isn't one of {}",
                    clean(&choices.join(", "))
                )?;
                continue;
            }
            match read(schema, &text) {
                Ok(value) => return Ok(Some(value)),
                Err(problem) => writeln!(self.output, "{problem}")?,
            }
        }
    }

    /// Asks one thing, and reads a line.
    ///
    /// # Errors
    /// When the input ends.
    pub(crate) fn line(&mut self, question: &str) -> Result<String> {
        write!(self.output, "{question}: ")?;
        self.output.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.output)?;
            bail!("the input ended before everything was answered");
        }
        Ok(line.trim_end_matches(['\r', '\n']).to_owned())
    }
}

/// A list is JSON, or its items with commas between.
fn read(schema: Schema<'_>, text: &str) -> Result<Value, String> {
    match schema.items() {
        Some(items) if schema.is_list() && !text.trim_start().starts_with('[') => text
            .split(',')
            .map(|item| items.read(item.trim()))
            .collect(),
        _ => schema.read(text),
    }
}

fn question(name: &str, schema: Option<Schema<'_>>, required: bool) -> String {
    let mut facts = Vec::new();
    facts.extend(schema.map(Schema::summary));
    match schema.and_then(Schema::default) {
        Some(default) if !required => facts.push(format!("empty for {default}")),
        _ if !required => facts.push("may be empty".into()),
        _ => {}
    }
    let facts = if facts.is_empty() {
        String::new()
    } else {
        format!(" ({})", facts.join(", "))
    };
    let about = schema.and_then(|schema| schema.text("description").or(schema.text("title")));
    let about = about.map_or_else(String::new, |about| format!("{}\n", about.trim()));
    clean(&format!("{about}{name}{facts}"))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Form;
    use crate::remote::schema::Schema;

    #[test]
    fn it_asks_until_the_answer_fits() {
        let schema = json!({
            "properties": {
                "title": {"type": "string", "description": "Its title."},
                "pages": {"type": "integer"},
                "kind": {"enum": ["novel", "poem"], "default": "novel"},
                "tags": {"type": "array", "items": {"type": "string"}},
            },
            "required": ["title"],
        });
        let mut output = Vec::new();
        let mut form = Form {
            input: &b"\nDune\nmany\n12\nsong\n\na, b\n"[..],
            output: &mut output,
        };
        let values = form.fill(Schema::new(&schema), &["title", "pages", "kind", "tags"]);
        let expected = json!({"title": "Dune", "pages": 12, "tags": ["a", "b"]});
        assert_eq!(Value::Object(values.unwrap()), expected);
        assert_eq!(
            String::from_utf8(output).unwrap(),
            "Its title.\ntitle (string): it is needed\n\
             Its title.\ntitle (string): \
             pages (integer, may be empty): `many` isn't an integer\n\
             pages (integer, may be empty): \
             kind (novel|poem, empty for \"novel\"): `song` isn't one of novel, poem\n\
             kind (novel|poem, empty for \"novel\"): \
             tags (list of string, may be empty): "
        );
        let mut form = Form {
            input: &b""[..],
            output: Vec::new(),
        };
        assert!(form.fill(Schema::new(&schema), &["title"]).is_err());
    }
}
