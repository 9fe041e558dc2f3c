//! `echo` with services among its parameters, each of a type of its own.

use ferramenta::Server;

use crate::tools::Summarize;

/// The tools, of which `echo` takes one service.
pub(crate) type One = (one::echo, Summarize);
/// The tools, of which `echo` takes five services.
pub(crate) type Five = (five::echo, Summarize);

/// A service; the number makes it a type of its own.
pub(crate) struct Service<const N: usize>;

/// Provides all services.
pub(crate) fn provide(server: Server) -> Server {
    server
        .service(Service::<1>)
        .service(Service::<2>)
        .service(Service::<3>)
        .service(Service::<4>)
        .service(Service::<5>)
}

mod one {
    use ferramenta::{Inject, tool};

    use super::Service;

    /// Returns the message.
    #[tool]
    pub(crate) async fn echo(message: String, _a: Inject<Service<1>>) -> String {
        message
    }
}

mod five {
    use ferramenta::{Inject, tool};

    use super::Service;

    /// Returns the message.
    #[tool]
    pub(crate) async fn echo(
        message: String,
        _a: Inject<Service<1>>,
        _b: Inject<Service<2>>,
        _c: Inject<Service<3>>,
        _d: Inject<Service<4>>,
        _e: Inject<Service<5>>,
    ) -> String {
        message
    }
}
