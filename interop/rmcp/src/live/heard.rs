//! What the server sends by itself, and what it is answered.

use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rmcp::ClientHandler;
use rmcp::ErrorData;
use rmcp::model::{
    ClientCapabilities, ClientConfig, CustomNotification, ElicitRequestParams, ElicitResult,
    ElicitationCapability, FormElicitationCapability, Implementation, LoggingLevel,
    LoggingMessageNotificationParam, ProgressNotificationParam, ResourceUpdatedNotificationParam,
    ServerNotification, UrlElicitationCapability,
};
use rmcp::service::{NotificationContext, RequestContext, RoleClient, Subscription};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Notify;
use tokio::time::{Instant, timeout_at};

/// How far a call has come: steps done, of how many, and a message.
pub type Step = (f64, Option<f64>, Option<String>);

/// A log message.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Log {
    pub level: LoggingLevel,
    pub data: Value,
}

/// Something that the server has sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard {
    Progress(Step),
    Log(Log),
    Tools,
    Resources,
    Resource(String),
    /// A page is done.
    Completed,
    /// A question that there is no reply to.
    Asked,
    /// The server doesn't wait for the reply any more.
    TakenBack,
}

/// What a question asks for: the fields of a form, or a page to open.
#[derive(Clone, Debug, Deserialize, PartialEq)]
#[serde(untagged)]
pub enum Asks {
    Fields(Vec<String>),
    Page(String),
}

/// A question: its message, and what it asks for.
pub type Asked = (String, Asks);

/// A client that keeps what it hears, and answers each question with the reply that was set before.
#[derive(Clone, Default)]
pub struct Live(Arc<State>);

#[derive(Default)]
struct State {
    heard: Mutex<Vec<Heard>>,
    more: Notify,
    asked: Mutex<Vec<Asked>>,
    reply: Mutex<Option<ElicitResult>>,
}

impl Live {
    pub fn heard(&self) -> Vec<Heard> {
        lock(&self.0.heard).clone()
    }

    /// True once it has come, false when the time is over.
    pub async fn wait_for(&self, wanted: &Heard, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        loop {
            let more = self.0.more.notified();
            if lock(&self.0.heard).contains(wanted) {
                return true;
            }
            if timeout_at(deadline, more).await.is_err() {
                return false;
            }
        }
    }

    /// Sets what the next questions are answered; none has the user think until they are taken back.
    pub fn reply(&self, reply: Option<ElicitResult>) {
        *lock(&self.0.reply) = reply;
    }

    /// The questions since the last time.
    pub fn take_asked(&self) -> Vec<Asked> {
        take(&mut lock(&self.0.asked))
    }

    /// Takes what comes in a subscription, to its end.
    pub async fn follow(self, mut subscription: Subscription) {
        while let Ok(Some(notification)) = subscription.next().await {
            match notification {
                ServerNotification::ToolListChangedNotification(_) => self.note(Heard::Tools),
                ServerNotification::ResourceListChangedNotification(_) => {
                    self.note(Heard::Resources);
                }
                ServerNotification::ResourceUpdatedNotification(updated) => {
                    self.note(Heard::Resource(updated.params.uri));
                }
                _ => {}
            }
        }
    }

    fn note(&self, heard: Heard) {
        lock(&self.0.heard).push(heard);
        self.0.more.notify_waiters();
    }
}

impl ClientHandler for Live {
    fn get_info(&self) -> ClientConfig {
        let mut capabilities = ClientCapabilities::default();
        capabilities.elicitation = Some(
            ElicitationCapability::new()
                .with_form(FormElicitationCapability::default())
                .with_url(UrlElicitationCapability::default()),
        );
        ClientConfig::new(
            capabilities,
            Implementation::new("ferramenta-interop", "1.0.0"),
        )
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        lock(&self.0.asked).push(match request {
            ElicitRequestParams::FormElicitationParams {
                message,
                requested_schema,
                ..
            } => {
                let fields = requested_schema.property_order.unwrap_or_default();
                (message, Asks::Fields(fields))
            }
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
                (message, Asks::Page(url))
            }
            _ => {
                return Err(ErrorData::invalid_params(
                    "an unknown kind of question",
                    None,
                ));
            }
        });
        let reply = lock(&self.0.reply).clone();
        if let Some(reply) = reply {
            return Ok(reply);
        }
        self.note(Heard::Asked);
        context.ct.cancelled().await;
        self.note(Heard::TakenBack);
        Err(ErrorData::internal_error("taken back", None))
    }

    async fn on_progress(
        &self,
        step: ProgressNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.note(Heard::Progress((step.progress, step.total, step.message)));
    }

    async fn on_logging_message(
        &self,
        message: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        let LoggingMessageNotificationParam { level, data, .. } = message;
        self.note(Heard::Log(Log { level, data }));
    }

    async fn on_resource_updated(
        &self,
        updated: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.note(Heard::Resource(updated.uri));
    }

    async fn on_custom_notification(
        &self,
        notification: CustomNotification,
        _: NotificationContext<RoleClient>,
    ) {
        if notification.method == "notifications/elicitation/complete" {
            self.note(Heard::Completed);
        }
    }

    async fn on_resource_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.note(Heard::Resources);
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.note(Heard::Tools);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
