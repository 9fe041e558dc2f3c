//! One core for the servers and one for the generator, so that neither takes the other's time.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::Result;

/// The cores that servers and generator are kept on, if they are kept on any.
#[derive(Clone, Copy)]
pub(crate) struct Cores(Option<(CpuSet, CpuSet)>);

impl Cores {
    /// Takes the first core for the generator and the last for the servers.
    pub(crate) fn split(pin: bool) -> Result<Self> {
        let allowed = sched_getaffinity(None)?;
        if !pin || allowed.count() < 2 {
            return Ok(Self(None));
        }
        let mut cores = (0..CpuSet::MAX_CPU).filter(|&core| allowed.is_set(core));
        let generator = cores.next().ok_or("no core is allowed")?;
        let server = cores.next_back().ok_or("no second core is allowed")?;
        sched_setaffinity(None, &only(generator))?;
        Ok(Self(Some((only(generator), only(server)))))
    }

    /// Runs `spawn` on the servers' core, which the process it starts inherits.
    pub(crate) fn on_server_core<T>(self, spawn: impl FnOnce() -> T) -> Result<T> {
        let Some((generator, server)) = self.0 else {
            return Ok(spawn());
        };
        sched_setaffinity(None, &server)?;
        let spawned = spawn();
        sched_setaffinity(None, &generator)?;
        Ok(spawned)
    }
}

fn only(core: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(core);
    set
}
