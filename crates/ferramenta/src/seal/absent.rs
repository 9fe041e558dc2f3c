//! Without the feature `sealing` there are no keys, and nothing asks for them.

use crate::{BuildError, Place};

/// Keys, of which there are none.
#[derive(Clone)]
pub(crate) enum StateKeys {}

impl StateKeys {
    pub(crate) const fn random_bytes() -> Option<[u8; 16]> {
        None
    }

    pub(crate) const fn are_made_up(&self) -> bool {
        match *self {}
    }

    pub(crate) fn seal(&self, _: &str, _: &[u8]) -> Option<String> {
        match *self {}
    }

    pub(crate) fn open(&self, _: &str, _: &str) -> Option<Vec<u8>> {
        match *self {}
    }
}

pub(crate) const fn settled(
    declared: Option<StateKeys>,
    _: Place,
    _: &mut Vec<BuildError>,
) -> Option<StateKeys> {
    declared
}
