//! Reads the contract of the arguments off a handler's parameters, and finds what is wrong with it.

use serde_json::{Map, Value};

use super::{
    Headers, Kind, Params, SchemaBuilder,
    check::Decimal,
    defaults::mistaken,
    params::Described,
    schema::{
        CHECKED, Contract, SECRET, SchemaError, Unfit, compile_with_places, guarantee, object,
        without_null,
    },
};
use crate::build_error::{BuildError, BuildErrorCode, Place};

/// The component that a contract belongs to, for messages about mistakes.
pub(crate) struct Owner<'a> {
    /// `tool`, `prompt` or `resource`.
    pub(crate) kind: &'static str,
    pub(crate) name: &'a str,
    pub(crate) place: Place,
}

/// What was declared of the arguments.
#[derive(Default)]
pub(crate) struct Declared<'a> {
    /// The schema, in place of the one that the parameters stand for.
    pub(crate) schema: Option<&'a Value>,
    /// Unknown arguments are left out, and not refused.
    pub(crate) open: bool,
}

impl Owner<'_> {
    pub(crate) fn error(
        &self,
        code: BuildErrorCode,
        problem: &str,
        remedy: impl Into<String>,
    ) -> BuildError {
        BuildError::new(
            code,
            self.place,
            format!("{} `{}`: {problem}", self.kind, self.name),
            remedy,
        )
    }

    pub(crate) fn schema_error(&self, which: &str, mistake: &SchemaError) -> BuildError {
        let SchemaError { at, problem } = mistake;
        self.error(
            BuildErrorCode::InvalidSchema,
            &format!("{which} schema, at `{at}`: {problem}"),
            "mend the schema, or the attributes that it comes from",
        )
    }

    /// No client could send this default.
    fn default_error(&self, path: &str, default: &Value) -> BuildError {
        self.error(
            BuildErrorCode::InvalidDefault,
            &format!("the default of `{path}`, {default}, doesn't keep the argument's own schema"),
            "choose a default that a client could send as well",
        )
    }
}

/// A parameter that a client fills.
#[derive(Debug)]
pub(crate) struct Taken {
    /// The published name.
    pub(crate) name: &'static str,
    /// Whether it is the whole argument object.
    pub(crate) whole: bool,
    /// Whether it can be left out.
    pub(crate) optional: bool,
}

/// The parameters that a client fills, in the handler's order.
pub(crate) fn taken<P: Params<M>, M>(specs: &P::Specs) -> Vec<Taken> {
    let mut all = Vec::new();
    P::describe(specs, &mut SchemaBuilder::new(), &mut |parameter| {
        if parameter.kind != Kind::Injected {
            all.push(Taken {
                name: parameter.name,
                whole: parameter.kind == Kind::Whole,
                optional: parameter.optional,
            });
        }
    });
    all
}

/// What was read off the parameters.
pub(super) struct Description {
    pub(super) names: Vec<&'static str>,
    /// With its private keywords.
    pub(super) schema: Value,
    pub(super) contract: Contract,
    pub(super) headers: Headers,
}

/// Reads the contract off the parameters; mistakes in it are added to `errors`.
pub(super) fn describe<P: Params<M>, M>(
    specs: &P::Specs,
    declared: &Declared<'_>,
    owner: &Owner<'_>,
    errors: &mut Vec<BuildError>,
) -> Option<Description> {
    let open = declared.open;
    let before = errors.len();
    let mut builder = SchemaBuilder::new();
    let mut reader = Reader {
        owner,
        errors,
        properties: Vec::new(),
        required: Vec::new(),
        whole: None,
        headers: Headers::default(),
    };
    let mut names = Vec::new();
    P::describe(specs, &mut builder, &mut |parameter| {
        names.push(parameter.name);
        reader.parameter(parameter);
    });
    let Reader {
        properties,
        required,
        whole,
        headers,
        ..
    } = reader;
    for Unfit { what, remedy, .. } in builder.unfit_inputs() {
        errors.push(owner.error(
            BuildErrorCode::InvalidSchema,
            &format!("its arguments hold {what}"),
            *remedy,
        ));
    }
    if whole.is_some() && open {
        errors.push(owner.error(
            BuildErrorCode::MisplacedAttribute,
            "it allows unknown arguments, but `Args<T>` decides that by itself",
            "write `#[schema(unknown = \"allow\")]` on the type in `Args<T>`",
        ));
    }
    let root = whole.unwrap_or_else(|| object(properties, required, !open));
    let schema = match declared.schema {
        Some(schema) => schema.clone(),
        None => builder.finish_input(root),
    };
    if schema.get("type").is_none_or(|kind| kind != "object") {
        errors.push(owner.error(
            BuildErrorCode::InvalidSchema,
            "its arguments are not an object",
            "take a struct in `Args<T>`, or plain arguments",
        ));
    }
    if errors.len() > before {
        return None;
    }
    match compile_with_places(&schema) {
        Ok((contract, places)) => {
            let defaults = mistaken(&schema, &contract, &places);
            errors.extend(
                defaults
                    .into_iter()
                    .map(|(path, default)| owner.default_error(&path, default)),
            );
            Some(Description {
                names,
                schema,
                contract,
                headers,
            })
        }
        Err(mistakes) => {
            errors.extend(
                mistakes
                    .iter()
                    .map(|mistake| owner.schema_error("input", mistake)),
            );
            None
        }
    }
}

