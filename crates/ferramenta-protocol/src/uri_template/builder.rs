//! Puts the literals and expressions of a template together, and refuses what can't be read back.

use super::{
    TemplateError, UriTemplate, UriVariable, VariableKind,
    model::{Fragment, Hierarchy, Hole, Middle, Segment},
    parse::{Expression, Name, Operator},
    query::{ParamValue, QueryBuilder},
    text::{fold_case, normalise},
};

pub(super) struct Builder {
    variables: Vec<UriVariable>,
    hierarchy: Hierarchy,
    current: Current,
    /// Where that begins.
    current_at: usize,
    query: QueryBuilder,
    fragment: Fragment,
    region: Region,
}

/// The part of the URI that is being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Region {
    Path,
    Query,
    Fragment,
}

/// What has been read since the last `/`.
enum Current {
    Segment(Segment),
    Middle(Middle),
}

impl Builder {
    pub(super) fn new(scheme: &str) -> Self {
        Self {
            variables: Vec::new(),
            hierarchy: Hierarchy {
                scheme: scheme.to_ascii_lowercase(),
                ..Hierarchy::default()
            },
            current: Current::Segment(Segment::default()),
            current_at: scheme.len() + 1,
            query: QueryBuilder::default(),
            fragment: Fragment::None,
            region: Region::Path,
        }
    }

    pub(super) fn begin_authority(&mut self) {
        self.hierarchy.authority = true;
        self.current_at += 2;
    }

    /// Takes text outside of braces.
    pub(super) fn literal(&mut self, at: usize, text: &str) -> Result<(), TemplateError> {
        match self.region {
            Region::Path => match text.find(['?', '#']) {
                Some(end) => {
                    self.path_literal(at, &text[..end])?;
                    self.close_segment(at + end)?;
                    self.region = if text[end..].starts_with('?') {
                        self.query.begin(at + end + 1);
                        Region::Query
                    } else {
                        self.fragment = Fragment::Literal(String::new());
                        Region::Fragment
                    };
                    self.literal(at + end + 1, &text[end + 1..])
                }
                None => self.path_literal(at, text),
            },
            Region::Query => {
                let end = text.find('#').unwrap_or(text.len());
                self.query.literal(at, &text[..end])?;
                if end < text.len() {
                    self.query.close()?;
                    self.fragment = Fragment::Literal(String::new());
                    self.region = Region::Fragment;
                    self.literal(at + end + 1, &text[end + 1..])?;
                }
                Ok(())
            }
            Region::Fragment => self.fragment_literal(at, text),
        }
    }

    /// Takes an expression.
    pub(super) fn expression(&mut self, expression: &Expression<'_>) -> Result<(), TemplateError> {
        let at = expression.at;
        if self.region == Region::Fragment {
            return Err(after_fragment(at));
        }
        match expression.operator {
            Operator::Fragment => self.open_fragment(expression),
            Operator::Query => self.open_query(expression),
            Operator::Continuation if self.region == Region::Query => {
                self.query.continues(at)?;
                self.parameters(&expression.names)
            }
            Operator::Continuation => Err(TemplateError::new(
                at,
                "`{&…}` goes on with a query, and none has begun",
                "write `{?…}`",
            )),
            Operator::Simple if self.region == Region::Query => self.required_parameter(expression),
            _ if self.region == Region::Query => Err(TemplateError::new(
                at,
                "a path can't go on within the query",
                "write `name={name}` or `{&name}`",
            )),
            Operator::Reserved => self.open_path(expression),
            Operator::Segment => expression
                .names
                .iter()
                .try_for_each(|name| self.segment_variable(name)),
            Operator::Label => self.holes(expression, VariableKind::Extension),
            Operator::Simple => self.holes(expression, VariableKind::Segment),
        }
    }

    pub(super) fn finish(mut self, source: &str) -> Result<UriTemplate, TemplateError> {
        match self.region {
            Region::Path => self.close_segment(source.len())?,
            Region::Query => self.query.close()?,
            Region::Fragment => {}
        }
        let Self {
            variables,
            hierarchy,
            query,
            fragment,
            ..
        } = self;
        if hierarchy.may_begin_with_two_slashes() {
            return Err(TemplateError::new(
                hierarchy.scheme.len() + 1,
                "the path begins with `//`, which begins an authority",
                "write one `/`",
            ));
        }
        Ok(UriTemplate {
            source: source.to_owned(),
            variables,
            hierarchy,
            query: query.finish(),
            fragment,
        })
    }

    fn declare(
        &mut self,
        name: &Name<'_>,
        kind: VariableKind,
        optional: bool,
    ) -> Result<usize, TemplateError> {
        if self.variables.iter().any(|known| known.name() == name.text) {
            return Err(TemplateError::new(
                name.at,
                format!("`{}` appears twice", name.text),
                "name every variable once",
            ));
        }
        self.variables
            .push(UriVariable::new(name.text, kind, optional));
        Ok(self.variables.len() - 1)
    }
}

