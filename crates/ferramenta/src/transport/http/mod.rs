//! Streamable HTTP (specification: *Transports*), as a service that anything which speaks HTTP can mount.
//!
//! A request climbs one ladder, and the first rung that fails answers: its head in [`service`], its
//! content in [`exchange`].

mod agreement;
mod apart;
mod app;
mod body;
mod budget;
mod collect;
mod cors;
mod exchange;
mod front;
mod future;
mod guard;
mod header;
mod in_session;
mod negotiate;
mod options;
mod patience;
mod reply;
mod serve;
mod service;
mod session;
mod shutdown;
mod stream;
mod work;

pub(crate) use self::options::endpoint;
pub use self::{
    app::AppService, body::HttpBody, future::HttpFuture, options::HttpOptions, service::HttpService,
};
