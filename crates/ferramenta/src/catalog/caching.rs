//! What is said to be public has to be the same for everybody.

use super::Offer;
use crate::{
    Cache, Place,
    access::Rules,
    build_error::{BuildError, BuildErrorCode},
    component::Common,
};

/// Notes contents that are said to be everybody's, and are kept from some.
pub(super) fn check_contents(
    common: &Common,
    cache: Option<Cache>,
    has_rules: bool,
    errors: &mut Vec<BuildError>,
) {
    if has_rules && cache.is_some_and(Cache::is_public) {
        errors.push(common.owner().error(
            BuildErrorCode::InvalidCache,
            "what is read is said to be public, and a rule decides who may read it",
            "say `Cache::private(..)`, or `scope = private`",
        ));
    }
}

/// Notes lists that are said to be everybody's, and aren't the same for each caller.
pub(super) fn check_lists(
    cache: Option<Cache>,
    offer: &Offer,
    guards: &Rules,
    callers_differ: bool,
    place: Place,
    errors: &mut Vec<BuildError>,
) {
    if !cache.is_some_and(Cache::is_public) {
        return;
    }
    let why = if !guards.is_empty() || offer.has_rules() {
        "a rule decides who sees what is listed"
    } else if callers_differ && offer.lists_on_demand() {
        "a function lists resources, and may look at who calls"
    } else {
        return;
    };
    errors.push(BuildError::new(
        BuildErrorCode::InvalidCache,
        place,
        format!("`Server::cache` says that lists are public, and {why}"),
        "say `Cache::private(..)`",
    ));
}