/// Collects the members of the argument object, and what is wrong with them.
struct Reader<'a, 'b> {
    owner: &'a Owner<'a>,
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
            Kind::Whole | Kind::Injected if !parameter.plain => self.errors.push(self.owner.error(
                BuildErrorCode::MisplacedAttribute,
                &format!(
                    "`{}` is not a plain argument and takes no `#[arg(..)]`",
                    parameter.name
                ),
                "remove the attribute",
            )),
            Kind::Whole => self.whole = parameter.schema,
            Kind::Injected => {}
        }
    }

    fn argument(&mut self, mut parameter: Described<'_>) {
        let mut schema = SchemaBuilder::argument(parameter.schema.take().unwrap_or_default());
        if schema == Value::Bool(true) {
            schema = Value::Object(Map::new());
        }
        if parameter.optional {
            without_null(&mut schema);
        } else {
            self.required.push(parameter.name.to_owned());
        }
        let guaranteed = guarantee(&schema).gap.is_none();
        self.rules(&parameter, &mut schema);
        if guaranteed && !parameter.rules.is_empty() {
            // the rules are checked where the argument is decoded
            schema[CHECKED] = true.into();
        }
        if let Some(description) = parameter.description {
            schema["description"] = description.into();
        }
        if parameter.secret {
            schema[SECRET] = true.into();
            schema["writeOnly"] = true.into();
        } else {
            self.default(&parameter, &mut schema);
        }
        self.header(&parameter, &mut schema);
        self.properties.push((parameter.name.to_owned(), schema));
    }

    fn rules(&mut self, parameter: &Described<'_>, schema: &mut Value) {
        for rule in &parameter.rules {
            if let Some(mistake) = rule.mistake() {
                let problem = format!("argument `{}`: {mistake}", parameter.name);
                self.errors.push(self.owner.error(
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
            None | Some(Ok(Value::Null)) => {}
            Some(Err(error)) => self.errors.push(self.owner.error(
                BuildErrorCode::InvalidDefault,
                &format!("the default of `{name}` can't be written as JSON: {error}"),
                "choose a default that serializes",
            )),
            Some(Ok(default)) => schema["default"] = default.clone(),
        }
    }

    fn header(&mut self, parameter: &Described<'_>, schema: &mut Value) {
        let Some(header) = parameter.header else {
            return;
        };
        let mut remedy = "use letters, digits and hyphens, once per tool, on a plain argument";
        let plain = schema.get("type").is_some_and(|kind| {
            ["string", "integer", "boolean"]
                .iter()
                .any(|known| kind == known)
        });
        let problem = if !is_token(header) {
            format!(
                "the header `{header}` of `{}` is not a token",
                parameter.name
            )
        } else if self.headers.is_taken(header) {
            format!("the header `{header}` is asked for twice")
        } else if !plain {
            format!(
                "`{}` has a header, but is neither a string, an integer nor a boolean",
                parameter.name
            )
        } else if parameter.secret {
            remedy = "take the header or the `secret` away";
            format!(
                "`{}` is secret, and a header would show it to every proxy",
                parameter.name
            )
        } else if schema["type"] == "integer" && !is_safe(schema) {
            remedy = "take an integer of at most 32 bits, or give it a range within ±(2^53 - 1)";
            format!(
                "`{}` has a header, but may be an integer beyond ±(2^53 - 1), which clients would round",
                parameter.name
            )
        } else {
            schema["x-mcp-header"] = header.into();
            self.headers.push(header, parameter.name);
            return;
        };
        self.errors.push(
            self.owner
                .error(BuildErrorCode::InvalidHeader, &problem, remedy),
        );
    }
}

/// Whether an integer's rules keep it within what every client can hold exactly.
fn is_safe(schema: &Value) -> bool {
    let most = Decimal::parse("9007199254740991");
    let least = Decimal::parse("-9007199254740991");
    let fits = |value: &Value| match value {
        Value::Number(number) => {
            let number = Decimal::parse(&number.to_string());
            least <= number && number <= most
        }
        _ => true,
    };
    match (schema.get("const"), schema.get("enum")) {
        (Some(value), _) => fits(value),
        (_, Some(Value::Array(values))) => values.iter().all(fits),
        _ => ["minimum", "maximum"]
            .iter()
            .all(|bound| schema.get(bound).is_some_and(fits)),
    }
}

/// Whether a text can be (the end of) a header's name.
fn is_token(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(allowed)
}
