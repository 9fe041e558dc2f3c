//! A request, borrowed from the bytes it arrived in.

use std::borrow::Cow;

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::order::Order;

/// The JSON-RPC envelope; the parameters stay raw until the envelope is known to be right.
#[derive(Deserialize)]
pub(crate) struct Request<'a> {
    #[serde(borrow)]
    pub(crate) jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) method: Cow<'a, str>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

/// The parameters of every method served, with the arguments of every tool, in one pass.
#[derive(Default, Deserialize)]
pub(crate) struct Params<'a> {
    #[serde(borrow)]
    name: Option<Text<'a>>,
    #[serde(borrow)]
    pub(crate) arguments: Option<Arguments<'a>>,
    #[serde(borrow, rename = "_meta")]
    meta: Option<Meta<'a>>,
}

/// What a tool is called with; each tool takes some of the members.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments<'a> {
    #[serde(borrow)]
    pub(crate) message: Option<Text<'a>>,
    pub(crate) values: Option<Vec<f64>>,
    #[serde(borrow)]
    pub(crate) order: Option<Order<'a>>,
    #[serde(borrow)]
    pub(crate) key: Option<Text<'a>>,
    pub(crate) limit: Option<i64>,
    pub(crate) verbose: Option<bool>,
}

/// What a request says about its client.
#[derive(Deserialize)]
struct Meta<'a> {
    #[serde(borrow, rename = "io.modelcontextprotocol/protocolVersion")]
    version: Option<Text<'a>>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Option<IgnoredAny>,
}

/// A string that borrows also inside an `Option`, which a plain `Cow` does not.
#[derive(Deserialize)]
#[serde(transparent)]
pub(crate) struct Text<'a>(#[serde(borrow)] pub(crate) Cow<'a, str>);

/// What `summarize` returns.
#[derive(Serialize)]
pub(crate) struct Summary {
    pub(crate) count: usize,
    pub(crate) total: f64,
}

impl<'a> Request<'a> {
    /// Whether version and id are what JSON-RPC and the protocol allow: the id is a string or an integer.
    pub(crate) fn is_valid(&self) -> bool {
        let id_is_valid = self.id.is_none_or(|id| match id.get().as_bytes() {
            [b'"', ..] => true,
            [b'-' | b'0'..=b'9', rest @ ..] => rest.iter().all(u8::is_ascii_digit),
            _ => false,
        });
        id_is_valid && self.jsonrpc == "2.0"
    }

    pub(crate) fn params(&self) -> serde_json::Result<Params<'a>> {
        self.params.map_or_else(
            || Ok(Params::default()),
            |raw| serde_json::from_str(raw.get()),
        )
    }
}

impl Params<'_> {
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_ref().map(|name| name.0.as_ref())
    }

    pub(crate) fn version(&self) -> Option<&str> {
        self.meta
            .as_ref()?
            .version
            .as_ref()
            .map(|version| version.0.as_ref())
    }

    pub(crate) fn has_capabilities(&self) -> bool {
        self.meta
            .as_ref()
            .is_some_and(|meta| meta.capabilities.is_some())
    }
}
