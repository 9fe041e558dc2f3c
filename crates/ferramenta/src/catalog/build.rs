//! Checks a declared server, all of it, and freezes it.

use std::{collections::HashMap, sync::Arc};

use ferramenta_protocol::{Icon, Implementation, ToolDefinition, Version};
use tokio::sync::Semaphore;

use super::{Catalog, Tool, render};
use crate::{
    Binder, Identity, Limits, Place,
    access::{Hook, HookSetup, Rules},
    auth::Authenticator,
    build_error::{BuildError, BuildErrorCode, BuildErrors},
    contract::{Published, schema::render as render_schema},
    inject::{Resolved, Services},
    lifecycle::{Lifecycle, StepSetup},
    tool::{Pool, Prepared, Surroundings, ToolDef, ToolMeta},
};

/// A server as it was declared.
pub(crate) struct Declaration {
    pub(crate) place: Place,
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) stamp: bool,
    pub(crate) tools: Vec<ToolDef>,
    pub(crate) services: Services,
    pub(crate) limits: Limits,
    /// What every caller of a tool has to pass.
    pub(crate) guards: Vec<HookSetup>,
    pub(crate) on_start: Vec<StepSetup>,
    pub(crate) on_stop: Vec<StepSetup>,
    pub(crate) authenticator: Option<Arc<dyn Authenticator>>,
    pub(crate) stdio_identity: Option<Identity>,
    /// Mistakes that were seen while it was declared.
    pub(crate) errors: Vec<BuildError>,
}

/// A server that was found to be right.
pub(crate) struct Built {
    pub(crate) catalog: Catalog,
    pub(crate) limits: Limits,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) authenticator: Option<Arc<dyn Authenticator>>,
    pub(crate) stdio_identity: Option<Identity>,
}

/// Builds the catalog, or tells every mistake.
pub(crate) fn build(declaration: Declaration) -> Result<Built, BuildErrors> {
    let Declaration {
        place,
        info,
        instructions,
        stamp,
        mut tools,
        mut services,
        limits,
        guards,
        on_start,
        on_stop,
        authenticator,
        stdio_identity,
        mut errors,
    } = declaration;
    for bring in tools.iter_mut().flat_map(|tool| tool.provides.drain(..)) {
        bring(&mut services);
    }
    check_limits(&limits, place, &mut errors);
    check_icons(&info.icons, place, &mut errors);
    let pool = Pool::new(&limits);
    let mut resolved = Resolved::default();
    let mut binder = Binder::new(&services, &mut resolved, &mut errors, &info.name, place);
    let guards = Rules {
        authorize: bind(guards, &mut binder),
        ..Rules::default()
    };
    let guards_need_http = binder.is_for_http_alone();
    let mut steps = |setups: Vec<StepSetup>| {
        let steps = setups.into_iter().filter_map(|step| step(&mut binder));
        steps.collect()
    };
    let lifecycle = Lifecycle::new(steps(on_start), steps(on_stop));
    let mut by_name = HashMap::new();
    let mut ready = Vec::new();
    for tool in tools {
        check_meta(&tool.meta, &mut errors);
        if let Some(first) = by_name.insert(tool.meta.name.clone(), ready.len()) {
            errors.push(duplicate(&tool.meta, first));
        }
        let mut around = Surroundings {
            services: &services,
            resolved: &mut resolved,
            pool: &pool,
            max_result: limits.result,
            errors: &mut errors,
        };
        ready.extend(prepare(tool, guards_need_http, &mut around));
    }
    if !errors.is_empty() {
        return Err(BuildErrors {
            server: info.name,
            errors,
        });
    }
    let has_rules = !guards.is_empty() || ready.iter().any(|tool| !tool.rules.is_empty());
    let definitions = ready.iter().map(|tool| &tool.definition).collect();
    let source = render::Source {
        info: &info,
        instructions: instructions.as_ref(),
        stamp,
        private: has_rules,
        tools: definitions,
    };
    let rendered = Version::ALL.map(|version| source.render(version));
    let catalog = Catalog {
        name: info.name.into(),
        tools: ready,
        by_name,
        guards,
        has_rules,
        rendered,
    };
    Ok(Built {
        catalog,
        limits,
        lifecycle,
        authenticator,
        stdio_identity,
    })
}

fn prepare(tool: ToolDef, guards_need_http: bool, around: &mut Surroundings<'_>) -> Option<Tool> {
    let ToolDef {
        meta, setup, rules, ..
    } = tool;
    let mut binder = around.binder(&meta.name, meta.place);
    let rules = Rules {
        visible: bind(rules.visible, &mut binder),
        authorize: bind(rules.authorize, &mut binder),
        scopes: rules.scopes,
    };
    let rules_need_http = guards_need_http || binder.is_for_http_alone();
    check_scopes(&rules.scopes, &meta, around.errors);
    let Some(setup) = setup else {
        around.errors.push(BuildError::new(
            BuildErrorCode::MissingHandler,
            meta.place,
            format!("tool `{}`: it has no handler", meta.name),
            "call `.handler(..)`, `.blocking_handler(..)` or `.inline_handler(..)` on it",
        ));
        return None;
    };
    let Prepared {
        input,
        output,
        runs,
        needs_http,
        callable,
    } = setup(&meta, around)?;
    let mut definition = ToolDefinition::default();
    definition.input_schema.clone_from(&input.schema);
    if let Some(output) = output {
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
    let slots = meta.max_concurrent.map(Semaphore::new).map(Arc::new);
    let Published {
        headers, guarantee, ..
    } = input;
    Some(Tool {
        definition,
        callable,
        headers,
        rules,
        guarantee,
        runs,
        needs_http: (needs_http || rules_need_http).then_some(meta.place),
        timeout: meta.timeout,
        slots,
    })
}

fn bind(hooks: Vec<HookSetup>, binder: &mut Binder<'_>) -> Vec<Hook> {
    hooks.into_iter().filter_map(|hook| hook(binder)).collect()
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

fn duplicate(meta: &ToolMeta, first: usize) -> BuildError {
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
    check_icons(&meta.icons, meta.place, errors);
}

fn check_icons(icons: &[Icon], place: Place, errors: &mut Vec<BuildError>) {
    for icon in icons {
        if !icon.src.starts_with("https:") && !icon.src.starts_with("data:") {
            errors.push(BuildError::new(
                BuildErrorCode::InvalidIcon,
                place,
                format!(
                    "the icon `{}` is neither an `https:` nor a `data:` URI",
                    icon.src
                ),
                "serve the picture over https, or put it into a data URI",
            ));
        }
    }
}

fn check_limits(limits: &Limits, place: Place, errors: &mut Vec<BuildError>) {
    for (name, why) in limits.mistakes() {
        errors.push(BuildError::new(
            BuildErrorCode::InvalidLimit,
            place,
            format!("`Limits::{name}` {why}"),
            "leave it at its default, or choose a value that lets something through",
        ));
    }
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
