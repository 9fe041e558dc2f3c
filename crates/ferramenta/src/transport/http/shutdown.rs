//! How a service that is mounted in another application learns of its end.

use std::time::Duration;

use tokio::time::timeout;

use super::{AppService, HttpService};

impl HttpService {
    /// Ends the streams of clients that listen, which would otherwise last for as long as they like, and says at
    /// `/readyz` that the server stops; calls go on. It is for the moment at which the application stops to
    /// accept connections, as its open ones can't end before.
    ///
    /// ```no_run
    /// use axum::Router;
    /// use ferramenta::Server;
    ///
    /// # async fn signal() {}
    /// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
    /// let mcp = Server::new("Books").into_service()?;
    /// let app = Router::new().nest_service("/mcp", mcp.clone());
    /// let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    /// let ending = mcp.clone();
    /// axum::serve(listener, app)
    ///     .with_graceful_shutdown(async move {
    ///         signal().await;
    ///         ending.begin_shutdown();
    ///     })
    ///     .await?;
    /// mcp.shutdown().await;
    /// # Ok(())
    /// # }
    /// ```
    pub fn begin_shutdown(&self) {
        self.shared.stop();
    }

    /// Begins the shutdown where that wasn't done, waits for calls that have lost their connection, for
    /// [`Limits::drain`](crate::Limits::drain) at most, and runs the steps of
    /// [`on_stop`](crate::Server::on_stop), once. It is for the moment at which the application has no connections
    /// any more.
    pub async fn shutdown(&self) {
        self.begin_shutdown();
        let drain = self.limits().drain;
        shutdown(std::slice::from_ref(self), drain).await;
    }
}

impl AppService {
    /// The same as [`HttpService::begin_shutdown`], for all servers.
    pub fn begin_shutdown(&self) {
        self.endpoints()
            .iter()
            .for_each(HttpService::begin_shutdown);
    }

    /// The same as [`HttpService::shutdown`], for all servers.
    pub async fn shutdown(&self) {
        self.begin_shutdown();
        shutdown(self.endpoints(), self.limits().drain).await;
    }
}

async fn shutdown(endpoints: &[HttpService], drain: Duration) {
    let ended = timeout(drain, async {
        for endpoint in endpoints {
            endpoint.shared.orphans.ended().await;
        }
    });
    if ended.await.is_err() {
        tracing::warn!("calls were still under way when the time to drain was over");
    }
    for endpoint in endpoints {
        endpoint.shared.orphans.close();
        endpoint.stop().await;
    }
}
