use std::borrow::Cow;

use crate::{
    ErrorCode, Id, Meta, json,
    meta::{ReadFault, fill},
    salvage::salvage,
    scan::{Fault, Scanner},
};

/// One JSON-RPC message, its parts borrowed from the bytes it came in.
#[derive(Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "requests are what is read, and a box would cost each of them"
)]
pub enum Message<'a> {
    /// A request, or a notification where `id` is absent.
    Request(Request<'a>),
    /// An answer to a request of the server's.
    Response {
        /// The id of the request it answers.
        id: Id<'a>,
        /// `result`, as raw JSON.
        result: Option<&'a str>,
        /// `error`, as raw JSON.
        error: Option<&'a str>,
    },
}

/// A request or notification.
#[derive(Debug)]
pub struct Request<'a> {
    /// `None` for a notification.
    pub id: Option<Id<'a>>,
    /// The method's name.
    pub method: Cow<'a, str>,
    /// The parameters, still raw.
    pub params: Params<'a>,
}

/// What kind of value `params` is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// There is no such member.
    #[default]
    Absent,
    /// An object, as it should be.
    Object,
    /// Anything else.
    Other,
}

/// The parameters of a request: the members that the protocol gives a meaning, as raw JSON.
#[derive(Clone, Copy, Debug, Default)]
pub struct Params<'a> {
    /// What kind of value they are.
    pub shape: Shape,
    /// The whole value.
    pub raw: Option<&'a str>,
    /// `name` of a tool or prompt.
    pub name: Option<&'a str>,
    /// `uri` of a resource.
    pub uri: Option<&'a str>,
    /// `arguments` of a tool or prompt.
    pub arguments: Option<&'a str>,
    /// `cursor` of a list.
    pub cursor: Option<&'a str>,
    /// `protocolVersion` of `initialize`.
    pub protocol_version: Option<&'a str>,
    /// `capabilities` of `initialize`.
    pub capabilities: Option<&'a str>,
    /// `clientInfo` of `initialize`.
    pub client_info: Option<&'a str>,
    /// `requestId` of a cancellation.
    pub request_id: Option<&'a str>,
    /// `notifications` of a subscription.
    pub notifications: Option<&'a str>,
    /// `level` of `logging/setLevel`.
    pub level: Option<&'a str>,
    /// `ref` of a completion.
    pub reference: Option<&'a str>,
    /// `argument` of a completion.
    pub argument: Option<&'a str>,
    /// `context` of a completion.
    pub context: Option<&'a str>,
    /// `_meta`.
    pub meta: Meta<'a>,
}

/// Bytes that are no message, and what can be answered to them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused<'a> {
    /// The id, where one could be read in spite of the fault.
    pub id: Option<Id<'a>>,
    /// [`ErrorCode::ParseError`] or [`ErrorCode::InvalidRequest`].
    pub code: ErrorCode,
    /// What was wrong, in one sentence.
    pub message: Cow<'static, str>,
    /// It has a method and no id: whoever sent it doesn't wait for an answer.
    pub notification: bool,
}

impl Refused<'_> {
    pub(crate) fn invalid_request(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            id: None,
            code: ErrorCode::InvalidRequest,
            message: message.into(),
            notification: false,
        }
    }

    fn parse_error(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code: ErrorCode::ParseError,
            ..Self::invalid_request(message)
        }
    }
}

/// Reads one message in one pass.
///
/// The whole text is checked to be JSON, no deeper than `max_depth` (at most
/// [`MAX_DEPTH`](crate::MAX_DEPTH)), but only the members that the protocol gives a meaning are kept,
/// as slices. A refusal still carries the id where one can be found.
pub fn read(bytes: &[u8], max_depth: usize) -> Result<Message<'_>, Refused<'_>> {
    let fault = match std::str::from_utf8(bytes) {
        Err(_) => Refused::parse_error("Parse error: the message is not UTF-8"),
        Ok(text) => match read_text(text, max_depth) {
            Ok(message) => return Ok(message),
            Err(ReadFault::Refused(refused)) => refused,
            Err(ReadFault::Scan(Fault::TooDeep)) => Refused::invalid_request(format!(
                "Invalid request: nested deeper than {max_depth} levels"
            )),
            Err(ReadFault::Scan(Fault::Syntax(at))) => {
                Refused::parse_error(format!("Parse error: not JSON at byte {at}"))
            }
        },
    };
    let found = salvage(bytes);
    Err(Refused {
        id: found.id.filter(|_| !found.ambiguous_id),
        notification: found.has_method && !found.has_id,
        ..fault
    })
}

fn read_text(text: &str, max_depth: usize) -> Result<Message<'_>, ReadFault> {
    let mut scanner = Scanner::new(text, max_depth);
    if !scanner.at_object() {
        return Err(not_an_object(scanner));
    }
    let mut parts = Parts::default();
    let mut object = scanner.object()?;
    while let Some(name) = object.next_key(&mut scanner)? {
        parts.member(&name, &mut scanner)?;
    }
    if !scanner.at_end() {
        return Err(trailing(scanner));
    }
    parts.message()
}

