//! Makes tools and prompts from their definitions.

use std::{collections::HashMap, sync::Arc};

use ferramenta_protocol::{
    PromptArgument, PromptDefinition, ResourceDefinition, ToolDefinition, Tree, UriTemplate,
    UriVariable,
};
use tokio::sync::Semaphore;

#[cfg(feature = "rate-limits")]
use super::build::check_rate_limit;
use super::{
    Prompt, Resource, Tool,
    build::check_icons,
    caching,
    resources::{check_overlaps, lister},
};
#[cfg(feature = "rate-limits")]
use crate::rate::Limiter;
use crate::{
    access::{Rules, bind},
    build_error::{BuildError, BuildErrorCode},
    complete::Completers,
    component::{Callable, Common, Component, Pool, Surroundings},
    contract::schema::render as render_schema,
    inject::{Resolved, Services},
    layer::{self, ErasedAround},
    prompt::PromptDef,
    resource::ResourceDef,
    response::OutputSchema,
    tool::{Prepared, ToolDef, ToolMeta},
};

/// What tools are made with.
pub(super) struct Workshop {
    pub(super) services: Services,
    pub(super) resolved: Resolved,
    pub(super) pool: Pool,
    /// Largest result of a tool that says nothing else, in bytes.
    pub(super) max_result: usize,
    /// What is around the calls of every tool.
    pub(super) around: Vec<Arc<dyn ErasedAround>>,
    /// Whether the server finds out who calls.
    pub(super) callers_differ: bool,
    /// Whether callers have to pass what the server asks of all.
    pub(super) is_guarded: bool,
    /// Whether every tool is for HTTP alone.
    pub(super) guards_need_http: bool,
}

impl Workshop {
    /// Makes tools, in their order, and notes every mistake.
    pub(super) fn tools(
        &mut self,
        tools: Vec<ToolDef>,
        errors: &mut Vec<BuildError>,
    ) -> Vec<Arc<Tool>> {
        check_doubled(tools.iter().map(|tool| &tool.common), errors);
        let made = tools
            .into_iter()
            .filter_map(|tool| self.make(tool, errors).map(Arc::new));
        made.collect()
    }

    /// Makes prompts, in their order, and notes every mistake.
    pub(super) fn prompts(
        &mut self,
        prompts: Vec<PromptDef>,
        errors: &mut Vec<BuildError>,
    ) -> Vec<Arc<Prompt>> {
        check_doubled(prompts.iter().map(|prompt| &prompt.common), errors);
        let made = prompts
            .into_iter()
            .filter_map(|prompt| self.prompt(prompt, errors).map(Arc::new));
        made.collect()
    }

    /// Makes resources, in their order, and notes every mistake.
    pub(super) fn resources(
        &mut self,
        resources: Vec<ResourceDef>,
        errors: &mut Vec<BuildError>,
    ) -> Vec<Arc<Resource>> {
        let made = resources
            .into_iter()
            .filter_map(|resource| self.resource(resource, errors).map(Arc::new));
        let made: Vec<_> = made.collect();
        check_overlaps(&made, errors);
        made
    }

    /// Makes one resource, and notes every mistake.
    pub(super) fn resource(
        &mut self,
        resource: ResourceDef,
        errors: &mut Vec<BuildError>,
    ) -> Option<Resource> {
        let ResourceDef {
            mut common,
            meta,
            setup,
            list,
        } = resource;
        let parts = self.parts(&mut common, errors);
        caching::check_contents(
            &common,
            meta.cache,
            self.is_guarded || !parts.rules.is_empty(),
            errors,
        );
        let template = template(&common, errors);
        let Some(setup) = setup else {
            errors.push(without_handler(&common));
            return None;
        };
        let mut surroundings = self.surroundings(errors);
        let prepared = setup.prepare(&common.owner(), &meta, &mut surroundings);
        let (template, mut prepared) = (template?, prepared?);
        let offered = std::mem::take(&mut prepared.input.offered);
        let completers = Completers::new(&mut common, offered, &mut surroundings);
        let (lister, list_needs_http) = lister(list, &common, &template, &mut surroundings);
        let needs_http = prepared.needs_http || completers.needs_http || list_needs_http;
        check_variables(&common, &template, &prepared.input.schema, errors);
        let mut definition = ResourceDefinition::default();
        definition.uri.clone_from(&common.name);
        definition.name = meta.name.unwrap_or_else(|| common.name.clone());
        definition.title = common.title.take();
        definition.description = common.description.take();
        definition.mime_type = meta.mime_type;
        definition.size = meta.size;
        definition.annotations = meta.annotations;
        definition.icons = std::mem::take(&mut common.icons);
        definition.meta = common.meta.take().map(|meta| meta.to_string());
        let place = common.place;
        let mut component = parts.component(common, prepared.callable, needs_http);
        component.completers = completers;
        Some(Resource {
            definition,
            template,
            lister,
            guarantee: prepared.input.guarantee,
            runs: prepared.runs,
            place,
            component,
        })
    }

