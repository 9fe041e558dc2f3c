use std::time::Duration;

use crate::{
    Cache,
    build_error::{BuildError, BuildErrorCode},
    contract::Owner,
};

/// How long the contents of a resource may be kept, and what decides it.
#[derive(Clone, Copy)]
pub(super) struct Caching {
    /// What was said of it.
    pub(super) said: Option<Cache>,
    /// Whether each caller may read something else.
    pub(super) varies: bool,
}

impl Caching {
    /// Notes contents that are said to be everybody's, and may differ from caller to caller.
    pub(super) fn check(self, owner: &Owner<'_>, errors: &mut Vec<BuildError>) {
        if self.varies && self.said.is_some_and(Cache::is_public) {
            errors.push(owner.error(
                BuildErrorCode::InvalidCache,
                "what is read is said to be public, and its handler takes what belongs to a call, such as who calls",
                "say `Cache::private(..)`, or `scope = private`; or take nothing but arguments and services that live as long as the server",
            ));
        }
    }

    pub(super) fn hint(self, has_rules: bool) -> Cache {
        self.said.unwrap_or(if has_rules || self.varies {
            Cache::private(Duration::ZERO)
        } else {
            Cache::public(Duration::ZERO)
        })
    }
}