fn not_an_object(mut scanner: Scanner<'_>) -> ReadFault {
    match scanner.skip() {
        Err(fault) => fault.into(),
        Ok(_) if !scanner.at_end() => trailing(scanner),
        Ok(_) => refuse("Invalid request: a message is a JSON object"),
    }
}

fn trailing(mut scanner: Scanner<'_>) -> ReadFault {
    match scanner.skip() {
        Err(fault) => fault.into(),
        Ok(_) => refuse("Invalid request: more than one value in one message"),
    }
}

fn refuse(message: impl Into<Cow<'static, str>>) -> ReadFault {
    ReadFault::Refused(Refused::invalid_request(message))
}

/// The members of a message, as far as they were read.
#[derive(Default)]
struct Parts<'a> {
    jsonrpc: Option<&'a str>,
    id: Option<&'a str>,
    method: Option<&'a str>,
    params: Option<Params<'a>>,
    result: Option<&'a str>,
    error: Option<&'a str>,
}

impl<'a> Parts<'a> {
    fn member(&mut self, name: &str, scanner: &mut Scanner<'a>) -> Result<(), ReadFault> {
        match name {
            "jsonrpc" => fill(&mut self.jsonrpc, scanner.skip()?, name),
            "id" => fill(&mut self.id, scanner.skip()?, name),
            "method" => fill(&mut self.method, scanner.skip()?, name),
            "params" => match self.params.replace(Params::read(scanner)?) {
                None => Ok(()),
                Some(_) => Err(refuse("Invalid request: `params` appears twice")),
            },
            "result" => fill(&mut self.result, scanner.skip()?, name),
            "error" => fill(&mut self.error, scanner.skip()?, name),
            _ => {
                scanner.skip()?;
                Ok(())
            }
        }
    }

    fn message(self) -> Result<Message<'a>, ReadFault> {
        if self.jsonrpc != Some("\"2.0\"") {
            return Err(refuse("Invalid request: `jsonrpc` has to be \"2.0\""));
        }
        let id = match self.id {
            None => None,
            Some(token) => Some(Id::from_token(token).ok_or_else(|| {
                refuse(
                    "Invalid request: `id` has to be an integer or a string of at most 256 bytes",
                )
            })?),
        };
        match (self.method, id) {
            (Some(token), id) => {
                let method = json::string(token)
                    .ok_or_else(|| refuse("Invalid request: `method` has to be a string"))?;
                let params = self.params.unwrap_or_default();
                Ok(Message::Request(Request { id, method, params }))
            }
            (None, Some(id)) if self.result.is_some() || self.error.is_some() => {
                let Self { result, error, .. } = self;
                Ok(Message::Response { id, result, error })
            }
            (None, _) => Err(refuse("Invalid request: `method` is missing")),
        }
    }
}

impl<'a> Params<'a> {
    fn read(scanner: &mut Scanner<'a>) -> Result<Self, ReadFault> {
        let mut params = Self::default();
        if !scanner.at_object() {
            params.shape = Shape::Other;
            params.raw = Some(scanner.skip()?);
            return Ok(params);
        }
        params.shape = Shape::Object;
        let start = scanner.position();
        let mut object = scanner.object()?;
        while let Some(name) = object.next_key(scanner)? {
            params.member(&name, scanner)?;
        }
        params.raw = Some(scanner.since(start));
        Ok(params)
    }

    fn member(&mut self, name: &str, scanner: &mut Scanner<'a>) -> Result<(), ReadFault> {
        let slot = match name {
            "name" => &mut self.name,
            "uri" => &mut self.uri,
            "arguments" => &mut self.arguments,
            "cursor" => &mut self.cursor,
            "protocolVersion" => &mut self.protocol_version,
            "capabilities" => &mut self.capabilities,
            "clientInfo" => &mut self.client_info,
            "requestId" => &mut self.request_id,
            "notifications" => &mut self.notifications,
            "level" => &mut self.level,
            "ref" => &mut self.reference,
            "argument" => &mut self.argument,
            "context" => &mut self.context,
            "_meta" if self.meta.raw.is_some() => {
                return Err(refuse("Invalid request: `_meta` appears twice"));
            }
            "_meta" => {
                self.meta = Meta::read(scanner)?;
                return Ok(());
            }
            _ => {
                scanner.skip()?;
                return Ok(());
            }
        };
        fill(slot, scanner.skip()?, name)
    }
}

