//! From the values to the URI (RFC 6570 §3).

use super::{
    ExpandError, UriTemplate, UriValue,
    model::{Fragment, Hierarchy, Middle, Segment},
    query::{Param, ParamValue, Query},
    text::encode,
};

impl UriTemplate {
    /// Makes the URI from which [`matches`](Self::matches) gives these values (RFC 6570 §3).
    ///
    /// A value stands for itself: a `%` in it is always escaped, as are `?` and `#` in a `{+path}`, where the RFC would
    /// let escapes and the beginning of a query through (§3.2.3). Absent lists are empty ones. Values that don't come
    /// back as they are, such as `..`, or a text with the literal that stands between two variables, are refused.
    pub fn expand<N: AsRef<str>>(&self, values: &[(N, UriValue)]) -> Result<String, ExpandError> {
        let values = self.in_order(values)?;
        for (variable, value) in self.variables.iter().zip(&values) {
            let refuse = |problem| Err(ExpandError::new(variable.name(), problem));
            match value {
                None if variable.is_optional() || variable.is_list() => {}
                None => return refuse("has no value"),
                Some(UriValue::List(_)) if !variable.is_list() => return refuse("is one text"),
                Some(UriValue::Text(_)) if variable.is_list() => return refuse("is a list"),
                Some(value) => {
                    let mut items = value.items().iter();
                    if let Some(problem) = items.find_map(|item| variable.kind().fault(item)) {
                        return refuse(problem);
                    }
                }
            }
        }
        let uri = self.write(&values);
        self.reads_back(&uri, &values)?;
        Ok(uri)
    }

    /// The values, by the index of their variables.
    fn in_order<'v, N: AsRef<str>>(
        &self,
        values: &'v [(N, UriValue)],
    ) -> Result<Vec<Option<&'v UriValue>>, ExpandError> {
        let mut ordered = vec![None; self.variables.len()];
        for (name, value) in values {
            let name = name.as_ref();
            let mut variables = self.variables.iter();
            let Some(index) = variables.position(|variable| variable.name() == name) else {
                return Err(ExpandError::new(name, "is not a variable of the template"));
            };
            if ordered[index].replace(value).is_some() {
                return Err(ExpandError::new(name, "is given twice"));
            }
        }
        Ok(ordered)
    }

    fn reads_back(&self, uri: &str, values: &[Option<&UriValue>]) -> Result<(), ExpandError> {
        let found = self.matches(uri).unwrap_or_default();
        for (variable, value) in self.variables.iter().zip(values) {
            let back = found.iter().find(|(name, _)| *name == variable.name());
            let items = |value: Option<&UriValue>| value.map(|value| value.items().to_vec());
            let same = if variable.is_list() {
                items(back.map(|(_, value)| value)).unwrap_or_default()
                    == items(*value).unwrap_or_default()
            } else {
                back.map(|(_, value)| value) == *value
            };
            if !same {
                return Err(ExpandError::new(
                    variable.name(),
                    "would be read back as something else: a value holds the literal between two variables",
                ));
            }
        }
        Ok(())
    }

    /// Writes the URI with what values there are.
    pub(super) fn write(&self, values: &[Option<&UriValue>]) -> String {
        let mut writer = Writer {
            template: self,
            values,
            uri: String::with_capacity(self.source.len()),
        };
        writer.hierarchy(&self.hierarchy);
        writer.query(&self.query);
        writer.fragment(&self.fragment);
        writer.uri
    }
}

struct Writer<'a> {
    template: &'a UriTemplate,
    values: &'a [Option<&'a UriValue>],
    uri: String,
}

impl<'a> Writer<'a> {
    /// The value as its items; none when it is absent.
    fn items(&self, variable: usize) -> &'a [String] {
        let value = self.values.get(variable).copied().flatten();
        value.map_or(&[], UriValue::items)
    }

    fn item(&mut self, variable: usize, item: &str) {
        let kind = self.template.variables[variable].kind();
        encode(item, kind, &mut self.uri);
    }

    fn value(&mut self, variable: usize) {
        for item in self.items(variable) {
            self.item(variable, item);
        }
    }

    fn hierarchy(&mut self, hierarchy: &Hierarchy) {
        self.uri.push_str(&hierarchy.scheme);
        self.uri
            .push_str(if hierarchy.authority { "://" } else { ":" });
        let mut separator = "";
        for segment in &hierarchy.before {
            self.segment(std::mem::replace(&mut separator, "/"), segment);
        }
        match &hierarchy.middle {
            Some(Middle::Path {
                prefix,
                variable,
                suffix,
            }) => {
                self.uri.push_str(separator);
                self.uri.push_str(prefix);
                self.value(*variable);
                self.uri.push_str(suffix);
            }
            Some(Middle::List { variable }) => {
                for item in self.items(*variable) {
                    self.uri.push('/');
                    self.item(*variable, item);
                }
            }
            None => {}
        }
        for segment in &hierarchy.after {
            self.segment("/", segment);
        }
    }

    fn segment(&mut self, separator: &str, segment: &Segment) {
        self.uri.push_str(separator);
        self.uri.push_str(&segment.start);
        for hole in &segment.holes {
            self.value(hole.variable);
            self.uri.push_str(&hole.then);
        }
    }

    fn query(&mut self, query: &Query) {
        match query {
            Query::None => {}
            Query::Literal(literal) => {
                self.uri.push('?');
                self.uri.push_str(literal);
            }
            Query::Params(params) => {
                let mut separator = '?';
                for param in params {
                    self.param(&mut separator, param);
                }
            }
        }
    }

    fn param(&mut self, separator: &mut char, param: &Param) {
        let mut begin = |uri: &mut String| {
            uri.push(std::mem::replace(separator, '&'));
            uri.push_str(&param.name);
        };
        match &param.value {
            ParamValue::Fixed(value) => {
                begin(&mut self.uri);
                if let Some(value) = value {
                    self.uri.push('=');
                    self.uri.push_str(value);
                }
            }
            ParamValue::Required(variable)
            | ParamValue::Optional(variable)
            | ParamValue::List(variable) => {
                for item in self.items(*variable) {
                    begin(&mut self.uri);
                    self.uri.push('=');
                    self.item(*variable, item);
                }
            }
        }
    }

    fn fragment(&mut self, fragment: &Fragment) {
        match fragment {
            Fragment::None => {}
            Fragment::Literal(literal) => {
                self.uri.push('#');
                self.uri.push_str(literal);
            }
            Fragment::Variable(variable) => {
                for item in self.items(*variable) {
                    self.uri.push('#');
                    self.item(*variable, item);
                }
            }
        }
    }
}
