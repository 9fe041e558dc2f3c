use std::{
    collections::VecDeque,
    future::poll_fn,
    io::{self, Read, Write},
    pin::{Pin, pin},
    sync::Arc,
    task::Poll,
    thread,
};

use bytes::Bytes;
use ferramenta_protocol::{Message, read};
use tokio::{
    sync::{AcquireError, OwnedSemaphorePermit, Semaphore, mpsc, oneshot},
    task::JoinSet,
    time::{Instant, sleep, timeout, timeout_at},
};

use super::{
    lines::{Line, Lines},
    pipes::{self, Direct},
    writer::{MOST_AT_ONCE, Writer},
};
use crate::{
    Transport,
    dispatch::{Connection, Dispatcher, Refusal},
};

/// Stretches of input that wait to be answered.
const STRETCHES: usize = 4;

/// Most lines that wait for a place.
const MOST_WAITING: usize = 1024;

type Answering = Pin<Box<dyn Future<Output = Option<Vec<u8>>> + Send>>;
/// Waits for a place among the calls under way.
type Place = Pin<Box<dyn Future<Output = Result<OwnedSemaphorePermit, AcquireError>> + Send>>;

/// Serves until the input ends, the output is closed, or `shutdown` is done; running calls then get their
/// time to end.
///
/// # Errors
/// When the pipes can't be taken.
pub(crate) async fn serve(
    dispatcher: Arc<Dispatcher>,
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let pipes::Pipes {
        input,
        output,
        direct,
    } = pipes::take()?;
    serve_over(dispatcher, input, (output, direct), shutdown).await
}

