//! Validation errors as sentences that name the branch the sender meant.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;

/// The longest sentence, in characters: an error may quote the whole message.
const LONGEST: usize = 400;

/// One error as one or more sentences, each with its path.
pub(crate) fn describe(error: &ValidationError<'_>) -> Vec<String> {
    if let ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } =
        error.kind()
        && let Some(branch) = meant(context)
    {
        return branch.iter().flat_map(describe).collect();
    }
    let path = error.instance_path().as_str();
    let place = if path.is_empty() { "the top" } else { path };
    vec![shortened(&format!("at {place}: {error}"))]
}

/// The branch whose fixed values (a `type`, a `method`) all fit, with the fewest errors.
fn meant<'a>(
    branches: &'a [Vec<ValidationError<'static>>],
) -> Option<&'a Vec<ValidationError<'static>>> {
    let fits = |branch: &&Vec<ValidationError<'static>>| !branch.iter().any(is_fixed_value);
    branches
        .iter()
        .filter(fits)
        .min_by_key(|branch| branch.len())
}

fn is_fixed_value(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), ValidationErrorKind::Constant { .. })
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
