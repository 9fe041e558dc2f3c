#![doc = include_str!("../README.md")]

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod build_error;
mod catalog;
mod context;
mod contract;
mod dispatch;
mod error;
mod inject;
mod limits;
mod response;
mod run;
mod server;
mod testing;
mod tool;
mod transport;

pub use ferramenta_macros::{schema, tool};
pub use ferramenta_protocol::{Annotations, Content, ContentKind, ErrorCode, Icon, Role};
pub use schemars;

pub use self::{
    build_error::{BuildError, BuildErrorCode, BuildErrors, Error, Place, Result},
    context::{Context, Progress, Transport},
    contract::{Args, ParamSpec, SchemaBuilder},
    error::{Failure, OrFail, ProtocolError, ToolError, ToolResult},
    inject::{Binder, FromServer, Inject},
    limits::Limits,
    response::{
        Data, IntoContent, IntoFailure, IntoOutput, OutputSchema, Response, ResultWriter,
        Structured,
    },
    server::{BuiltServer, Server},
    testing::{Exchange, TestClient, TestResult},
    tool::{IntoTool, ToolDef, ToolSet},
    transport::http::{HttpBody, HttpFuture, HttpOptions, HttpService},
};
