//! The envelope of a message, beside a strict reference: the same messages are taken, with the same members; a refusal
//! answers the id that stands in the message and no other.

use ferramenta_protocol::{ErrorCode, Message, Params, Refused, Shape, read};

use crate::reference::{Members, depth, is_id, string, value};

const DEPTH: usize = 64;

/// Reads one message both ways.
pub fn check(input: &[u8]) {
    let expected = Expected::of(input);
    match (read(input, DEPTH), &expected) {
        (Ok(Message::Request(request)), Expected::Request { id, method, params }) => {
            assert_eq!(request.id.map(|id| id.token()), *id, "the id");
            assert_eq!(request.method, *method, "the method");
            same_params(&request.params, *params);
        }
        (Ok(Message::Response { id, result, error }), Expected::Response(members)) => {
            assert_eq!(Some(id.token()), members.one("id"), "the id");
            assert_eq!(result, members.one("result"), "the result");
            assert_eq!(error, members.one("error"), "the error");
        }
        (Err(refused), Expected::Refused) => is_well_refused(input, &refused),
        (read, expected) => panic!("read {read:?} where the reference has {expected:?}"),
    }
}

#[derive(Debug)]
enum Expected<'a> {
    Request {
        id: Option<&'a str>,
        method: String,
        params: Option<&'a str>,
    },
    Response(Members<'a>),
    Refused,
}

impl<'a> Expected<'a> {
    fn of(input: &'a [u8]) -> Self {
        Self::read(input).unwrap_or(Self::Refused)
    }

    fn read(input: &'a [u8]) -> Option<Self> {
        let text = std::str::from_utf8(input).ok()?;
        let members = Members::of(text)?;
        if depth(text) > DEPTH || members.one("jsonrpc") != Some("\"2.0\"") {
            return None;
        }
        let known = ["id", "method", "params", "result", "error"];
        if known.iter().any(|name| members.doubles(name)) {
            return None;
        }
        let id = members.one("id");
        if id.is_some_and(|id| !is_id(id)) {
            return None;
        }
        let params = members.one("params");
        if params.is_some_and(|params| !are_params(params)) {
            return None;
        }
        match members.one("method") {
            Some(method) => Some(Self::Request {
                id,
                method: string(method)?,
                params,
            }),
            None => {
                let answers = members.one("result").or(members.one("error")).is_some();
                (id.is_some() && answers).then_some(Self::Response(members))
            }
        }
    }
}

const META: [&str; 5] = [
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/logLevel",
    "progressToken",
];

/// Whether nothing that has a meaning stands there twice, and every key is a text.
fn are_params(params: &str) -> bool {
    if !params.starts_with('{') {
        return true;
    }
    let Some(members) = Members::of(params) else {
        return false;
    };
    let doubled = named(&Params::default())
        .into_iter()
        .any(|(name, _)| members.doubles(name));
    if doubled || members.doubles("_meta") {
        return false;
    }
    match members.one("_meta").filter(|meta| meta.starts_with('{')) {
        None => true,
        Some(meta) => {
            Members::of(meta).is_some_and(|meta| !META.iter().any(|name| meta.doubles(name)))
        }
    }
}

fn same_params(found: &Params<'_>, expected: Option<&str>) {
    let shape = match expected {
        None => Shape::Absent,
        Some(params) if params.starts_with('{') => Shape::Object,
        Some(_) => Shape::Other,
    };
    assert_eq!(found.shape, shape, "the shape of `params`");
    assert_eq!(found.raw, expected, "`params`");
    let members = expected.and_then(Members::of);
    let member = |name| members.as_ref().and_then(|members| members.one(name));
    for (name, value) in named(found) {
        assert_eq!(value, member(name), "`{name}` of `params`");
    }
    assert_eq!(found.meta.raw, member("_meta"), "`_meta`");
    let meta = member("_meta").and_then(Members::of);
    let values = [
        found.meta.protocol_version,
        found.meta.client_capabilities,
        found.meta.client_info,
        found.meta.log_level,
        found.meta.progress_token,
    ];
    for (name, value) in META.into_iter().zip(values) {
        let expected = meta.as_ref().and_then(|meta| meta.one(name));
        assert_eq!(value, expected, "`{name}` of `_meta`");
    }
}

fn named<'a>(params: &Params<'a>) -> [(&'static str, Option<&'a str>); 13] {
    [
        ("name", params.name),
        ("uri", params.uri),
        ("arguments", params.arguments),
        ("cursor", params.cursor),
        ("protocolVersion", params.protocol_version),
        ("capabilities", params.capabilities),
        ("clientInfo", params.client_info),
        ("requestId", params.request_id),
        ("notifications", params.notifications),
        ("level", params.level),
        ("ref", params.reference),
        ("argument", params.argument),
        ("context", params.context),
    ]
}

fn is_well_refused(input: &[u8], refused: &Refused<'_>) {
    let text = std::str::from_utf8(input).ok();
    let json = text.and_then(value);
    // a text may be too deep before it stops being JSON
    if json.is_some() {
        let half = refused.message.starts_with("Parse error: not JSON");
        let is_text = json
            .and_then(Members::of)
            .is_some_and(|members| all_texts(&members));
        assert!(!(half && is_text), "JSON was refused as none: {refused:?}");
    } else if text.is_none() {
        assert_eq!(refused.code, ErrorCode::ParseError, "no UTF-8");
    }
    if let Some(id) = refused.id {
        assert!(
            is_id(id.token()) && value(id.token()).is_some(),
            "no id: {id}"
        );
    }
    if let Some(members) = json.and_then(Members::of) {
        let mut ids = members.all("id");
        let expected = members.one("id").filter(|id| is_id(id));
        assert_eq!(
            refused.id.map(|id| id.token()),
            expected,
            "the id of a refusal"
        );
        let notification = ids.next().is_none() && members.all("method").next().is_some();
        assert_eq!(
            refused.notification, notification,
            "whether an answer is waited for"
        );
    }
}

/// Whether all keys that the envelope looks at are texts.
fn all_texts(members: &Members<'_>) -> bool {
    let params = members
        .all("params")
        .filter(|params| params.starts_with('{'));
    params.map(Members::of).all(|params| {
        params.is_some_and(|params| {
            let metas = params.all("_meta").filter(|meta| meta.starts_with('{'));
            metas.map(Members::of).all(|meta| meta.is_some())
        })
    })
}

/// What has to come of a message.
#[derive(Debug)]
pub enum Kind<'a> {
    /// An answer under this id.
    Request {
        /// The id's token.
        id: &'a str,
        /// The method.
        method: String,
    },
    /// Nothing: it is a notification, or an answer.
    Silent,
    /// An error, or nothing where nobody waits for one: it is no message.
    Refused,
}

/// The kind of a message, as the reference reads it.
pub fn kind(input: &[u8]) -> Kind<'_> {
    match Expected::of(input) {
        Expected::Request {
            id: Some(id),
            method,
            ..
        } => Kind::Request { id, method },
        Expected::Request { id: None, .. } | Expected::Response(_) => Kind::Silent,
        Expected::Refused => Kind::Refused,
    }
}
