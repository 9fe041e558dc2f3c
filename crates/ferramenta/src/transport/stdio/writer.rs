use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use tokio::sync::{mpsc, oneshot};

use super::pipes::Direct;

/// Stretches that wait to be written.
const STRETCHES: usize = 4;
/// Bytes that are written at once, where so many are ready.
pub(super) const MOST_AT_ONCE: usize = 1 << 20;

/// Writes on a thread of its own, so that a client that doesn't read holds up nobody; what fits into the pipe at
/// once is written straight away.
pub(super) struct Writer {
    stretches: mpsc::Sender<Vec<u8>>,
    /// Stretches that the thread hasn't written yet.
    unwritten: Arc<AtomicUsize>,
    direct: Option<Direct>,
}

impl Writer {
    /// Starts the thread; the receiver is told when it has written all it was given, or its pipe is closed.
    ///
    /// # Errors
    /// When there can't be another thread.
    pub(super) fn start(
        output: impl Write + Send + 'static,
        direct: Option<Direct>,
    ) -> io::Result<(Self, oneshot::Receiver<()>)> {
        let (stretches, receiver) = mpsc::channel(STRETCHES);
        let (done, written) = oneshot::channel();
        let unwritten = Arc::<AtomicUsize>::default();
        let left = Arc::clone(&unwritten);
        thread::Builder::new()
            .name("ferramenta-stdout".into())
            .spawn(move || {
                // an error says that nobody reads any more, as the closed channel then does
                let _ = write_all(receiver, output, &left);
                drop(done);
            })?;
        let writer = Self {
            stretches,
            unwritten,
            direct,
        };
        Ok((writer, written))
    }

    /// Takes what is ready, once there is room for it; false when the output is closed.
    pub(super) async fn take(&self, ready: &mut Vec<u8>) -> bool {
        if let Some(direct) = &self.direct
            && self.unwritten.load(Ordering::Acquire) == 0
            && direct.has_room(ready.len())
        {
            let written = direct.write(ready);
            ready.clear();
            return written.is_ok();
        }
        let Ok(room) = self.stretches.reserve().await else {
            return false;
        };
        self.unwritten.fetch_add(1, Ordering::Relaxed);
        room.send(std::mem::take(ready));
        true
    }
}

fn write_all(
    mut stretches: mpsc::Receiver<Vec<u8>>,
    mut output: impl Write,
    unwritten: &AtomicUsize,
) -> io::Result<()> {
    while let Some(mut stretch) = stretches.blocking_recv() {
        let mut count = 1;
        while stretch.len() < MOST_AT_ONCE
            && let Ok(more) = stretches.try_recv()
        {
            stretch.extend_from_slice(&more);
            count += 1;
        }
        output.write_all(&stretch)?;
        output.flush()?;
        unwritten.fetch_sub(count, Ordering::Release);
    }
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::{fs::File, io::Read, os::fd::OwnedFd};

    use super::*;

    #[tokio::test]
    async fn small_and_large_stretches_stay_in_order() {
        let (mut read, write) = io::pipe().expect("a pipe");
        let output = Arc::new(File::from(OwnedFd::from(write)));
        let direct = Direct::new(&output);
        assert!(direct.is_some());
        let (writer, written) = Writer::start(output, direct).expect("a thread");
        let reader = thread::spawn(move || {
            let mut all = Vec::new();
            read.read_to_end(&mut all).map(|_| all)
        });
        let mut expected = Vec::new();
        for round in 0..100_u8 {
            // what fits at once, and several times what a pipe holds
            let length = if round % 3 == 0 { 200_000 } else { 100 };
            let mut stretch = vec![round; length];
            expected.extend_from_slice(&stretch);
            assert!(writer.take(&mut stretch).await && stretch.is_empty());
        }
        drop(writer);
        written.await.expect_err("the thread has only dropped it");
        let all = reader.join().expect("no panic").expect("readable");
        assert!(all == expected, "{} of {}", all.len(), expected.len());
    }

    #[tokio::test]
    async fn a_pipe_that_nobody_reads_is_closed() {
        let (read, write) = io::pipe().expect("a pipe");
        drop(read);
        let output = Arc::new(File::from(OwnedFd::from(write)));
        let direct = Direct::new(&output);
        let (writer, written) = Writer::start(output, direct).expect("a thread");
        while writer.take(&mut b"small".to_vec()).await {}
        drop(writer);
        written.await.expect_err("the thread has only dropped it");
    }
}
