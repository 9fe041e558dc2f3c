//! Templates: texts with `{{name}}` in them.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::{kind::Kind, name::Name};

/// Where a project has templates of its own, such as `tool.rs`.
pub(crate) const FOLDER: &str = ".ferramenta/templates";

/// The values of the names in a template.
pub(crate) type Values<'a> = [(&'a str, &'a str)];

/// The text of a thing, by the project's template, or else by ours.
///
/// # Errors
/// When the template can't be read, or has names that aren't known.
pub(crate) fn render_kind(
    kind: Kind,
    name: &Name,
    scheme: &str,
    project: Option<&Path>,
) -> Result<String> {
    let own = project.map(|folder| folder.join(FOLDER).join(format!("{}.rs", kind.word())));
    let own = own.filter(|file| file.exists());
    let template = match &own {
        Some(file) => std::fs::read_to_string(file)
            .with_context(|| format!("{} can't be read", file.display()))?,
        None => kind.template().to_owned(),
    };
    let last = name.last();
    let values = [
        ("name", &*last.snake()),
        ("type", &*last.pascal()),
        ("title", &*last.sentence()),
        ("path", &*name.path()),
        ("uri", &*format!("{scheme}://{}", name.path())),
    ];
    let shown = own.map_or_else(String::new, |file| format!("{}: ", file.display()));
    render(&template, &values)
        .with_context(|| format!("{shown}the template of a {} can't be used", kind.word()))
}

/// # Errors
/// When the template has names that aren't known.
pub(crate) fn render(template: &str, values: &Values<'_>) -> Result<String> {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        text += before;
        match after.split_once("}}") {
            Some((name, after)) if is_name(name) => {
                let Some((_, value)) = values.iter().find(|(known, _)| *known == name) else {
                    let known: Vec<_> = values
                        .iter()
                        .map(|(known, _)| format!("{{{{{known}}}}}"))
                        .collect();
                    bail!(
                        "`{{{{{name}}}}}` isn't known, known are {}",
                        known.join(", ")
                    );
                };
                text += value;
                rest = after;
            }
            _ => {
                text += "{";
                rest = &rest[before.len() + 1..];
            }
        }
    }
    Ok(text + rest)
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn names_are_replaced_and_other_braces_stay() {
        let rendered = |template| {
            render(template, &[("a", "1"), ("b_c", "{{a}}")]).map_err(|error| error.to_string())
        };
        assert_eq!(rendered("{{a}}{{b_c}}").as_deref(), Ok("1{{a}}"));
        assert_eq!(
            rendered("{{ {{{a}} {{A}} {{}} {{").as_deref(),
            Ok("{{ {1 {{A}} {{}} {{")
        );
        assert_eq!(
            rendered("{{x}}").unwrap_err(),
            "`{{x}}` isn't known, known are {{a}}, {{b_c}}"
        );
    }
}
