use ferramenta_protocol::doubled_keys;
use serde_json::Value;

use super::{
    Headers, Kind, Params,
    explain::{Problem, explain, message},
    params::Described,
    repair::repair,
    schema::{SchemaBuilder, object, without_null},
};
use crate::build_error::{BuildError, BuildErrorCode, Place};

/// What arguments have to be refused with: the text that the model reads.
#[derive(Debug)]
pub(crate) struct InvalidArguments(pub(crate) String);

/// The contract of a handler's arguments.
pub(crate) struct Arguments<P: Params<M>, M> {
    specs: P::Specs,
    names: Vec<&'static str>,
    schema: Value,
}

impl<P: Params<M>, M> Arguments<P, M> {
    /// Reads the contract off the parameters; mistakes in it are added to `errors`.
    pub(crate) fn new(specs: P::Specs, tool: &Tool<'_>, errors: &mut Vec<BuildError>) -> (Self, Headers) {
        let mut builder = SchemaBuilder::new();
        let mut reader = Reader { tool, errors, properties: Vec::new(), required: Vec::new(), whole: None, headers: Headers::default() };
        let mut names = Vec::new();
        P::describe(&specs, &mut builder, &mut |parameter| {
            names.push(parameter.name);
            reader.parameter(parameter);
        });
        let Reader { properties, required, whole, headers, .. } = reader;
        let root = whole.unwrap_or_else(|| object(properties, required, true));
        let schema = builder.publish_input(root);
        if schema.get("type").is_none_or(|kind| kind != "object") {
            errors.push(tool.error(
                BuildErrorCode::InvalidSchema,
                "its arguments are not an object",
                "take a struct in `Args<T>`, or plain arguments",
            ));
        }
        (Self { specs, names, schema }, headers)
    }

    /// The schema as it is published.
    pub(crate) const fn schema(&self) -> &Value {
        &self.schema
    }

    /// Decodes the arguments straight into their types; only when that fails are they read as a tree,
    /// mended, and explained.
    pub(crate) fn decode(&self, raw: &str) -> Result<P::Slots, InvalidArguments> {
        if let Some(slots) = self.decode_text(raw) {
            return Ok(slots);
        }
        self.decode_slowly(raw)
    }

    fn decode_text(&self, raw: &str) -> Option<P::Slots> {
        let mut deserializer = serde_json::Deserializer::from_str(raw);
        let mut slots = P::decode(&self.names, &mut deserializer).ok()?;
        P::complete(&self.specs, &mut slots).then_some(slots)
    }

    #[cold]
    fn decode_slowly(&self, raw: &str) -> Result<P::Slots, InvalidArguments> {
        let mut tree: Value = match serde_json::from_str(raw) {
            Ok(tree) => tree,
            Err(_) => return Err(refuse(&[unreadable()])),
        };
        repair(&self.schema, &mut tree);
        let mut problems: Vec<Problem> = doubled_keys(raw).into_iter().map(twice).collect();
        problems.extend(explain(&self.schema, &tree));
        if !problems.is_empty() {
            return Err(refuse(&problems));
        }
        self.decode_text(&tree.to_string()).ok_or_else(|| refuse(&[unreadable()]))
    }
}

fn refuse(problems: &[Problem]) -> InvalidArguments {
    InvalidArguments(message(problems))
}

fn twice(path: String) -> Problem {
    Problem { path, what: "is there twice, give it once".into() }
}

fn unreadable() -> Problem {
    Problem { path: "arguments".into(), what: "a value can't be read as what it has to be".into() }
}

/// The tool that a contract belongs to, for messages about mistakes.
pub(crate) struct Tool<'a> {
    pub(crate) name: &'a str,
    pub(crate) place: Place,
}

impl Tool<'_> {
    pub(crate) fn error(&self, code: BuildErrorCode, problem: &str, remedy: impl Into<String>) -> BuildError {
        BuildError::new(code, self.place, format!("tool `{}`: {problem}", self.name), remedy)
    }
}

/// Collects the members of the argument object, and what is wrong with them.
struct Reader<'a, 'b> {
    tool: &'a Tool<'a>,
    errors: &'b mut Vec<BuildError>,
    properties: Vec<(String, Value)>,
    required: Vec<String>,
    whole: Option<Value>,
    headers: Headers,
}

impl Reader<'_, '_> {
    fn parameter(&mut self, parameter: Described<'_>) {
        match parameter.kind {
            Kind::Argument => self.argument(parameter),
            Kind::Whole | Kind::Injected if !parameter.plain => self.errors.push(self.tool.error(
                BuildErrorCode::MisplacedAttribute,
                &format!("`{}` is not a plain argument and takes no `#[arg(..)]`", parameter.name),
                "remove the attribute",
            )),
            Kind::Whole => self.whole = parameter.schema,
            Kind::Injected => {}
        }
    }

    fn argument(&mut self, parameter: Described<'_>) {
        let mut schema = parameter.schema.clone().unwrap_or_default();
        if schema == Value::Bool(true) {
            schema = Value::Object(serde_json::Map::new());
        }
        if parameter.optional {
            without_null(&mut schema);
        } else {
            self.required.push(parameter.name.to_owned());
        }
        self.rules(&parameter, &mut schema);
        if let Some(description) = parameter.description {
            schema["description"] = description.into();
        }
        self.default(&parameter, &mut schema);
        self.header(&parameter, &mut schema);
        self.properties.push((parameter.name.to_owned(), schema));
    }

    fn rules(&mut self, parameter: &Described<'_>, schema: &mut Value) {
        for rule in &parameter.rules {
            if let Some(mistake) = rule.mistake() {
                let problem = format!("argument `{}`: {mistake}", parameter.name);
                self.errors.push(self.tool.error(
                    BuildErrorCode::InvalidConstraint,
                    &problem,
                    "write a rule that some value can keep",
                ));
            }
            if let Value::Object(members) = schema {
                rule.apply(members);
            }
        }
    }

    fn default(&mut self, parameter: &Described<'_>, schema: &mut Value) {
        let name = parameter.name;
        match &parameter.default {
            None => {}
            Some(Err(error)) => self.errors.push(self.tool.error(
                BuildErrorCode::InvalidDefault,
                &format!("the default of `{name}` can't be written as JSON: {error}"),
                "choose a default that serializes",
            )),
            Some(Ok(default)) if !parameter.default_allowed => self.errors.push(self.tool.error(
                BuildErrorCode::InvalidDefault,
                &format!("the default of `{name}`, {default}, doesn't keep the argument's own rules"),
                "choose a default that a client could send as well",
            )),
            Some(Ok(Value::Null)) => {}
            Some(Ok(default)) => schema["default"] = default.clone(),
        }
    }

    fn header(&mut self, parameter: &Described<'_>, schema: &mut Value) {
        let Some(header) = parameter.header else { return };
        let plain = schema.get("type").is_some_and(|kind| ["string", "integer", "boolean"].iter().any(|known| kind == known));
        let problem = if !is_token(header) {
            format!("the header `{header}` of `{}` is not a token", parameter.name)
        } else if self.headers.is_taken(header) {
            format!("the header `{header}` is asked for twice")
        } else if !plain {
            format!("`{}` has a header, but is neither a string, an integer nor a boolean", parameter.name)
        } else {
            schema["x-mcp-header"] = header.into();
            self.headers.push(header, parameter.name);
            return;
        };
        let remedy = "use letters, digits and hyphens, once per tool, on a plain argument";
        self.errors.push(self.tool.error(BuildErrorCode::InvalidHeader, &problem, remedy));
    }
}

/// Whether a text can be (the end of) a header's name.
fn is_token(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(allowed)
}
