use std::{ops::Deref, sync::Arc};

use http::request::Parts;

use super::Context;
use crate::{Binder, Failure, FromServer};

/// The head of the HTTP request that a call came in: method, URI, headers, and what layers before the
/// server have put into its extensions.
///
/// A tool that takes it can be called over HTTP alone; elsewhere its calls fail.
///
/// ```
/// use ferramenta::{HttpParts, tool};
///
/// /// Tell the client's program.
/// #[tool]
/// async fn user_agent(request: HttpParts) -> Option<String> {
///     Some(request.headers.get("user-agent")?.to_str().ok()?.to_owned())
/// }
/// ```
#[derive(Clone, Debug)]
pub struct HttpParts(Arc<Parts>);

impl Deref for HttpParts {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromServer for HttpParts {
    type Bound = ();

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        let parts = cx.call().http.clone().map(Self);
        std::future::ready(parts.ok_or_else(|| Failure::hidden("this call did not come over HTTP")))
    }
}
