//! What comes and goes: tools, prompts and resources, by what tells them apart.

use std::sync::Arc;

use super::{Offer, Prompt, Resource, Tool, resources::check_overlaps, workshop::Workshop};
use crate::{
    build_error::BuildError,
    component::{Common, Component},
    prompt::PromptDef,
    resource::ResourceDef,
    subscribe::Listed,
    tool::ToolDef,
};

/// Components that can come and go while a server runs.
pub(super) trait Kind: AsRef<Component> + Sized {
    type Def;
    /// The list that they are in.
    const LISTED: Listed;
    /// Whether one that is added has to have a name of its own.
    const NAMED: bool = true;

    fn common(def: &Self::Def) -> &Common;

    fn make(workshop: &mut Workshop, def: Self::Def, errors: &mut Vec<BuildError>) -> Option<Self>;

    /// All that the server has.
    fn offered(offer: &mut Offer) -> &mut Vec<Arc<Self>>;

    /// Checks what only shows when all are there.
    fn check(_: &[Arc<Self>], _: &mut Vec<BuildError>) {}
}

impl Kind for Tool {
    type Def = ToolDef;
    const LISTED: Listed = Listed::Tools;

    fn common(def: &ToolDef) -> &Common {
        &def.common
    }

    fn make(workshop: &mut Workshop, def: ToolDef, errors: &mut Vec<BuildError>) -> Option<Self> {
        workshop.make(def, errors)
    }

    fn offered(offer: &mut Offer) -> &mut Vec<Arc<Self>> {
        &mut offer.tools
    }
}

impl Kind for Prompt {
    type Def = PromptDef;
    const LISTED: Listed = Listed::Prompts;

    fn common(def: &PromptDef) -> &Common {
        &def.common
    }

    fn make(workshop: &mut Workshop, def: PromptDef, errors: &mut Vec<BuildError>) -> Option<Self> {
        workshop.prompt(def, errors)
    }

    fn offered(offer: &mut Offer) -> &mut Vec<Arc<Self>> {
        &mut offer.prompts
    }
}

impl Kind for Resource {
    type Def = ResourceDef;
    const LISTED: Listed = Listed::Resources;
    // two that have the same URIs are found by that
    const NAMED: bool = false;

    fn common(def: &ResourceDef) -> &Common {
        &def.common
    }

    fn make(
        workshop: &mut Workshop,
        def: ResourceDef,
        errors: &mut Vec<BuildError>,
    ) -> Option<Self> {
        workshop.resource(def, errors)
    }

    fn offered(offer: &mut Offer) -> &mut Vec<Arc<Self>> {
        &mut offer.resources
    }

    fn check(all: &[Arc<Self>], errors: &mut Vec<BuildError>) {
        check_overlaps(all, errors);
    }
}
