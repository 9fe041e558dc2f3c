use ferramenta_protocol::{Icon, ResourceDefinition, ResourceUri, Role, UriTemplate, UriValue};
use serde_json::Value;

/// An entry of `resources/list` that a function of a template lists: one resource, and what is said of it
/// (specification: *Resources, Listing Resources*).
///
/// ```
/// use ferramenta::Listed;
///
/// let by_uri = Listed::new("shelf://books/978").name("Dune").mime_type("text/plain").size(4_096);
/// let by_variables = Listed::of([("isbn", "978")]).name("Dune");
/// # let _ = (by_uri, by_variables);
/// ```
#[derive(Clone, Debug)]
#[must_use = "an entry is nothing until a function returns it in a `Page`"]
pub struct Listed {
    at: At,
    definition: ResourceDefinition,
    meta: Option<Value>,
}

/// Where the resource is.
#[derive(Clone, Debug)]
enum At {
    Uri(String),
    Variables(Vec<(String, UriValue)>),
}

impl Listed {
    /// The resource at this URI, which has to be one of the template's.
    pub fn new(uri: impl Into<String>) -> Self {
        Self::at(At::Uri(uri.into()))
    }

    /// The resource at the URI that the template makes of these values; they are escaped where need be.
    pub fn of<N: Into<String>, V: Into<UriValue>>(
        variables: impl IntoIterator<Item = (N, V)>,
    ) -> Self {
        let variables = variables
            .into_iter()
            .map(|(name, value)| (name.into(), value.into()));
        Self::at(At::Variables(variables.collect()))
    }

    fn at(at: At) -> Self {
        Self {
            at,
            definition: ResourceDefinition::default(),
            meta: None,
        }
    }

    /// A name for programs; the URI if not given.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.definition.name = name.into();
        self
    }

    /// A name for people.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.definition.title = Some(title.into());
        self
    }

    /// What it is, in words that a model reads.
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.definition.description = Some(description.into());
        self
    }

    /// The type of its contents; the template's if not given.
    pub fn mime_type(mut self, mime_type: impl Into<String>) -> Self {
        self.definition.mime_type = Some(mime_type.into());
        self
    }

    /// The size of its contents, in bytes.
    pub const fn size(mut self, bytes: u64) -> Self {
        self.definition.size = Some(bytes);
        self
    }

    /// Says who should see it; may be repeated.
    pub fn audience(mut self, role: Role) -> Self {
        self.definition.annotations.audience.push(role);
        self
    }

    /// How much it matters, from 0, optional, to 1, required.
    pub const fn priority(mut self, priority: f64) -> Self {
        self.definition.annotations.priority = Some(priority);
        self
    }

    /// When it was last changed, as an ISO 8601 date and time.
    pub fn last_modified(mut self, time: impl Into<String>) -> Self {
        self.definition.annotations.last_modified = Some(time.into());
        self
    }

    /// Adds a picture.
    pub fn icon(mut self, icon: Icon) -> Self {
        self.definition.icons.push(icon);
        self
    }

    /// Data for clients that know what to do with it; an object.
    pub fn meta(mut self, meta: Value) -> Self {
        self.meta = Some(meta);
        self
    }

    /// The entry of a template's resource, with its URI taken apart.
    ///
    /// # Errors
    /// Why nobody could read it there.
    pub(crate) fn of_template(
        self,
        template: &UriTemplate,
        mime_type: Option<&String>,
    ) -> Result<(ResourceDefinition, Vec<(String, UriValue)>), String> {
        let Self {
            at,
            mut definition,
            meta,
        } = self;
        let uri = match at {
            At::Uri(uri) => uri,
            At::Variables(variables) => template
                .expand(&variables)
                .map_err(|error| error.to_string())?,
        };
        let parsed = ResourceUri::parse(&uri).ok_or_else(|| format!("`{uri}` is no URI"))?;
        let values = template
            .matches_uri(&parsed)
            .ok_or_else(|| format!("`{uri}` is not of the template"))?;
        let values = values
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        if meta.as_ref().is_some_and(|meta| !meta.is_object()) {
            return Err(format!("the `meta` of `{uri}` is not an object"));
        }
        definition.meta = meta.map(|meta| meta.to_string());
        if definition.name.is_empty() {
            definition.name.clone_from(&uri);
        }
        definition.mime_type = definition.mime_type.or_else(|| mime_type.cloned());
        definition.uri = if uri.is_ascii() {
            uri
        } else {
            parsed.canonical()
        };
        Ok((definition, values.collect()))
    }
}