/// Serves on any pipes; output that is a pipe of the system may be given twice, to be written directly as well.
///
/// # Errors
/// When there can't be another thread.
pub(super) async fn serve_over(
    dispatcher: Arc<Dispatcher>,
    input: impl Read + Send + 'static,
    (output, direct): (impl Write + Send + 'static, Option<Direct>),
    shutdown: impl Future<Output = ()>,
) -> io::Result<()> {
    let (input, ended) = start_reader(input, dispatcher.limits.message)?;
    let (output, written) = Writer::start(output, direct)?;
    let (outbox, results) = mpsc::channel(dispatcher.limits.events);
    let caller = dispatcher.stdio_caller.clone();
    let connection = Arc::new(Connection::new(
        dispatcher,
        Transport::Stdio,
        outbox.clone(),
        caller,
    ));
    let (waiting, ready, tasks) = (VecDeque::new(), Vec::new(), JoinSet::new());
    let drain = connection.dispatcher().limits.drain;
    let mut session = Session {
        connection,
        outbox,
        results,
        output,
        waiting,
        ready,
        tasks,
    };
    session.run(input, ended, shutdown).await;
    session.drain().await;
    drop(session);
    // the writer is done as soon as it has written what it was given, or its pipe is closed; a client
    // that doesn't read must not keep the process
    let _ = timeout(drain, written).await;
    Ok(())
}

struct Session {
    connection: Arc<Connection>,
    /// Where calls under way put their notifications and answers, and its other end.
    outbox: mpsc::Sender<Bytes>,
    results: mpsc::Receiver<Bytes>,
    output: Writer,
    /// Lines that were read, but found no place among the calls under way.
    waiting: VecDeque<Line>,
    /// Lines that are ready to be written.
    ready: Vec<u8>,
    tasks: JoinSet<()>,
}

impl Session {
    async fn run(
        &mut self,
        mut input: mpsc::Receiver<Vec<Line>>,
        ended: oneshot::Receiver<()>,
        shutdown: impl Future<Output = ()>,
    ) {
        let drain = self.connection.dispatcher().limits.drain;
        let mut shutdown = pin!(shutdown);
        // lines that wait for a place when the input has ended wait no longer than running calls run
        let mut over = pin!(async {
            let _ = ended.await;
            sleep(drain).await;
        });
        let mut place: Option<Place> = None;
        loop {
            let event = poll_fn(|task| {
                if shutdown.as_mut().poll(task).is_ready() {
                    return Poll::Ready(Event::End);
                }
                if let Poll::Ready(Some(result)) = self.results.poll_recv(task) {
                    return Poll::Ready(Event::Result(result));
                }
                if let Some(notice) = self.connection.poll_notice(task.waker()) {
                    return Poll::Ready(Event::Result(notice.into()));
                }
                if self.waiting.len() < MOST_WAITING
                    && let Poll::Ready(lines) = input.poll_recv(task)
                {
                    match lines {
                        Some(lines) => return Poll::Ready(Event::Lines(lines)),
                        None if self.waiting.is_empty() => return Poll::Ready(Event::End),
                        None => {}
                    }
                } else if self.waiting.is_empty() {
                    return Poll::Pending;
                }
                if over.as_mut().poll(task).is_ready() {
                    return Poll::Ready(Event::End);
                }
                let place = place.get_or_insert_with(|| Box::pin(self.calls().acquire_owned()));
                place
                    .as_mut()
                    .poll(task)
                    .map(|permit| permit.map_or(Event::End, Event::Place))
            });
            match event.await {
                Event::End => return,
                Event::Result(result) => self.push(&result),
                Event::Lines(lines) => {
                    self.queue(lines).await;
                    self.take_up(None).await;
                }
                Event::Place(permit) => {
                    place = None;
                    self.take_up(Some(permit)).await;
                }
            }
            if !unless(shutdown.as_mut(), self.flush())
                .await
                .unwrap_or_default()
            {
                return;
            }
            while self.tasks.try_join_next().is_some() {}
        }
    }

    fn calls(&self) -> Arc<Semaphore> {
        Arc::clone(&self.connection.dispatcher().calls)
    }

    /// Lets lines wait for their turn; what wants no answer doesn't wait for a place, so that a call can be
    /// cancelled when all places are taken.
    async fn queue(&mut self, lines: Vec<Line>) {
        let is_full = !self.waiting.is_empty() || self.calls().available_permits() == 0;
        let depth = self.connection.dispatcher().limits.depth;
        for line in lines {
            match line {
                Line::Whole(frame) if is_full && wants_nothing(&frame, depth) => {
                    self.connection.receive(frame, None).await;
                }
                line => self.waiting.push_back(line),
            }
        }
    }

    /// Takes up waiting lines in their order, as long as there are places, and room for answers.
    async fn take_up(&mut self, mut place: Option<OwnedSemaphorePermit>) {
        while !self.waiting.is_empty() && self.ready.len() < MOST_AT_ONCE {
            let Some(permit) = place
                .take()
                .or_else(|| self.calls().try_acquire_owned().ok())
            else {
                return;
            };
            match self.waiting.pop_front() {
                Some(Line::Whole(frame)) => self.frame(frame, permit).await,
                Some(Line::TooLong(head)) => self.too_long(&head),
                None => {}
            }
        }
    }

    /// Answers a frame at once where that is possible, and in a task of its own otherwise.
    async fn frame(&mut self, frame: Bytes, permit: OwnedSemaphorePermit) {
        let connection = Arc::clone(&self.connection);
        let mut answering: Answering =
            Box::pin(async move { connection.receive(frame, Some(permit)).await });
        match poll_fn(|task| Poll::Ready(answering.as_mut().poll(task))).await {
            Poll::Ready(answer) => {
                self.collect();
                if let Some(answer) = answer {
                    self.push_answer(answer);
                }
            }
            Poll::Pending => {
                self.tasks.spawn(finish(answering, self.outbox.clone()));
            }
        }
    }

    fn too_long(&mut self, head: &[u8]) {
        let limit = self.connection.dispatcher().limits.message;
        let id = match read(head, ferramenta_protocol::MAX_DEPTH) {
            Ok(Message::Request(request)) => request.id,
            Ok(Message::Response { .. }) => None,
            Err(refused) => refused.id,
        };
        let refusal =
            Refusal::invalid_request(format!("Invalid request: longer than {limit} bytes"));
        self.push(&refusal.answer(id).bytes);
    }

    /// Takes what calls have put into the outbox, so that their notifications come before their answers.
    fn collect(&mut self) {
        while let Ok(result) = self.results.try_recv() {
            self.push(&result);
        }
    }

    fn push(&mut self, line: &[u8]) {
        self.ready.extend_from_slice(line);
        self.ready.push(b'\n');
    }

    /// The same, without a copy where nothing else is ready.
    fn push_answer(&mut self, answer: Vec<u8>) {
        if self.ready.is_empty() {
            self.ready = answer;
            self.ready.push(b'\n');
        } else {
            self.push(&answer);
        }
    }

    /// Hands everything that is ready to the writer, in one piece; false when the output is closed.
    async fn flush(&mut self) -> bool {
        self.collect();
        if self.ready.is_empty() {
            return true;
        }
        self.output.take(&mut self.ready).await
    }

    /// Gives running calls their time to end, and writes their answers as far as they are read.
    async fn drain(&mut self) {
        let end = Instant::now() + self.connection.dispatcher().limits.drain;
        self.connection.end();
        // what isn't done when the time is over is dropped
        let _ = timeout_at(end, self.finish_calls()).await;
        self.connection.cancel_all();
        self.tasks.shutdown().await;
        let _ = timeout_at(end, self.flush()).await;
    }

    async fn finish_calls(&mut self) {
        while !self.tasks.is_empty() {
            let result = poll_fn(|task| {
                if let Poll::Ready(Some(result)) = self.results.poll_recv(task) {
                    return Poll::Ready(Some(result));
                }
                self.tasks.poll_join_next(task).map(|_| None)
            });
            if let Some(result) = result.await {
                self.push(&result);
            }
            if !self.flush().await {
                return;
            }
        }
    }
}

/// A notification, or an answer of the client's, for which calls may wait that have all the places.
fn wants_nothing(frame: &[u8], depth: usize) -> bool {
    match read(frame, depth) {
        Ok(Message::Request(request)) => request.id.is_none(),
        Ok(Message::Response { .. }) => true,
        Err(_) => false,
    }
}

/// What `work` gives, unless `stop` is done first.
async fn unless<T>(mut stop: Pin<&mut impl Future>, work: impl Future<Output = T>) -> Option<T> {
    let mut work = pin!(work);
    poll_fn(|task| match stop.as_mut().poll(task) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(task).map(Some),
    })
    .await
}