/// Splits a batch into its messages; `None` when the bytes are no JSON array.
///
/// The elements are checked to be JSON, but not to be messages.
pub fn split_batch(bytes: &[u8], max_depth: usize) -> Option<Vec<&[u8]>> {
    let mut scanner = Scanner::new(
        std::str::from_utf8(bytes).ok()?,
        max_depth.saturating_add(1),
    );
    let mut array = scanner.array().ok()?;
    let mut elements = Vec::new();
    while array.next_item(&mut scanner).ok()? {
        elements.push(scanner.skip().ok()?.as_bytes());
    }
    scanner.at_end().then_some(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(text: &str) -> Request<'_> {
        match read(text.as_bytes(), 64) {
            Ok(Message::Request(request)) => request,
            other => panic!("{text}: {other:?}"),
        }
    }

    fn refused(text: &str) -> (ErrorCode, Option<&str>) {
        let refused = read(text.as_bytes(), 64).expect_err(text);
        (refused.code, refused.id.map(Id::token))
    }

    #[test]
    fn a_call_is_read_without_decoding_its_arguments() {
        let call = request(
            r#"{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"_meta":{"progressToken":7,
            "io.modelcontextprotocol/protocolVersion":"2026-07-28"},"name":"echo","arguments":{"x":[1]}}}"#,
        );
        assert_eq!(call.id.map(Id::token), Some("\"a\""));
        assert_eq!(call.method, "tools/call");
        assert_eq!(call.params.name, Some("\"echo\""));
        assert_eq!(call.params.arguments, Some(r#"{"x":[1]}"#));
        assert_eq!(call.params.meta.progress_token, Some("7"));
        assert_eq!(call.params.meta.protocol_version, Some("\"2026-07-28\""));
    }

    #[test]
    fn raw_members_begin_and_end_where_their_values_do() {
        let call = request(
            r#"{"jsonrpc":"2.0","id": 1 ,"method": "x" ,"params": {"_meta": {"progressToken": 7 } ,"name": "a" } }"#,
        );
        assert_eq!(call.id.map(Id::token), Some("1"));
        assert_eq!(call.params.name, Some(r#""a""#));
        assert_eq!(call.params.meta.raw, Some(r#"{"progressToken": 7 }"#));
        assert_eq!(call.params.meta.progress_token, Some("7"));
        let whole = r#"{"_meta": {"progressToken": 7 } ,"name": "a" }"#;
        assert_eq!(call.params.raw, Some(whole));
    }

    #[test]
    fn keys_are_compared_after_their_escapes() {
        let ping = request(r#"{"jsonrpc":"2.0","\u0069d":1,"metho\u0064":"ping"}"#);
        assert_eq!(ping.id.map(Id::token), Some("1"));
        assert_eq!(ping.params.shape, Shape::Absent);
    }

    #[test]
    fn refusals_keep_the_id_where_there_is_one() {
        use ErrorCode::{InvalidRequest, ParseError};
        let deep = format!(
            r#"{{"jsonrpc":"2.0","method":"x","params":{}1{},"id":9}}"#,
            "[".repeat(200),
            "]".repeat(200)
        );
        for (text, code, id) in [
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":tru}}"#,
                ParseError,
                Some("1"),
            ),
            (
                r#"{"jsonrpc":"2.0","method":"x","params":{"a":tru},"id":1}"#,
                ParseError,
                Some("1"),
            ),
            (deep.as_str(), InvalidRequest, Some("9")),
            (
                r#"{"jsonrpc":"1.0","id":1,"method":"x"}"#,
                InvalidRequest,
                Some("1"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}"#,
                InvalidRequest,
                None,
            ),
            (
                r#"{"jsonrpc":"2.0","id":1,"method":"x","method":"y"}"#,
                InvalidRequest,
                Some("1"),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.0,"method":"x"}"#,
                InvalidRequest,
                None,
            ),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"x"}"#,
                InvalidRequest,
                None,
            ),
            (
                r#"{"jsonrpc":"2.0","id":3,"method":7}"#,
                InvalidRequest,
                Some("3"),
            ),
            (r#"{"jsonrpc":"2.0","id":3}"#, InvalidRequest, Some("3")),
            (
                r#"{"jsonrpc":"2.0","id":3,"method":"x"} {}"#,
                InvalidRequest,
                Some("3"),
            ),
            ("[1]", InvalidRequest, None),
            ("garbage", ParseError, None),
            ("", ParseError, None),
        ] {
            assert_eq!(refused(text), (code, id), "{text}");
        }
    }

    #[test]
    fn a_response_keeps_what_it_says() {
        let text = r#"{"jsonrpc":"2.0","id":"a","result":{"x":[1]}}"#;
        let Ok(Message::Response { id, result, error }) = read(text.as_bytes(), 64) else {
            panic!("a response");
        };
        assert_eq!(
            (id.token(), result, error),
            ("\"a\"", Some(r#"{"x":[1]}"#), None)
        );
    }

    #[test]
    fn batches_split_into_raw_elements() {
        let parts = split_batch(b" [ {\"a\":[1]} , 2 ] ", 64).expect("an array");
        assert_eq!(parts, [b"{\"a\":[1]}".as_slice(), b"2"]);
        assert_eq!(split_batch(b"[]", 64), Some(vec![]));
        assert_eq!(split_batch(b"[1,]", 64), None);
        assert_eq!(split_batch(b"{}", 64), None);
    }
}
