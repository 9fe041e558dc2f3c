mod hostile;
mod overlaps;
mod parsing;
mod reading;
mod round_trip;

use super::{UriTemplate, UriValue};

fn template(text: &str) -> UriTemplate {
    UriTemplate::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What a URI gives, as text: `a=1 b=[x|y]`.
fn read(template: &UriTemplate, uri: &str) -> Option<String> {
    let shown = template
        .matches(uri)?
        .into_iter()
        .map(|(name, value)| match value {
            UriValue::Text(text) => format!("{name}={text}"),
            UriValue::List(items) => format!("{name}=[{}]", items.join("|")),
        });
    Some(shown.collect::<Vec<_>>().join(" "))
}