enum Event {
    Lines(Vec<Line>),
    Place(OwnedSemaphorePermit),
    Result(Bytes),
    End,
}

async fn finish(answering: Answering, outbox: mpsc::Sender<Bytes>) {
    if let Some(answer) = answering.await {
        // closed only when nobody reads the output any more
        let _ = outbox.send(answer.into()).await;
    }
}

/// Reads on a thread of its own, which hands over all lines of a stretch at once. It stops reading
/// while nobody takes them.
fn start_reader(
    mut input: impl Read + Send + 'static,
    limit: usize,
) -> io::Result<(mpsc::Receiver<Vec<Line>>, oneshot::Receiver<()>)> {
    let (sender, receiver) = mpsc::channel(STRETCHES);
    let (done, ended) = oneshot::channel();
    thread::Builder::new()
        .name("ferramenta-stdin".into())
        .spawn(move || {
            let mut lines = Lines::new(limit);
            loop {
                let ended = match lines.fill(|room| input.read(room)) {
                    Ok(count) => count == 0,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Err(_) => true,
                };
                let mut stretch: Vec<Line> = std::iter::from_fn(|| lines.next()).collect();
                if ended {
                    stretch.extend(lines.last());
                }
                let unread = !stretch.is_empty() && sender.blocking_send(stretch).is_err();
                if ended || unread {
                    break;
                }
            }
            drop(done);
        })?;
    Ok((receiver, ended))
}
