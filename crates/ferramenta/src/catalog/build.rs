//! Checks a declared server, all of it, and freezes it.

use std::sync::Arc;

use ferramenta_protocol::{Icon, Implementation};

use super::{Catalog, Face, Live, Offer, caching, live::Dynamic, workshop::Workshop};
use crate::{
    Binder, Cache, Extension, Identity, Limits, Place,
    access::{HookSetup, Rules, bind},
    auth::Authenticator,
    build_error::{BuildError, BuildErrorCode, BuildErrors},
    component::Pool,
    inject::{Resolved, Services},
    interact::Asking,
    layer::{self, ErasedAround, ErasedLayer},
    lifecycle::{Lifecycle, StepSetup},
    prompt::PromptDef,
    resource::ResourceDef,
    seal::{self, StateKeys},
    subscribe::{ErasedBus, connect},
    tool::ToolDef,
};
#[cfg(feature = "rate-limits")]
use crate::{RateLimit, rate::Limiter};

/// A server as it was declared.
pub(crate) struct Declaration {
    pub(crate) place: Place,
    pub(crate) info: Implementation,
    pub(crate) instructions: Option<String>,
    pub(crate) stamp: bool,
    pub(crate) client_logging: bool,
    pub(crate) page_size: Option<usize>,
    /// How long lists and what the server says of itself may be kept.
    pub(crate) cache: Option<Cache>,
    pub(crate) tools: Vec<ToolDef>,
    pub(crate) prompts: Vec<PromptDef>,
    pub(crate) resources: Vec<ResourceDef>,
    pub(crate) extensions: Vec<Extension>,
    pub(crate) services: Services,
    pub(crate) limits: Limits,
    #[cfg(feature = "rate-limits")]
    pub(crate) rate_limit: Option<RateLimit>,
    /// What every caller of a tool has to pass.
    pub(crate) guards: Vec<HookSetup>,
    /// What is done around each request, the outermost first.
    pub(crate) layers: Vec<layer::Setup<dyn ErasedLayer>>,
    /// What is done around each call, the outermost first.
    pub(crate) around: Vec<layer::Setup<dyn ErasedAround>>,
    /// What is shared with other servers.
    pub(crate) bus: Option<Arc<dyn ErasedBus>>,
    pub(crate) on_start: Vec<StepSetup>,
    pub(crate) on_stop: Vec<StepSetup>,
    pub(crate) state_keys: Option<StateKeys>,
    pub(crate) authenticator: Option<Arc<dyn Authenticator>>,
    pub(crate) stdio_identity: Option<Identity>,
    /// Mistakes that were seen while it was declared.
    pub(crate) errors: Vec<BuildError>,
}

/// A server that was found to be right.
pub(crate) struct Built {
    pub(crate) live: Arc<Live>,
    pub(crate) limits: Limits,
    pub(crate) lifecycle: Lifecycle,
    pub(crate) layers: Vec<Arc<dyn ErasedLayer>>,
    /// How often each caller may call, all tools together.
    #[cfg(feature = "rate-limits")]
    pub(crate) rate: Option<Limiter>,
    /// What is sealed under, where anything is.
    pub(crate) state_keys: Option<StateKeys>,
    pub(crate) asking: Asking,
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
        client_logging,
        page_size,
        cache,
        mut tools,
        mut prompts,
        mut resources,
        mut extensions,
        mut services,
        limits,
        #[cfg(feature = "rate-limits")]
        rate_limit,
        guards,
        layers,
        around,
        bus,
        mut on_start,
        mut on_stop,
        state_keys,
        authenticator,
        stdio_identity,
        mut errors,
    } = declaration;
    let of_tools = tools.iter_mut().map(|tool| &mut tool.common);
    let of_prompts = prompts.iter_mut().map(|prompt| &mut prompt.common);
    let of_resources = resources.iter_mut().map(|resource| &mut resource.common);
    let of_extensions = extensions
        .iter_mut()
        .flat_map(|extension| &mut extension.methods)
        .map(|method| &mut method.common);
    for bring in of_tools
        .chain(of_prompts)
        .chain(of_resources)
        .chain(of_extensions)
        .flat_map(|common| common.provides.drain(..))
    {
        bring(&mut services);
    }
    check_limits(&limits, place, &mut errors);
    #[cfg(feature = "rate-limits")]
    check_rate_limit(rate_limit, "`Server::rate_limit`", place, &mut errors);
    check_icons(&info.icons, place, &mut errors);
    if page_size == Some(0) {
        errors.push(BuildError::new(
            BuildErrorCode::InvalidLimit,
            place,
            "`Server::page_size` is zero",
            "put at least one entry on a page",
        ));
    }
    let state_keys = seal::settled(state_keys, place, &mut errors);
    let asking = Asking::new(state_keys.clone(), &limits, place);
    services.ask_with(asking.clone());
    let mut resolved = Resolved::default();
    let mut binder = Binder::new(&services, &mut resolved, &mut errors, &info.name, place);
    let guards = Rules {
        authorize: bind(guards, &mut binder),
        ..Rules::default()
    };
    let guards_need_http = binder.is_for_http_alone();
    let layers = layer::bind(layers, &mut binder);
    let around = layer::bind(around, &mut binder);
    let is_shared = bus.is_some();
    if let Some(bus) = bus {
        let (start, stop) = connect(bus, services.live());
        on_start.insert(0, start);
        on_stop.insert(0, stop);
    }
    let mut steps = |setups: Vec<StepSetup>| {
        let steps = setups.into_iter().filter_map(|step| step(&mut binder));
        steps.collect()
    };
    let lifecycle = Lifecycle::new(steps(on_start), steps(on_stop));
    let callers_differ = authenticator.is_some() || stdio_identity.is_some();
    let (changing, handle) = (services.changing(), services.live());
    let mut workshop = Workshop {
        services,
        resolved,
        pool: Pool::new(&limits),
        max_result: limits.result,
        around,
        callers_differ,
        is_guarded: !guards.is_empty(),
        guards_need_http,
    };
    let offer = Offer {
        tools: workshop.tools(tools, &mut errors),
        prompts: workshop.prompts(prompts, &mut errors),
        resources: workshop.resources(resources, &mut errors),
        extensions: workshop.extensions(extensions, &mut errors).into(),
    };
    caching::check_lists(cache, &offer, &guards, callers_differ, place, &mut errors);
    if !errors.is_empty() {
        return Err(BuildErrors::new(info.name, errors));
    }
    let face = Face {
        info,
        instructions,
        stamp,
        client_logging,
        page_size,
        cache,
        is_shared,
    };
    let catalog = Catalog::new(&face, guards.into(), offer, changing);
    let dynamic = changing.lists.any().then(|| Dynamic { workshop, face });
    let live = Live::new(catalog, dynamic, &handle);
    Ok(Built {
        live,
        limits,
        lifecycle,
        layers,
        #[cfg(feature = "rate-limits")]
        rate: rate_limit.and_then(Limiter::new),
        state_keys,
        asking,
        authenticator,
        stdio_identity,
    })
}

pub(super) fn check_icons(icons: &[Icon], place: Place, errors: &mut Vec<BuildError>) {
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

#[cfg(feature = "rate-limits")]
pub(super) fn check_rate_limit(
    limit: Option<RateLimit>,
    what: &str,
    place: Place,
    errors: &mut Vec<BuildError>,
) {
    if let Some(Err((why, remedy))) = limit.map(RateLimit::quota) {
        errors.push(BuildError::new(
            BuildErrorCode::InvalidLimit,
            place,
            format!("{what} {why}"),
            remedy,
        ));
    }
}
