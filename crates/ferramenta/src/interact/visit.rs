use std::borrow::Cow;

use ferramenta_protocol::{ResourceUri, Version, write};
use serde_json::Value;

use super::{
    Question, Reply, Visit,
    offers::Need,
    question::{Kind, action, asked_again},
};
use crate::{Context, Failure};

impl Question {
    /// A page to open.
    pub(super) fn visit(
        cx: &Context,
        key: impl Into<Cow<'static, str>>,
        message: impl Into<String>,
        url: impl Into<String>,
    ) -> Question<Reply<Visit>> {
        let id = cx.call().version.features().elicitation_ids;
        let ask = AskVisit {
            message: message.into(),
            url: url.into(),
            visit: Visit {
                cx: cx.clone(),
                id: id.then(super::live::unique),
            },
        };
        Question::new(key, Need::Url, ask)
    }
}

struct AskVisit {
    message: String,
    url: String,
    visit: Visit,
}

impl Kind<Reply<Visit>> for AskVisit {
    fn method(&self) -> &'static str {
        "elicitation/create"
    }

    fn params(&self, _: Version, again: Option<&str>) -> Result<Vec<u8>, Failure> {
        if !is_page(&self.url) {
            return Err(Failure::hidden(
                "a page to open is at a URL of http or https",
            ));
        }
        let mut out = b"{".to_vec();
        write::value_member(&mut out, "mode", "url");
        write::value_member(&mut out, "message", &asked_again(&self.message, again));
        write::value_member(&mut out, "url", &self.url);
        write::optional_member(&mut out, "elicitationId", self.visit.id.as_ref());
        out.push(b'}');
        Ok(out)
    }

    fn read(&self, answer: &Value) -> Result<Reply<Visit>, String> {
        action(answer, |_| Ok(self.visit.clone()))
    }
}

fn is_page(url: &str) -> bool {
    let scheme = url.split_once("://").map(|(scheme, _)| scheme);
    let known = scheme.is_some_and(|scheme| {
        ["http", "https"]
            .iter()
            .any(|known| known.eq_ignore_ascii_case(scheme))
    });
    known && ResourceUri::parse(url).is_some()
}
