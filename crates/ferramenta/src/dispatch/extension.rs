//! Calls of what an extension has beyond the protocol.

use std::borrow::Cow;

use ferramenta_protocol::{Params, Shape, Tree};

use super::{Admission, Answer, Dispatcher, Refusal};
use crate::{Context, access::Verdict, extension::ExtensionMethod};

impl Dispatcher {
    /// Calls a method of an extension, for a client that has it and a caller who may use it.
    pub(super) async fn call_method(
        &self,
        method: &ExtensionMethod,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let component = &method.component;
        let (name, version) = (component.name.as_str(), cx.call().version);
        if params.shape == Shape::Other {
            return Err(Refusal::params(
                "Invalid params: `params` has to be an object",
            ));
        }
        if cx.extension(&method.extension).is_none() {
            return Err(Refusal::without_extension(&method.extension, name, version));
        }
        let verdict = self.verdict(component, cx).await;
        if cx.is_cancelled() {
            return Ok(Answer::cancelled());
        }
        match verdict {
            Verdict::Allowed => {}
            Verdict::Hidden => return Err(Refusal::method_not_found(name, version)),
            Verdict::Denied { missing } => return Err(self.denied(name, &missing, cx)),
        }
        let arguments = || Ok(arguments(params));
        self.perform(component, arguments, cx, admission).await
    }
}

/// The parameters without what the protocol has in each of them.
fn arguments<'a>(params: &Params<'a>) -> Cow<'a, str> {
    let raw = params.raw.unwrap_or("{}");
    if params.meta.raw.is_none() {
        return raw.into();
    }
    match Tree::parse(raw) {
        Ok(Tree::Object(members)) => {
            let own = members.into_iter().filter(|(name, _)| name != "_meta");
            Tree::Object(own.collect()).to_text().into()
        }
        // it was read before
        _ => raw.into(),
    }
}