/// The path.
impl Builder {
    fn path_literal(&mut self, at: usize, text: &str) -> Result<(), TemplateError> {
        let mut position = at;
        for (index, piece) in text.split('/').enumerate() {
            if index > 0 {
                self.close_segment(position)?;
            }
            self.segment_literal(position, piece)?;
            position += piece.len() + 1;
        }
        Ok(())
    }

    fn segment_literal(&mut self, at: usize, piece: &str) -> Result<(), TemplateError> {
        let in_authority = self.is_in_authority();
        let mut piece = literal(at, piece)?;
        match &mut self.current {
            Current::Segment(segment) => {
                if in_authority {
                    piece = fold_case(&piece);
                }
                match segment.holes.last_mut() {
                    Some(hole) => hole.then.push_str(&piece),
                    None => segment.start.push_str(&piece),
                }
            }
            Current::Middle(Middle::Path { suffix, .. }) => suffix.push_str(&piece),
            Current::Middle(Middle::List { .. }) if piece.is_empty() => {}
            Current::Middle(Middle::List { .. }) => return Err(after_list(at)),
        }
        Ok(())
    }

    /// Ends what is being read; the next begins at the position.
    fn close_segment(&mut self, next: usize) -> Result<(), TemplateError> {
        let at = std::mem::replace(&mut self.current_at, next);
        let closed = std::mem::replace(&mut self.current, Current::Segment(Segment::default()));
        match closed {
            Current::Segment(segment) => {
                if segment.is_literal() && matches!(&*segment.start, "." | "..") {
                    return Err(TemplateError::new(
                        at,
                        format!("`{}` is a segment that clients take away", segment.start),
                        "write the path without it",
                    ));
                }
                if self.hierarchy.middle.is_none() {
                    self.hierarchy.before.push(segment);
                } else {
                    self.hierarchy.after.push(segment);
                }
            }
            Current::Middle(middle) => self.hierarchy.middle = Some(middle),
        }
        Ok(())
    }

    /// `{a,b}` and `{.a,b}`.
    fn holes(
        &mut self,
        expression: &Expression<'_>,
        kind: VariableKind,
    ) -> Result<(), TemplateError> {
        for (index, name) in expression.names.iter().enumerate() {
            match (kind, index) {
                (VariableKind::Extension, _) => self.segment_literal(name.at, ".")?,
                (_, 0) => {}
                _ => self.segment_literal(name.at, ",")?,
            }
            self.hole(name, kind)?;
        }
        Ok(())
    }

    /// `{/name}` and `{/name*}`.
    fn segment_variable(&mut self, name: &Name<'_>) -> Result<(), TemplateError> {
        self.close_segment(name.at)?;
        if !name.explode {
            return self.hole(name, VariableKind::Segment);
        }
        self.refuse_second_middle(name.at)?;
        let variable = self.declare(name, VariableKind::Segments, false)?;
        self.current = Current::Middle(Middle::List { variable });
        Ok(())
    }

    fn hole(&mut self, name: &Name<'_>, kind: VariableKind) -> Result<(), TemplateError> {
        self.refuse_file_host(name.at)?;
        let variable = self.declare(name, kind, false)?;
        let segment = match &mut self.current {
            Current::Segment(segment) => segment,
            Current::Middle(Middle::Path { .. }) => return Err(shared_segment(name.at)),
            Current::Middle(Middle::List { .. }) => return Err(after_list(name.at)),
        };
        if segment
            .holes
            .last()
            .is_some_and(|hole| hole.then.is_empty())
        {
            return Err(TemplateError::new(
                name.at,
                format!(
                    "nothing tells where `{}` begins and the variable before it ends",
                    name.text
                ),
                "put a `/` or another literal between them",
            ));
        }
        segment.holes.push(Hole {
            variable,
            then: String::new(),
            dotless: kind == VariableKind::Extension,
        });
        Ok(())
    }

    /// `{+path}`.
    fn open_path(&mut self, expression: &Expression<'_>) -> Result<(), TemplateError> {
        let name = only_name(expression)?;
        self.refuse_second_middle(name.at)?;
        self.refuse_file_host(name.at)?;
        let variable = self.declare(name, VariableKind::Path, false)?;
        match &mut self.current {
            Current::Segment(segment) if segment.is_literal() => {
                let prefix = std::mem::take(&mut segment.start);
                self.current = Current::Middle(Middle::Path {
                    prefix,
                    variable,
                    suffix: String::new(),
                });
                Ok(())
            }
            _ => Err(shared_segment(name.at)),
        }
    }

