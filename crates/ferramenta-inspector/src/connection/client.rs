//! rmcp's side of what the server sends on its own: questions go to the page, `ping` is answered.

use std::sync::Arc;

use rmcp::{
    RoleClient,
    model::{
        ClientCapabilities, ClientConfig, ClientResult, CustomResult, ElicitationCapability,
        ErrorCode, ErrorData, FormElicitationCapability, Implementation, ProtocolVersion,
        ServerNotification, ServerRequest, UrlElicitationCapability,
    },
    service::{NotificationContext, RequestContext, Service},
};

use crate::{
    journal::Source,
    questions::{Question, Questions, Reply},
    wire::tap::{Asked, Tap},
};

/// What a person at the page can answer.
const ANSWERABLE: [&str; 2] = ["elicitation/create", "sampling/createMessage"];

#[derive(Debug)]
pub(crate) struct PageClient {
    pub(crate) questions: Arc<Questions>,
    pub(crate) tap: Arc<Tap>,
}

impl Service<RoleClient> for PageClient {
    async fn handle_request(
        &self,
        request: ServerRequest,
        context: RequestContext<RoleClient>,
    ) -> Result<ClientResult, ErrorData> {
        let id = serde_json::to_string(&context.id).map_err(internal)?;
        let asked = self.tap.asked(&id);
        if let ServerRequest::PingRequest(_) = request {
            return Ok(ClientResult::empty(()));
        }
        let asked = asked.ok_or_else(|| {
            ErrorData::internal_error("too many requests of the server are open", None)
        })?;
        if !ANSWERABLE.contains(&asked.method.as_str()) {
            let message = format!("Method not found: {}", asked.method);
            return Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None));
        }
        tokio::select! {
            reply = self.questions.ask(&question(&asked)) => answer(reply),
            () = context.ct.cancelled() => answer(None),
        }
    }

    async fn handle_notification(
        &self,
        _: ServerNotification,
        _: NotificationContext<RoleClient>,
    ) -> Result<(), ErrorData> {
        // the tap has told the page already
        Ok(())
    }

    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(
            ElicitationCapability::new()
                .with_form(FormElicitationCapability::default())
                .with_url(UrlElicitationCapability::default()),
        );
        capabilities.sampling = Some(Default::default());
        let info = Implementation::new("ferramenta-inspector", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(capabilities, info)
            .with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
    }
}

fn question(asked: &Asked) -> Question<'_> {
    Question {
        key: asked.key.as_deref(),
        source: Source::Request,
        name: None,
        method: &asked.method,
        params: asked.params.as_deref(),
    }
}

fn answer(reply: Option<Reply>) -> Result<ClientResult, ErrorData> {
    match reply {
        Some(Reply::Result(result)) => Ok(ClientResult::CustomResult(CustomResult(result))),
        Some(Reply::Error { code, message }) => Err(ErrorData::new(ErrorCode(code), message, None)),
        None => Err(ErrorData::internal_error(
            "the question was withdrawn",
            None,
        )),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what `map_err` hands over"
)]
fn internal(error: serde_json::Error) -> ErrorData {
    ErrorData::internal_error(error.to_string(), None)
}
