//! Who may see a component, and who may use it: one judgement for lists and calls alike.

use std::{pin::Pin, sync::Arc, time::Duration};

use crate::{Binder, Context, Failure, FromServer, unwind, within::within};

/// Asks user code about one request.
pub(crate) type Hook = Arc<dyn Fn(Context) -> Asking + Send + Sync>;
type Asking = Pin<Box<dyn Future<Output = Result<bool, Failure>> + Send>>;

/// Prepares a hook when its server is built.
pub(crate) type HookSetup = Box<dyn FnOnce(&mut Binder<'_>) -> Option<Hook> + Send + Sync>;

/// The setup of a hook with injected parameters.
pub(crate) fn hook<P, F, R>(ask: F) -> HookSetup
where
    P: FromServer,
    F: Fn(P) -> R + Send + Sync + 'static,
    R: Future<Output = bool> + Send + 'static,
{
    Box::new(move |binder| {
        let bound = Arc::new(P::bind(binder)?);
        let ask = Arc::new(ask);
        Some(Arc::new(move |cx: Context| {
            let (bound, ask) = (Arc::clone(&bound), Arc::clone(&ask));
            Box::pin(async move { Ok(ask(P::get(&bound, &cx).await?).await) })
        }))
    })
}

/// Binds hooks to what they take.
pub(crate) fn bind(hooks: Vec<HookSetup>, binder: &mut Binder<'_>) -> Vec<Hook> {
    hooks.into_iter().filter_map(|hook| hook(binder)).collect()
}

/// The rules of one component.
#[derive(Default)]
pub(crate) struct Rules {
    /// Whether the component exists for this caller.
    pub(crate) visible: Vec<Hook>,
    /// Whether this caller may use it.
    pub(crate) authorize: Vec<Hook>,
    /// What the caller's token has to allow.
    pub(crate) scopes: Vec<String>,
}

/// What the rules say of one caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Allowed,
    /// For this caller it doesn't exist.
    Hidden,
    /// It exists, and this caller may not use it; with the scopes that would be needed.
    Denied {
        missing: Vec<String>,
    },
}

impl Rules {
    pub(crate) fn is_empty(&self) -> bool {
        self.visible.is_empty() && self.authorize.is_empty() && self.scopes.is_empty()
    }

    /// Whether what they say may differ from one URI of a template to another.
    pub(crate) fn may_ask_for_uri(&self) -> bool {
        !self.visible.is_empty() || !self.authorize.is_empty()
    }

    /// Judges one request. A hook that fails, panics or takes longer than `limit` hides the component, and
    /// the log says so.
    pub(crate) async fn judge(&self, cx: &Context, component: &str, limit: Duration) -> Verdict {
        for hook in &self.visible {
            if !ask(hook, cx, component, limit).await.unwrap_or(false) {
                return Verdict::Hidden;
            }
        }
        let held = cx
            .identity()
            .map(|identity| identity.scopes())
            .unwrap_or_default();
        let mut missing: Vec<String> = Vec::new();
        for scope in &self.scopes {
            if !held.contains(scope) && !missing.contains(scope) {
                missing.push(scope.clone());
            }
        }
        if !missing.is_empty() {
            return Verdict::Denied { missing };
        }
        for hook in &self.authorize {
            match ask(hook, cx, component, limit).await {
                Some(true) => {}
                Some(false) => {
                    return Verdict::Denied {
                        missing: Vec::new(),
                    };
                }
                None => return Verdict::Hidden,
            }
        }
        Verdict::Allowed
    }
}

/// What a hook says; `None` when it fails, panics or takes too long.
async fn ask(hook: &Hook, cx: &Context, component: &str, limit: Duration) -> Option<bool> {
    let Some(asked) = within(limit, unwind::catch(hook(cx.clone()))).await else {
        tracing::error!(
            component,
            "an access rule took too long: the component is hidden"
        );
        return None;
    };
    match asked {
        Ok(Ok(answer)) => Some(answer),
        Ok(Err(failure)) => {
            tracing::error!(
                component,
                ?failure,
                "an access rule failed: the component is hidden"
            );
            None
        }
        Err(panic) => {
            tracing::error!(
                component,
                panic = unwind::text(&*panic),
                "an access rule panicked: the component is hidden"
            );
            None
        }
    }
}
