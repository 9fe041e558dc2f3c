/// Waits for the first signal to stop; a second one ends the process at once.
pub(super) async fn shutdown() {
    next().await;
    tokio::spawn(async {
        next().await;
        #[expect(
            clippy::exit,
            reason = "whoever sends a second signal does not want to wait"
        )]
        std::process::exit(130);
    });
}

#[cfg(unix)]
async fn next() {
    use tokio::signal::unix::{SignalKind, signal};

    let (Ok(mut terminate), Ok(mut interrupt)) = (
        signal(SignalKind::terminate()),
        signal(SignalKind::interrupt()),
    ) else {
        // without handlers the system ends the process, as it does with any other
        return std::future::pending().await;
    };
    std::future::poll_fn(|task| {
        if terminate.poll_recv(task).is_ready() {
            std::task::Poll::Ready(Some(()))
        } else {
            interrupt.poll_recv(task)
        }
    })
    .await;
}

#[cfg(not(unix))]
async fn next() {
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
