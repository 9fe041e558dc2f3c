//! What decides how a request is taken, before its body is read.

use http::{
    HeaderMap, HeaderName,
    header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HOST, ORIGIN},
};

use super::{
    agreement::{METHOD, PROTOCOL_VERSION, named_version},
    header::{Field, fields},
};

static NAMES: [HeaderName; 7] = [
    HOST,
    ORIGIN,
    CONTENT_TYPE,
    CONTENT_ENCODING,
    ACCEPT,
    PROTOCOL_VERSION,
    METHOD,
];

/// The headers that each request is looked at for.
#[derive(Clone, Copy)]
pub(super) struct Front<'a> {
    pub(super) host: Field<'a>,
    pub(super) origin: Field<'a>,
    pub(super) content_type: Field<'a>,
    pub(super) content_encoding: Field<'a>,
    pub(super) accept: Field<'a>,
    version: Field<'a>,
    method: Field<'a>,
}

impl<'a> Front<'a> {
    pub(super) fn read(headers: &'a HeaderMap) -> Self {
        let [
            host,
            origin,
            content_type,
            content_encoding,
            accept,
            version,
            method,
        ] = fields(headers, &NAMES);
        Self {
            host,
            origin,
            content_type,
            content_encoding,
            accept,
            version,
            method,
        }
    }

    /// What the head says of the message.
    pub(super) fn said(&self) -> Said {
        Said {
            modern: named_version(self.version).is_ok_and(|version| version.is_modern()),
            listens: self.method.is("subscriptions/listen"),
        }
    }
}

/// What a head says of its message, true or not.
#[derive(Clone, Copy)]
pub(super) struct Said {
    /// The modern era is spoken.
    pub(super) modern: bool,
    /// The request is going to last for as long as its client listens.
    pub(super) listens: bool,
}
