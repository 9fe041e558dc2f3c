#![doc = include_str!("../README.md")]

#[doc(hidden)]
#[path = "private/mod.rs"]
pub mod __private;
mod access;
mod app;
mod auth;
mod build_error;
mod catalog;
mod context;
mod contract;
mod dispatch;
mod error;
mod identity;
mod inject;
mod lifecycle;
mod limits;
mod response;
mod run;
mod server;
mod testing;
mod tool;
mod transport;
mod types;
mod unwind;
mod within;

pub use ferramenta_macros::{schema, tool};
pub use ferramenta_protocol::{
    Annotations, Body, Content, ContentKind, Embedded, ErrorCode, Icon, Link, Media, Role,
};
pub use schemars;

pub use self::{
    app::App,
    auth::{Authenticate, BearerTokens, Unauthenticated},
    build_error::{BuildError, BuildErrorCode, BuildErrors, Error, Place, Result},
    context::{Context, HttpParts, Progress, Transport},
    contract::{Args, ParamSpec},
    error::{Failure, OrFail, ProtocolError, ToolError, ToolResult},
    identity::Identity,
    inject::{Binder, FromServer, Inject, Source},
    limits::Limits,
    response::{Data, IntoContent, IntoFailure, IntoOutput, Response, Structured},
    server::{BuiltServer, Server},
    testing::{Exchange, TestClient, TestResult},
    tool::{IntoTool, Tool, ToolDef, ToolSet},
    transport::http::{AppService, HttpBody, HttpFuture, HttpOptions, HttpService},
    types::{Bytes, Digits, Int64, Iso, IsoText, Maybe, Seconds},
};

/// What signatures name, and nobody has to write.
#[doc(hidden)]
pub use self::{
    contract::SchemaBuilder,
    response::{OutputSchema, ResultWriter},
    tool::{ByHand, Method, Of, OneByHand, ToolValue},
};
