//! Who calls.

use std::{collections::BTreeMap, fmt, sync::Arc};

use serde_json::Value;

/// Who a request comes from, as something the server trusts has found out.
#[derive(Clone, PartialEq, Eq)]
pub struct Identity {
    subject: String,
    scopes: Vec<String>,
    claims: BTreeMap<String, Value>,
}

impl Identity {
    /// An identity of this name, such as a user's id or an account.
    pub fn new(subject: impl Into<String>) -> Self {
        Self {
            subject: subject.into(),
            scopes: Vec::new(),
            claims: BTreeMap::new(),
        }
    }

    /// Adds a scope: something that the identity may do, such as `books:write`.
    #[must_use]
    pub fn scope(mut self, scope: impl Into<String>) -> Self {
        self.scopes.push(scope.into());
        self
    }

    /// Adds something else that is known.
    #[must_use]
    pub fn claim(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.claims.insert(name.into(), value.into());
        self
    }

    /// The name.
    pub fn subject(&self) -> &str {
        &self.subject
    }

    /// What the identity may do.
    pub fn scopes(&self) -> &[String] {
        &self.scopes
    }

    /// Something else that is known.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.claims.get(name)
    }
}

/// Shows who it is, and not what else is known.
impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("subject", &self.subject)
            .field("scopes", &self.scopes)
            .finish_non_exhaustive()
    }
}

/// How it was found out who calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Authentication {
    /// It wasn't: the caller is nobody in particular.
    Nobody,
    /// The server's own [`Authenticate`](crate::Authenticate) says so.
    Authenticator,
    /// A layer before the server has put an [`Identity`] into the request's extensions.
    OuterLayer,
    /// It is whoever started the process, for a server on standard input and output.
    Process,
    /// A [`TestClient`](crate::TestClient) says so.
    Test,
}

/// Somebody who calls, and how that was found out.
#[derive(Clone)]
pub(crate) struct Caller {
    pub(crate) identity: Arc<Identity>,
    pub(crate) by: Authentication,
}

impl Caller {
    pub(crate) fn new(identity: Identity, by: Authentication) -> Self {
        Self {
            identity: Arc::new(identity),
            by,
        }
    }
}
