//! A process with all that it has started, which end together.

use std::io;

use tokio::process::{Child, Command};

/// A process and what it has started; they are killed when it is dropped.
///
/// They are a process group where the system has those (Unix): a signal from the terminal doesn't reach
/// them, and ours reach all of them. Elsewhere the process is killed alone.
#[derive(Debug)]
pub struct ProcessGroup {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

impl ProcessGroup {
    /// Starts a command as the leader of a group.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn start(command: &mut Command) -> io::Result<(Child, Self)> {
        #[cfg(unix)]
        command.process_group(0);
        let child = command.kill_on_drop(true).spawn()?;
        let group = Self {
            #[cfg(unix)]
            leader: child
                .id()
                .and_then(|id| rustix::process::Pid::from_raw(i32::try_from(id).ok()?)),
        };
        Ok((child, group))
    }

    /// Asks all of them to end, where the system has a way to ask.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn terminate(&self) -> io::Result<()> {
        #[cfg(unix)]
        self.signal(rustix::process::Signal::TERM)?;
        Ok(())
    }

    #[cfg(unix)]
    fn signal(&self, signal: rustix::process::Signal) -> io::Result<()> {
        let Some(leader) = self.leader else {
            return Ok(());
        };
        match rustix::process::kill_process_group(leader, signal) {
            // nobody is left
            Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }
}

#[cfg(unix)]
impl Drop for ProcessGroup {
    fn drop(&mut self) {
        if let Err(error) = self.signal(rustix::process::Signal::KILL) {
            crate::terminal::tell(&format!(
                "a process and what it has started can't be ended: {error}"
            ));
        }
    }
}