    /// Makes one tool, and notes every mistake.
    pub(super) fn make(&mut self, tool: ToolDef, errors: &mut Vec<BuildError>) -> Option<Tool> {
        let ToolDef {
            mut common,
            meta,
            setup,
        } = tool;
        check_name(&common, errors);
        let parts = self.parts(&mut common, errors);
        let Some(setup) = setup else {
            errors.push(without_handler(&common));
            return None;
        };
        let prepared = setup.prepare(&common.owner(), &meta, &mut self.surroundings(errors))?;
        Some(Tool {
            definition: define(&mut common, meta, &prepared),
            shape: prepared.output.as_ref().map(OutputSchema::shape),
            component: parts.component(common, prepared.callable, prepared.needs_http),
            headers: prepared.input.headers,
            guarantee: prepared.input.guarantee,
            runs: prepared.runs,
        })
    }

    /// Makes one prompt, and notes every mistake.
    pub(super) fn prompt(
        &mut self,
        prompt: PromptDef,
        errors: &mut Vec<BuildError>,
    ) -> Option<Prompt> {
        let PromptDef { mut common, setup } = prompt;
        check_name(&common, errors);
        let parts = self.parts(&mut common, errors);
        let Some(setup) = setup else {
            errors.push(without_handler(&common));
            return None;
        };
        let mut surroundings = self.surroundings(errors);
        let mut prepared = setup.prepare(&common.owner(), &mut surroundings)?;
        let offered = std::mem::take(&mut prepared.input.offered);
        let completers = Completers::new(&mut common, offered, &mut surroundings);
        let needs_http = prepared.needs_http || completers.needs_http;
        let mut definition = PromptDefinition::default();
        definition.name.clone_from(&common.name);
        definition.title = common.title.take();
        definition.description = common.description.take();
        definition.arguments = arguments_of(&prepared.input.schema);
        definition.icons = std::mem::take(&mut common.icons);
        definition.meta = common.meta.take().map(|meta| meta.to_string());
        let mut component = parts.component(common, prepared.callable, needs_http);
        component.completers = completers;
        Some(Prompt {
            definition,
            component,
            guarantee: prepared.input.guarantee,
            runs: prepared.runs,
        })
    }

    /// Binds what is done before and around the handler of any component.
    pub(super) fn parts(&mut self, common: &mut Common, errors: &mut Vec<BuildError>) -> Parts {
        check_common(common, errors);
        for bring in common.provides.drain(..) {
            bring(&mut self.services);
        }
        self.resolved.forget(self.services.take_replaced());
        let setup = std::mem::take(&mut common.rules);
        let own_around = std::mem::take(&mut common.around);
        let mut around = self.around.clone();
        let guards_need_http = self.guards_need_http;
        let mut surroundings = self.surroundings(errors);
        let mut binder = surroundings.binder(&common.name, common.place);
        let rules = Rules {
            visible: bind(setup.visible, &mut binder),
            authorize: bind(setup.authorize, &mut binder),
            scopes: setup.scopes,
        };
        around.extend(layer::bind(own_around, &mut binder));
        Parts {
            needs_http: guards_need_http || binder.is_for_http_alone(),
            rules,
            around,
        }
    }

    pub(super) fn surroundings<'a>(
        &'a mut self,
        errors: &'a mut Vec<BuildError>,
    ) -> Surroundings<'a> {
        Surroundings {
            services: &self.services,
            resolved: &mut self.resolved,
            pool: &self.pool,
            max_result: self.max_result,
            callers_differ: self.callers_differ,
            errors,
        }
    }
}

