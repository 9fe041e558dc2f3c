//! A call that takes so long that nobody would hold a connection for it.

use std::time::Duration;

use ferramenta::{Context, Progress, tool};

/// When clients come back for what they have missed.
const RETRY: Duration = Duration::from_millis(50);

/// Let a pot dry.
#[tool]
pub async fn dry(pot: String, cx: &Context, progress: Progress) -> String {
    // whoever can't come back waits, as if nothing had been closed
    cx.close_stream(RETRY);
    for (place, state) in ["leather-hard", "bone-dry"].into_iter().enumerate() {
        // stands for the days that it takes
        tokio::time::sleep(Duration::from_millis(20)).await;
        progress.report_with(place + 1, 2, state);
    }
    format!("'{pot}' can be fired.")
}
