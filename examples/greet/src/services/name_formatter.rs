use ferramenta::Inject;

/// Brings names into the form in which people are greeted.
#[derive(Debug, Inject)]
pub struct NameFormatter;

impl NameFormatter {
    /// The name without blanks around it.
    pub fn normalize<'a>(&self, name: &'a str) -> &'a str {
        name.trim()
    }
}