/// What is done before and around a handler.
pub(super) struct Parts {
    rules: Rules,
    around: Vec<Arc<dyn ErasedAround>>,
    needs_http: bool,
}

impl Parts {
    pub(super) fn component(
        self,
        common: Common,
        callable: Box<dyn Callable>,
        needs_http: bool,
    ) -> Component {
        let needs_http = needs_http || self.needs_http;
        Component {
            callable,
            rules: self.rules,
            needs_http: needs_http.then_some(common.place),
            timeout: common.timeout,
            around: self.around,
            completers: Completers::default(),
            slots: common.max_concurrent.map(Semaphore::new).map(Arc::new),
            #[cfg(feature = "rate-limits")]
            rate: common.rate_limit.and_then(Limiter::new),
            name: common.name,
        }
    }
}

/// What is published of a tool.
fn define(common: &mut Common, meta: ToolMeta, prepared: &Prepared) -> ToolDefinition {
    let mut definition = ToolDefinition::default();
    definition.input_schema.clone_from(&prepared.input.schema);
    if let Some(output) = &prepared.output {
        let (any, object) = (output.any(), output.object());
        definition.output_schema = Some(render_schema(&any));
        definition.object_output_schema = (object != any).then(|| render_schema(&object));
    }
    definition.name.clone_from(&common.name);
    definition.title = common.title.take();
    definition.description = common.description.take();
    definition.annotations = meta.annotations;
    definition.icons = std::mem::take(&mut common.icons);
    definition.meta = common.meta.take().map(|meta| meta.to_string());
    definition
}

/// The arguments of a handler, read off their schema, in the order of the source.
fn arguments_of(schema: &str) -> Vec<PromptArgument> {
    let Ok(schema) = Tree::parse(schema) else {
        return Vec::new();
    };
    let required = member(&schema, "required").map(Tree::to_text);
    let required: Vec<String> = required
        .and_then(|names| serde_json::from_str(&names).ok())
        .unwrap_or_default();
    let Some(Tree::Object(properties)) = member(&schema, "properties") else {
        return Vec::new();
    };
    let arguments = properties.iter().map(|(name, property)| {
        let mut argument = PromptArgument::default();
        argument.name = name.to_string();
        argument.required = required.contains(&argument.name);
        argument.description = match member(property, "description") {
            Some(Tree::String(text)) => Some(text.to_string()),
            _ => None,
        };
        argument
    });
    arguments.collect()
}

/// The template of a resource's URIs.
fn template(common: &Common, errors: &mut Vec<BuildError>) -> Option<UriTemplate> {
    match UriTemplate::parse(&common.name) {
        Ok(template) => Some(template),
        Err(error) => {
            let (name, at, problem) = (&common.name, error.position(), error.problem());
            errors.push(BuildError::new(
                BuildErrorCode::InvalidUri,
                common.place,
                format!("resource `{name}`: at byte {at}: {problem}"),
                error.remedy().to_owned(),
            ));
            None
        }
    }
}

/// Checks that a template's variables and its handler's arguments are the same.
fn check_variables(
    common: &Common,
    template: &UriTemplate,
    schema: &str,
    errors: &mut Vec<BuildError>,
) {
    let arguments = arguments_of(schema);
    let mut add = |problem: String, remedy: &str| {
        errors.push(BuildError::new(
            BuildErrorCode::InvalidUri,
            common.place,
            format!("resource `{}`: {problem}", common.name),
            remedy,
        ));
    };
    for variable in template.variables() {
        let name = variable.name();
        match arguments.iter().find(|argument| argument.name == name) {
            None => add(
                format!("its handler doesn't take the variable `{name}`"),
                "take a parameter of that name, or leave the variable out",
            ),
            Some(argument) if argument.required && variable.is_optional() => add(
                format!(
                    "the variable `{name}` may be absent from a URI, and its parameter may not"
                ),
                "take an `Option`, or give the parameter a default",
            ),
            Some(_) => {}
        }
    }
    for argument in arguments {
        let is_variable = |variable: &UriVariable| variable.name() == argument.name;
        if !template.variables().iter().any(is_variable) {
            add(
                format!(
                    "the parameter `{}` is no variable of the URI",
                    argument.name
                ),
                "put it into the URI, such as `{name}`, or leave the parameter out",
            );
        }
    }
}

