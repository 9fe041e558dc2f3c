use super::{TemplateError, builder::literal};

/// The query of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Query {
    None,
    /// Without variables: the very text.
    Literal(String),
    Params(Vec<Param>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Param {
    pub(super) name: String,
    pub(super) value: ParamValue,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParamValue {
    /// Has to be there with this value; `None` is a name without `=`.
    Fixed(Option<String>),
    Required(usize),
    Optional(usize),
    List(usize),
}

impl Param {
    pub(super) const fn is_needed(&self) -> bool {
        matches!(self.value, ParamValue::Fixed(_) | ParamValue::Required(_))
    }
}

/// Puts a query together.
#[derive(Debug, Default)]
pub(super) struct QueryBuilder {
    params: Vec<Param>,
    state: State,
}

#[derive(Debug, Default, PartialEq, Eq)]
enum State {
    /// No parameter is being read.
    #[default]
    Closed,
    /// The text of a literal parameter, as far as it was read, and where it begins.
    Text(usize, String),
    /// A variable was the value.
    Valued,
}

impl QueryBuilder {
    /// Begins a literal parameter.
    pub(super) fn begin(&mut self, at: usize) {
        self.state = State::Text(at, String::new());
    }

    pub(super) fn literal(&mut self, at: usize, text: &str) -> Result<(), TemplateError> {
        let mut position = at;
        for (index, piece) in text.split('&').enumerate() {
            if index > 0 {
                self.next(position)?;
            }
            let piece_text = literal(position, piece)?;
            match &mut self.state {
                State::Text(_, text) => text.push_str(&piece_text),
                _ if piece.is_empty() => {}
                State::Valued => return Err(mixed(position)),
                State::Closed => return Err(after_variables(position)),
            }
            position += piece.len() + 1;
        }
        Ok(())
    }

    /// The `&` before a literal parameter, which begins at the position.
    fn next(&mut self, at: usize) -> Result<(), TemplateError> {
        if self.state == State::Closed {
            return Err(after_variables(at - 1));
        }
        self.close()?;
        self.begin(at);
        Ok(())
    }

    /// The end of a literal parameter.
    pub(super) fn close(&mut self) -> Result<(), TemplateError> {
        let State::Text(start, text) = std::mem::take(&mut self.state) else {
            return Ok(());
        };
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (&*text, None),
        };
        if name.is_empty() {
            return Err(TemplateError::new(
                start,
                "a query parameter has no name",
                "write `name=value`, `name={name}` or `{?name}`",
            ));
        }
        self.push(start, name, ParamValue::Fixed(value))
    }

    /// The `{&` after literal parameters.
    pub(super) fn continues(&mut self, at: usize) -> Result<(), TemplateError> {
        if self.state == State::Closed {
            return Err(TemplateError::new(
                at,
                "`{&…}` follows parameters that may all be absent",
                "name all of them in one expression, such as `{?q,limit}`",
            ));
        }
        self.close()
    }

    /// The name of the literal parameter whose value a variable is.
    pub(super) fn open_value(&mut self, at: usize) -> Result<String, TemplateError> {
        match std::mem::replace(&mut self.state, State::Valued) {
            State::Text(_, text) => match text.strip_suffix('=') {
                Some(name) if !name.is_empty() && !name.contains('=') => Ok(name.to_owned()),
                _ => Err(mixed(at)),
            },
            State::Valued => Err(mixed(at)),
            State::Closed => Err(after_variables(at)),
        }
    }

    pub(super) fn push(
        &mut self,
        at: usize,
        name: &str,
        value: ParamValue,
    ) -> Result<(), TemplateError> {
        if self.params.iter().any(|known| known.name == name) {
            return Err(TemplateError::new(
                at,
                format!("the query has `{name}` twice"),
                "name every parameter once; `{?name*}` takes a list",
            ));
        }
        self.params.push(Param {
            name: name.to_owned(),
            value,
        });
        Ok(())
    }

    pub(super) fn finish(self) -> Query {
        if self.params.is_empty() {
            return Query::None;
        }
        let fixed: Option<Vec<String>> = self
            .params
            .iter()
            .map(|param| match &param.value {
                ParamValue::Fixed(Some(value)) => Some(format!("{}={value}", param.name)),
                ParamValue::Fixed(None) => Some(param.name.clone()),
                _ => None,
            })
            .collect();
        match fixed {
            Some(fixed) => Query::Literal(fixed.join("&")),
            None => Query::Params(self.params),
        }
    }
}

fn mixed(at: usize) -> TemplateError {
    TemplateError::new(
        at,
        "a parameter's value is neither a literal nor one variable",
        "write `name=value`, `name={name}` or `{&name}`",
    )
}

fn after_variables(at: usize) -> TemplateError {
    TemplateError::new(
        at,
        "the query goes on after parameters that may be absent",
        "put the literal ones first, such as `?v=1{&q}`",
    )
}
