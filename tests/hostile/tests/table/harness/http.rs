use std::{
    io::{BufReader, Write},
    net::{Shutdown, SocketAddr, TcpStream},
    process::{ExitStatus, Stdio},
    sync::mpsc::Receiver,
};

use serde_json::Value;

use super::{
    child::{PATIENCE, Signal, Victim, assert_only_tools_panic},
    counts::Counts,
    era::Era,
    request::Request,
    response::Response,
};

/// A victim that listens on loopback.
pub(crate) struct Host {
    victim: Victim,
    address: SocketAddr,
    /// What it writes on standard error.
    errors: Receiver<String>,
}

/// A connection to a victim.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
}

impl Host {
    pub(crate) fn start() -> Self {
        Self::start_with(&[])
    }

    /// The same, with variables of the environment.
    pub(crate) fn start_with(environment: &[(&str, &str)]) -> Self {
        let mut victim = Victim::start(
            &["http", "--listen", "127.0.0.1:0"],
            Stdio::null(),
            environment,
        );
        let errors = victim.errors();
        let announced = |line: String| {
            let (_, url) = line.split_once("http://")?;
            url.split('/').next()?.parse().ok()
        };
        let address = loop {
            let line = errors
                .recv_timeout(PATIENCE)
                .expect("the victim says where it listens");
            if let Some(address) = announced(line) {
                break address;
            }
        };
        Self {
            victim,
            address,
            errors,
        }
    }

    pub(crate) fn connect(&self) -> Client {
        let stream = TcpStream::connect(self.address).expect("the victim listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream.set_write_timeout(Some(PATIENCE)).expect("a time");
        Client {
            stream: BufReader::new(stream),
        }
    }

    /// Asks on a new connection what handlers did so far.
    #[track_caller]
    pub(crate) fn counts(&self, era: Era) -> Counts {
        self.ask(era, "count", "{}")
    }

    /// Waits until handlers did so much.
    #[track_caller]
    pub(crate) fn reach(&self, era: Era, counts: Counts) -> Counts {
        self.ask(era, "reach", &counts.arguments())
    }

    #[track_caller]
    fn ask(&self, era: Era, tool: &str, arguments: &str) -> Counts {
        let response = self
            .connect()
            .exchange(Request::call(era, tool, arguments).bytes());
        assert_eq!(response.status, 200, "{response:?}");
        let value: Value =
            serde_json::from_slice(&response.messages()[0]).expect("an answer is JSON");
        Counts::read(
            value["result"]["content"][0]["text"]
                .as_str()
                .unwrap_or_default(),
        )
    }

    /// Waits for a line on standard error that holds this text.
    #[track_caller]
    pub(crate) fn hear(&self, text: &str) {
        while !self
            .errors
            .recv_timeout(PATIENCE)
            .expect("the victim says so")
            .contains(text)
        {}
    }

    pub(crate) fn signal(&self, signal: Signal) {
        self.victim.signal(signal);
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.victim.is_alive()
    }

    pub(crate) fn ended(&mut self) -> ExitStatus {
        self.victim.wait()
    }

    /// Tells the victim to stop, which it does.
    #[track_caller]
    pub(crate) fn stop(mut self) {
        self.signal(Signal::TERM);
        let status = self.ended();
        assert_eq!(status.code(), Some(0), "{status}");
        assert_only_tools_panic(self.errors.iter());
    }
}

impl Client {
    /// Sends bytes. A server that answers before it has read everything may cut the rest off.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        let _ = self.stream.get_mut().write_all(bytes);
    }

    /// The whole response; `None` when the connection ends without one.
    pub(crate) fn response(&mut self) -> Option<Response> {
        Response::read(&mut self.stream)
    }

    /// The response without its body, and where to read that.
    pub(crate) fn begun(&mut self) -> Option<Response> {
        Response::read_head(&mut self.stream)
    }

    pub(crate) fn chunk(&mut self) -> Option<Vec<u8>> {
        Response::read_chunk(&mut self.stream)
    }

    #[track_caller]
    pub(crate) fn exchange(&mut self, bytes: impl AsRef<[u8]>) -> Response {
        self.send(bytes.as_ref());
        self.response().expect("a response")
    }

    /// Sends no more, but goes on reading.
    pub(crate) fn close_sending(&mut self) {
        let _ = self.stream.get_mut().shutdown(Shutdown::Write);
    }
}
