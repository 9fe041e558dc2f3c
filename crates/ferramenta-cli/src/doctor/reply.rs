//! What an endpoint sends back, and what it means where it is no answer of the protocol.

use reqwest::{
    RequestBuilder, StatusCode, Url,
    header::{HeaderMap, LOCATION, WWW_AUTHENTICATE},
};
use serde_json::Value;

use super::{
    finding::Finding,
    messages::{Said, answer, is_message},
    process::shortened,
};

pub(super) const EVENTS: &str = "text/event-stream";
/// Longest body that is read, in bytes.
const MAX_BODY: usize = 16 << 20;

/// What came back.
pub(super) struct Reply {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    body: String,
}

impl Reply {
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }

    fn is(&self, kind: &str) -> bool {
        self.header("content-type")
            .is_some_and(|given| given.starts_with(kind))
    }

    /// The answer to a request, where it has one.
    pub(super) fn answer(&self, request: &Value) -> Option<Said> {
        if matches!(self.status.as_u16(), 401 | 403 | 421 | 429 | 500..) {
            // whatever words come with it
            return None;
        }
        let messages = self.messages();
        let mut answers = messages
            .iter()
            .filter_map(|message| answer(message, request));
        answers.next().or_else(|| {
            // an error may have no id, for nobody knew it
            let mut messages = messages.iter().filter(|message| is_message(message));
            messages
                .find_map(|message| message.get("error").cloned())
                .map(Said::Error)
        })
    }

    /// What is JSON in it: the body, or the data of its events.
    fn messages(&self) -> Vec<Value> {
        if !self.is(EVENTS) {
            return serde_json::from_str(&self.body).into_iter().collect();
        }
        let data = self
            .body
            .lines()
            .filter_map(|line| line.strip_prefix("data:"));
        data.filter_map(|data| serde_json::from_str(data.trim()).ok())
            .collect()
    }

    pub(super) fn said(&self) -> String {
        match shortened(self.body.trim()).as_str() {
            "" => String::new(),
            text => format!(", with `{text}`"),
        }
    }

    /// What a status means, where it is no answer of the protocol.
    pub(super) fn finding(&self, url: &Url) -> Finding {
        let (status, said) = (self.status.as_u16(), self.said());
        let host = url.host_str().unwrap_or_default();
        match status {
            200..=299 if self.is("text/html") => Finding::new(
                "html",
                "a page for people comes back, and no message",
                "give the URL of the endpoint, not of the site; a proxy may want a login before it",
            ),
            200..=299 => Finding::new(
                "no-message",
                format!("the answer ({status}) has no message{said}"),
                "look whether the URL is that of the server, and what is between",
            ),
            300..=399 => Finding::new(
                "redirect",
                format!(
                    "it sends elsewhere: {status} to {}",
                    self.header(LOCATION.as_str()).unwrap_or("nowhere")
                ),
                "give the URL that it leads to; clients don't follow, for that would hand their token on",
            ),
            401 => Finding::new(
                "unauthorized",
                format!(
                    "it wants a token: {}",
                    self.header(WWW_AUTHENTICATE.as_str()).unwrap_or("401")
                ),
                "log in where the client can (OAuth), or give the token (here with --bearer)",
            ),
            406 | 415 => Finding::new(
                "media-type",
                format!("it refuses the media types of the request: {status}{said}"),
                "let the proxy pass `Accept: application/json, text/event-stream` and `Content-Type: application/json` as they are",
            ),
            413 => Finding::new(
                "too-large",
                format!("a small message is too large: 413{said}"),
                "raise the limit of the proxy",
            ),
            421 => Finding::new(
                "host",
                format!("it doesn't know itself as {host}: 421{said}"),
                format!(
                    "allow the name at the server (`--host {host}` of one made with Ferramenta), or let the proxy pass the name it knows"
                ),
            ),
            429 => Finding::new(
                "busy",
                format!("it has too much to do: 429{said}"),
                "try again later, or raise its limit",
            ),
            502..=504 => Finding::new(
                "proxy",
                format!("a proxy answers, and the server behind it doesn't: {status}"),
                "start the server, and let the proxy find it",
            ),
            _ => Finding::new(
                "status",
                format!("it answers {status}{said}"),
                "look into the server's log",
            ),
        }
    }
}

/// Sends a request, and reads what comes until it has a whole message.
pub(super) async fn exchange(request: RequestBuilder) -> Result<Reply, reqwest::Error> {
    let mut response = request.send().await?;
    let (status, headers) = (response.status(), response.headers().clone());
    let mut reply = Reply {
        status,
        headers,
        body: String::new(),
    };
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        reply.body = String::from_utf8_lossy(&bytes).into_owned();
        // the stream may stay open after the answer
        let has_answer = reply.is(EVENTS)
            && reply
                .messages()
                .iter()
                .any(|message| message.get("id").is_some());
        if has_answer || bytes.len() > MAX_BODY {
            break;
        }
    }
    Ok(reply)
}
