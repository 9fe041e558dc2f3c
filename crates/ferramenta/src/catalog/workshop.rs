//! Makes tools from their definitions.

use std::{collections::HashMap, sync::Arc};

use ferramenta_protocol::ToolDefinition;
use tokio::sync::Semaphore;

#[cfg(feature = "rate-limits")]
use super::build::check_rate_limit;
use super::{Tool, build::check_icons};
#[cfg(feature = "rate-limits")]
use crate::rate::Limiter;
use crate::{
    access::{Rules, bind},
    build_error::{BuildError, BuildErrorCode},
    contract::schema::render as render_schema,
    inject::{Resolved, Services},
    layer::{self, ErasedAround},
    response::OutputSchema,
    tool::{Pool, Prepared, Surroundings, ToolDef, ToolMeta},
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
    /// Whether every tool is for HTTP alone.
    pub(super) guards_need_http: bool,
}

impl Workshop {
    /// Makes tools, in their order, and notes every mistake.
    pub(super) fn make_all(
        &mut self,
        tools: Vec<ToolDef>,
        errors: &mut Vec<BuildError>,
    ) -> Vec<Arc<Tool>> {
        let mut taken = HashMap::new();
        let mut made = Vec::new();
        for (index, tool) in tools.into_iter().enumerate() {
            if let Some(first) = taken.insert(tool.meta.name.clone(), index) {
                errors.push(duplicate(&tool.meta, first));
            }
            made.extend(self.make(tool, errors).map(Arc::new));
        }
        made
    }

    /// Makes one tool, and notes every mistake.
    pub(super) fn make(&mut self, tool: ToolDef, errors: &mut Vec<BuildError>) -> Option<Tool> {
        let ToolDef {
            meta,
            setup,
            rules,
            around,
            provides,
        } = tool;
        check_meta(&meta, errors);
        for bring in provides {
            bring(&mut self.services);
        }
        self.resolved.forget(self.services.take_replaced());
        let mut surroundings = Surroundings {
            services: &self.services,
            resolved: &mut self.resolved,
            pool: &self.pool,
            max_result: self.max_result,
            errors,
        };
        let mut binder = surroundings.binder(&meta.name, meta.place);
        let rules = Rules {
            visible: bind(rules.visible, &mut binder),
            authorize: bind(rules.authorize, &mut binder),
            scopes: rules.scopes,
        };
        let rules_need_http = self.guards_need_http || binder.is_for_http_alone();
        let mut all_around = self.around.clone();
        all_around.extend(layer::bind(around, &mut binder));
        check_scopes(&rules.scopes, &meta, surroundings.errors);
        let Some(setup) = setup else {
            errors.push(BuildError::new(
                BuildErrorCode::MissingHandler,
                meta.place,
                format!("tool `{}`: it has no handler", meta.name),
                "call `.handler(..)`, `.blocking_handler(..)` or `.inline_handler(..)` on it",
            ));
            return None;
        };
        let prepared = setup.prepare(&meta, &mut surroundings)?;
        let needs_http = prepared.needs_http || rules_need_http;
        Some(Tool {
            needs_http: needs_http.then_some(meta.place),
            timeout: meta.timeout,
            slots: meta.max_concurrent.map(Semaphore::new).map(Arc::new),
            #[cfg(feature = "rate-limits")]
            rate: meta.rate_limit.and_then(Limiter::new),
            definition: define(meta, &prepared),
            shape: prepared.output.as_ref().map(OutputSchema::shape),
            callable: prepared.callable,
            headers: prepared.input.headers,
            guarantee: prepared.input.guarantee,
            runs: prepared.runs,
            rules,
            around: all_around,
        })
    }
}

/// What is published of a tool.
fn define(meta: ToolMeta, prepared: &Prepared) -> ToolDefinition {
    let mut definition = ToolDefinition::default();
    definition.input_schema.clone_from(&prepared.input.schema);
    if let Some(output) = &prepared.output {
        let (any, object) = (output.any(), output.object());
        definition.output_schema = Some(render_schema(&any));
        definition.object_output_schema = (object != any).then(|| render_schema(&object));
    }
    definition.name = meta.name;
    definition.title = meta.title;
    definition.description = meta.description;
    definition.annotations = meta.annotations;
    definition.icons = meta.icons;
    definition.meta = meta.meta.map(|meta| meta.to_string());
    definition
}

fn check_scopes(scopes: &[String], meta: &ToolMeta, errors: &mut Vec<BuildError>) {
    for scope in scopes.iter().filter(|scope| !is_scope(scope)) {
        errors.push(BuildError::new(
            BuildErrorCode::InvalidScope,
            meta.place,
            format!("tool `{}`: `{scope}` can't be a scope", meta.name),
            "use visible ASCII characters without spaces, quotes and backslashes, one scope at a time",
        ));
    }
}

pub(super) fn duplicate(meta: &ToolMeta, first: usize) -> BuildError {
    BuildError::new(
        BuildErrorCode::DuplicateTool,
        meta.place,
        format!(
            "tool `{}`: the name is taken by tool number {}",
            meta.name,
            first + 1
        ),
        "register each tool once, or rename one: `#[tool(name = \"..\")]`",
    )
}

fn check_meta(meta: &ToolMeta, errors: &mut Vec<BuildError>) {
    let mut add = |code, problem: &str, remedy: &str| {
        errors.push(BuildError::new(
            code,
            meta.place,
            format!("tool `{}`: {problem}", meta.name),
            remedy,
        ));
    };
    if !is_name(&meta.name) {
        let remedy = "use 1 to 128 letters, digits, `_`, `-` and `.`; a title may be anything";
        add(
            BuildErrorCode::InvalidName,
            "this can't be the name of a tool",
            remedy,
        );
    }
    if meta.max_concurrent == Some(0) {
        add(
            BuildErrorCode::InvalidLimit,
            "`max_concurrent` is zero",
            "allow at least one call at once",
        );
    }
    if meta.timeout.is_some_and(|timeout| timeout.is_zero()) {
        add(
            BuildErrorCode::InvalidLimit,
            "`timeout` is zero",
            "give the call some time",
        );
    }
    if meta.meta.as_ref().is_some_and(|meta| !meta.is_object()) {
        add(
            BuildErrorCode::InvalidMeta,
            "its `meta` is not an object",
            "write `json!({ .. })`",
        );
    }
    #[cfg(feature = "rate-limits")]
    {
        let what = format!("tool `{}`: `rate_limit`", meta.name);
        check_rate_limit(meta.rate_limit, &what, meta.place, errors);
    }
    check_icons(&meta.icons, meta.place, errors);
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