    fn refuse_second_middle(&self, at: usize) -> Result<(), TemplateError> {
        if self.hierarchy.middle.is_none() && matches!(self.current, Current::Segment(_)) {
            return Ok(());
        }
        Err(TemplateError::new(
            at,
            "two variables span segments, and nothing tells where one ends",
            "have one `{+path}` or `{/path*}`, and `{name}` for single segments",
        ))
    }

    /// Files are on this host: what stands in its place is most likely meant to be the path.
    fn refuse_file_host(&self, at: usize) -> Result<(), TemplateError> {
        if self.hierarchy.scheme == "file" && self.is_in_authority() {
            return Err(TemplateError::new(
                at,
                "a variable stands in the place of a file's host",
                "write `file:///` before it",
            ));
        }
        Ok(())
    }

    const fn is_in_authority(&self) -> bool {
        self.hierarchy.authority
            && self.hierarchy.before.is_empty()
            && self.hierarchy.middle.is_none()
    }
}

/// The query and the fragment.
impl Builder {
    fn open_query(&mut self, expression: &Expression<'_>) -> Result<(), TemplateError> {
        if self.region == Region::Query {
            return Err(TemplateError::new(
                expression.at,
                "`{?…}` begins a query, and it has begun already",
                "name all parameters in one `{?…}`, or write `{&…}` after a literal one",
            ));
        }
        self.close_segment(expression.at)?;
        self.region = Region::Query;
        self.parameters(&expression.names)
    }

    fn parameters(&mut self, names: &[Name<'_>]) -> Result<(), TemplateError> {
        for name in names {
            let value = if name.explode {
                ParamValue::List(self.declare(name, VariableKind::Parameters, false)?)
            } else {
                ParamValue::Optional(self.declare(name, VariableKind::Parameter, true)?)
            };
            self.query.push(name.at, name.text, value)?;
        }
        Ok(())
    }

    /// `{name}` in `?q={name}`.
    fn required_parameter(&mut self, expression: &Expression<'_>) -> Result<(), TemplateError> {
        let name = only_name(expression)?;
        let parameter = self.query.open_value(expression.at)?;
        let variable = self.declare(name, VariableKind::Parameter, false)?;
        self.query
            .push(name.at, &parameter, ParamValue::Required(variable))
    }

    fn open_fragment(&mut self, expression: &Expression<'_>) -> Result<(), TemplateError> {
        let name = only_name(expression)?;
        match self.region {
            Region::Path => self.close_segment(expression.at)?,
            Region::Query => self.query.close()?,
            Region::Fragment => {}
        }
        self.region = Region::Fragment;
        self.fragment = Fragment::Variable(self.declare(name, VariableKind::Fragment, true)?);
        Ok(())
    }

    fn fragment_literal(&mut self, at: usize, text: &str) -> Result<(), TemplateError> {
        match &mut self.fragment {
            Fragment::Literal(fragment) => fragment.push_str(&literal(at, text)?),
            _ => return Err(after_fragment(at)),
        }
        Ok(())
    }
}

/// The one name of an expression whose values could hold the comma between two.
fn only_name<'e, 't>(expression: &'e Expression<'t>) -> Result<&'e Name<'t>, TemplateError> {
    match &*expression.names {
        [name] => Ok(name),
        _ => Err(TemplateError::new(
            expression.at,
            "nothing tells the variables of this expression apart",
            "name one variable",
        )),
    }
}

/// Normalises a piece of a literal (RFC 6570 §2.1).
pub(super) fn literal(at: usize, text: &str) -> Result<String, TemplateError> {
    normalise(text).map_err(|fault| {
        let (problem, remedy) = match text[fault..].chars().next() {
            Some('%') => (
                "`%` begins an escape, and two hexadecimal digits are missing".to_owned(),
                "write `%25` for a percent sign",
            ),
            Some('}') => (
                "this `}` closes nothing".to_owned(),
                "write `%7D` for a brace that isn't an expression's",
            ),
            odd => (
                format!("{:?} isn't a character of URIs", odd.unwrap_or_default()),
                "write it as an escape, such as `%20` for a space",
            ),
        };
        TemplateError::new(at + fault, problem, remedy)
    })
}

fn shared_segment(at: usize) -> TemplateError {
    TemplateError::new(
        at,
        "a variable shares its segment with one that spans segments",
        "put a `/` between them",
    )
}

fn after_list(at: usize) -> TemplateError {
    TemplateError::new(
        at,
        "a list of segments goes on in the middle of a segment",
        "put a `/`, `?` or `#` behind the list",
    )
}

fn after_fragment(at: usize) -> TemplateError {
    TemplateError::new(
        at,
        "the fragment goes on",
        "end with either a literal fragment or one `{#name}`",
    )
}
