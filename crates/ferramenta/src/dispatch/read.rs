//! Reading a resource (specification: *Resources, Reading Resources*).

use std::sync::PoisonError;

use ferramenta_protocol::{Params, ResourceUri, json};
use serde_json::{Map, Value};

use super::{Admission, Answer, Dispatcher, Refusal};
use crate::{Context, access::Verdict};

impl Dispatcher {
    /// Reads the narrowest resource at a URI that exists for the caller.
    pub(super) async fn read_resource(
        &self,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let uri = params.uri.and_then(json::string);
        let uri =
            uri.ok_or_else(|| Refusal::params("Invalid params: `uri` is missing or not a string"))?;
        let call = cx.call();
        let not_found = || Refusal::resource_not_found(&uri, call.version, None);
        let parsed = ResourceUri::parse(&uri).ok_or_else(not_found)?;
        for (resource, variables) in call.catalog.resources_at(&parsed) {
            let arguments = Value::Object(variables.clone()).to_string();
            look_at(variables, cx);
            let verdict = self.verdict(&resource.component, cx).await;
            if cx.is_cancelled() {
                return Ok(Answer::cancelled());
            }
            match verdict {
                Verdict::Hidden => {}
                Verdict::Denied { missing } => return Err(self.denied(&uri, &missing, cx)),
                Verdict::Allowed => {
                    let arguments = || Ok(arguments.into());
                    return self
                        .perform(&resource.component, arguments, cx, admission)
                        .await;
                }
            }
        }
        Err(not_found())
    }

    /// Whether there is a resource at a URI that the caller may use.
    pub(super) async fn can_read(&self, uri: &str, cx: &Context) -> bool {
        let Some(parsed) = ResourceUri::parse(uri) else {
            return false;
        };
        for (resource, variables) in cx.call().catalog.resources_at(&parsed) {
            look_at(variables, cx);
            match self.verdict(&resource.component, cx).await {
                Verdict::Hidden => {}
                verdict => return verdict == Verdict::Allowed,
            }
        }
        false
    }
}

/// Shows rules and handlers what a URI has for the variables of a template.
pub(super) fn look_at(variables: Map<String, Value>, cx: &Context) {
    let place = cx.call().uri_variables.lock();
    *place.unwrap_or_else(PoisonError::into_inner) = Some(variables);
}
