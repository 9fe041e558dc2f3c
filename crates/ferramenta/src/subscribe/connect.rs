use std::sync::{Arc, Weak};

use super::ErasedBus;
use crate::{
    catalog::{Handle, Live},
    lifecycle::{StepSetup, step},
};

/// The steps by which a server begins to share a bus, and tells the last of its changes.
pub(crate) fn connect(bus: Arc<dyn ErasedBus>, server: Handle) -> (StepSetup, StepSetup) {
    let served = Handle::clone(&server);
    let start = step(move |(): ()| {
        if let Some(live) = live(&server) {
            live.bus.share(Arc::clone(&bus), Handle::clone(&server));
        }
        async { Ok(()) }
    });
    let stop = step(move |(): ()| {
        let live = live(&served);
        async move {
            if let Some(live) = live {
                live.bus.told().await;
            }
            Ok(())
        }
    });
    (start, stop)
}

fn live(server: &Handle) -> Option<Arc<Live>> {
    server.get().and_then(Weak::upgrade)
}
