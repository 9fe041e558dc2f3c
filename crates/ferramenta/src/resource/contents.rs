use base64::{Engine as _, engine::general_purpose::STANDARD};
use ferramenta_protocol::{Body, Embedded, ResourceUri, write, write_contents};
use schemars::JsonSchema;
use serde::Serialize;

use super::Caching;
use crate::{
    Answer, Bytes, Context, Failure, IntoFailure, Structured,
    component::CallError,
    response::{Bound, write_within},
};

/// The contents of a resource, made by hand: several parts, each with its own type, and its own URI if need be.
///
/// ```
/// use ferramenta::{Contents, resource};
///
/// /// A note, with the scan of it.
/// #[resource("notes://{id}")]
/// async fn note(id: u32) -> Contents {
///     Contents::new()
///         .text("text/markdown", format!("# Note {id}"))
///         .bytes("image/png", b"...")
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use = "contents are nothing until a resource returns them"]
pub struct Contents(Vec<Part>);

#[derive(Clone, Debug, PartialEq)]
struct Part {
    /// Where it is, if not where the resource is.
    uri: Option<String>,
    mime_type: Option<String>,
    body: Body,
}

impl Contents {
    /// No parts yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a text of this type.
    pub fn text(self, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        self.part(None, Some(mime_type.into()), Body::Text(text.into()))
    }

    /// Adds bytes of this type.
    pub fn bytes(self, mime_type: impl Into<String>, bytes: impl AsRef<[u8]>) -> Self {
        let base64 = STANDARD.encode(bytes);
        self.part(None, Some(mime_type.into()), Body::Base64(base64))
    }

    /// Says that the part that was added last is at this URI, and not at the resource's own.
    pub fn at(mut self, uri: impl Into<String>) -> Self {
        if let Some(last) = self.0.last_mut() {
            last.uri = Some(uri.into());
        }
        self
    }

    fn part(mut self, uri: Option<String>, mime_type: Option<String>, body: Body) -> Self {
        self.0.push(Part {
            uri,
            mime_type,
            body,
        });
        self
    }

    /// One part, of the type that the resource says, or of this one.
    fn of_resource(body: Body, otherwise: &'static str, result: &ContentsWriter<'_>) -> Self {
        let mime_type = result.mime_type.unwrap_or(otherwise).to_owned();
        Self::new().part(None, Some(mime_type), body)
    }
}

/// A type that a resource can return: a text, [`Bytes`], [`Structured`] for JSON, or [`Contents`] made by hand; in an
/// `Option`, whose `None` says that there is no such resource.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of a resource",
    label = "neither a text nor bytes nor `Contents`",
    note = "return a `String`, `Bytes`, `Structured(value)` for JSON, or `Contents`, each also in an `Option`; one that can fail returns `Result<T, ToolError>` or `ToolResult<T>`"
)]
pub trait IntoContents: Send {
    /// Writes the result; false when there is no such resource.
    ///
    /// # Errors
    /// When the value is an error, or can't be written as JSON.
    fn write(self, result: &mut ContentsWriter<'_>) -> Result<bool, Failure>;
}

/// Writes the answer of one resource, into one buffer.
#[derive(Debug)]
pub struct ContentsWriter<'a> {
    out: Vec<u8>,
    bound: Bound,
    cx: &'a Context,
    mime_type: Option<&'a str>,
}

impl<'a> ContentsWriter<'a> {
    pub(super) fn new(cx: &'a Context, mime_type: Option<&'a str>, most: usize) -> Self {
        let mut out = Vec::with_capacity(512);
        if let Some(id) = cx.id() {
            write::begin_result(&mut out, id);
        }
        Self {
            out,
            bound: Bound::new(most),
            cx,
            mime_type,
        }
    }

    fn contents(&mut self, Contents(parts): Contents) {
        let size = parts.iter().map(|part| part.body.size()).sum();
        if !self.bound.allows(&self.out, size) {
            return;
        }
        let own = self.cx.name().unwrap_or_default();
        let own = ResourceUri::told(&own);
        let contents: Vec<Embedded> = parts
            .into_iter()
            .map(|part| {
                let uri = part.uri.unwrap_or_else(|| own.clone().into_owned());
                let mut contents = Embedded::new(uri, "", part.body);
                contents.mime_type = part.mime_type;
                contents
            })
            .collect();
        write::member(&mut self.out, "contents");
        write_contents(&contents, &mut self.out, self.cx.call().version);
    }

    pub(super) fn finish(mut self, caching: Caching) -> Result<Answer, CallError> {
        let call = self.cx.call();
        // what a user was asked is of that user
        let asked = call.round.get().is_some();
        let hint = caching.hint(call.catalog.has_rules()).narrowed(asked);
        hint.write(&mut self.out, call.version);
        self.cx.tail().close(&mut self.out, &Default::default());
        self.bound.hold(Answer::ok(self.out))
    }
}

impl IntoContents for Contents {
    fn write(self, result: &mut ContentsWriter<'_>) -> Result<bool, Failure> {
        result.contents(self);
        Ok(true)
    }
}

macro_rules! texts {
    ($($type:ty)*) => {$(
        impl IntoContents for $type {
            fn write(self, result: &mut ContentsWriter<'_>) -> Result<bool, Failure> {
                Contents::of_resource(Body::Text(self.into()), "text/plain", result).write(result)
            }
        }
    )*};
}
texts!(String &'static str);

impl IntoContents for Bytes {
    fn write(self, result: &mut ContentsWriter<'_>) -> Result<bool, Failure> {
        if !result.bound.allows(&result.out, self.0.len()) {
            return Ok(true);
        }
        let body = Body::Base64(STANDARD.encode(&self.0));
        Contents::of_resource(body, "application/octet-stream", result).write(result)
    }
}

impl<T: Serialize + JsonSchema + Send> IntoContents for Structured<T> {
    fn write(self, result: &mut ContentsWriter<'_>) -> Result<bool, Failure> {
        let Some((json, _)) = write_within(&self.0, result.bound.room(&result.out))? else {
            result.bound.exceed();
            return Ok(true);
        };
        let body = Body::Text(String::from_utf8(json)?);
        Contents::of_resource(body, "application/json", result).write(result)
    }
}

impl<T: IntoContents> IntoContents for Option<T> {
    fn write(self, result: &mut ContentsWriter<'_>) -> Result<bool, Failure> {
        self.map_or(Ok(false), |contents| contents.write(result))
    }
}

impl<T: IntoContents, E: IntoFailure> IntoContents for Result<T, E> {
    fn write(self, result: &mut ContentsWriter<'_>) -> Result<bool, Failure> {
        self.map_err(IntoFailure::into_failure)?.write(result)
    }
}
