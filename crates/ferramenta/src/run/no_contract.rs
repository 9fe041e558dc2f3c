//! The command `contract`, in a program without it.

use lexopt::Parser;

use super::command::Action;
use crate::{Error, Result};

/// Says how to get it.
pub(super) fn parse(_: &mut Parser) -> Result<Action> {
    Err(Error::Usage(
        "this program was built without the command `contract`: `cargo add ferramenta --features contract` brings it"
            .into(),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_says_how_to_get_it() {
        let told = parse(&mut Parser::from_args(["write"]))
            .unwrap_err()
            .to_string();
        assert!(
            told.contains("cargo add ferramenta --features contract"),
            "{told}"
        );
    }
}