fn member<'a, 't>(tree: &'a Tree<'t>, name: &str) -> Option<&'a Tree<'t>> {
    let Tree::Object(members) = tree else {
        return None;
    };
    members
        .iter()
        .find(|(key, _)| key == name)
        .map(|(_, value)| value)
}

pub(super) fn without_handler(common: &Common) -> BuildError {
    let Common {
        kind, name, place, ..
    } = common;
    BuildError::new(
        BuildErrorCode::MissingHandler,
        *place,
        format!("{kind} `{name}`: it has no handler"),
        "call `.handler(..)`, `.blocking_handler(..)` or `.inline_handler(..)` on it",
    )
}

fn check_scopes(common: &Common, errors: &mut Vec<BuildError>) {
    for scope in common.rules.scopes.iter().filter(|scope| !is_scope(scope)) {
        errors.push(BuildError::new(
            BuildErrorCode::InvalidScope,
            common.place,
            format!("{} `{}`: `{scope}` can't be a scope", common.kind, common.name),
            "use visible ASCII characters without spaces, quotes and backslashes, one scope at a time",
        ));
    }
}

pub(super) fn duplicate(common: &Common, first: usize) -> BuildError {
    let Common {
        kind, name, place, ..
    } = common;
    BuildError::new(
        BuildErrorCode::DuplicateTool,
        *place,
        format!(
            "{kind} `{name}`: the name is taken by {kind} number {}",
            first + 1
        ),
        format!("register each {kind} once, or rename one: `#[{kind}(name = \"..\")]`"),
    )
}

/// Notes names that are there twice.
fn check_doubled<'a>(components: impl Iterator<Item = &'a Common>, errors: &mut Vec<BuildError>) {
    let mut taken = HashMap::new();
    for (index, common) in components.enumerate() {
        if let Some(first) = taken.insert(&common.name, index) {
            errors.push(duplicate(common, first));
        }
    }
}

/// Checks a name that has the grammar of tools.
fn check_name(common: &Common, errors: &mut Vec<BuildError>) {
    let Common {
        kind, name, place, ..
    } = common;
    if !is_name(name) {
        errors.push(BuildError::new(
            BuildErrorCode::InvalidName,
            *place,
            format!("{kind} `{name}`: this can't be the name of a {kind}"),
            "use 1 to 128 letters, digits, `_`, `-` and `.`; a title may be anything",
        ));
    }
}

/// Checks what can be said of any component.
fn check_common(common: &Common, errors: &mut Vec<BuildError>) {
    let mut add = |code, problem: &str, remedy: &str| {
        errors.push(BuildError::new(
            code,
            common.place,
            format!("{} `{}`: {problem}", common.kind, common.name),
            remedy,
        ));
    };
    if common.max_concurrent == Some(0) {
        add(
            BuildErrorCode::InvalidLimit,
            "`max_concurrent` is zero",
            "allow at least one call at once",
        );
    }
    if common.timeout.is_some_and(|timeout| timeout.is_zero()) {
        add(
            BuildErrorCode::InvalidLimit,
            "`timeout` is zero",
            "give the call some time",
        );
    }
    if common.meta.as_ref().is_some_and(|meta| !meta.is_object()) {
        add(
            BuildErrorCode::InvalidMeta,
            "its `meta` is not an object",
            "write `json!({ .. })`",
        );
    }
    #[cfg(feature = "rate-limits")]
    {
        let what = format!("{} `{}`: `rate_limit`", common.kind, common.name);
        check_rate_limit(common.rate_limit, &what, common.place, errors);
    }
    check_icons(&common.icons, common.place, errors);
    check_scopes(common, errors);
}

/// Whether a text can be the name of a tool (specification: *Tool Names*).
fn is_name(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    (1..=128).contains(&name.len()) && name.bytes().all(allowed)
}

/// Whether a text can be a scope (RFC 6749, section 3.3).
fn is_scope(scope: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"\\".contains(&byte);
    !scope.is_empty() && scope.bytes().all(allowed)
}
