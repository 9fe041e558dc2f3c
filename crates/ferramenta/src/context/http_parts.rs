use std::{fmt, ops::Deref, sync::Arc};

use http::request::Parts;

use super::Context;
use crate::{Binder, Failure, FromServer};

/// The head of the HTTP request that a call came in: method, URI, headers, and what layers before the
/// server have put into its extensions.
///
/// A tool that takes it can be called over HTTP alone: a server that has one doesn't start on standard
/// input and output. A [`TestClient`](crate::TestClient) is told what its requests come with by
/// [`TestClient::http`](crate::TestClient::http).
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
#[derive(Clone)]
pub struct HttpParts(Arc<Parts>);

impl Deref for HttpParts {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl FromServer for HttpParts {
    type Bound = ();

    fn bind(binder: &mut Binder<'_>) -> Option<()> {
        binder.needs_http();
        Some(())
    }

    fn get((): &(), cx: &Context) -> impl Future<Output = Result<Self, Failure>> + Send {
        let parts = cx.call().http.clone().map(Self);
        std::future::ready(parts.ok_or_else(|| Failure::hidden("this call did not come over HTTP")))
    }
}

/// Shows what was asked for, and none of the headers: they hold tokens.
impl fmt::Debug for HttpParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HttpParts")
            .field("method", &self.method)
            .field("path", &self.uri.path())
            .finish_non_exhaustive()
    }
}
