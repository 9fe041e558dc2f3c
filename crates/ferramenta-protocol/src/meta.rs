use crate::{
    envelope::Refused,
    scan::{Fault, Scanner},
};

/// The keys of `_meta` that the protocol reserves.
pub mod key {
    /// The version a request speaks.
    pub const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
    /// What the client can do, for this request.
    pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
    /// Who the client says it is.
    pub const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
    /// The least severe log message the client wants for this request.
    pub const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
    /// Who the server says it is.
    pub const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";
    /// The request that a subscription was opened with.
    pub const SUBSCRIPTION_ID: &str = "io.modelcontextprotocol/subscriptionId";
    /// The token that progress notifications repeat.
    pub const PROGRESS_TOKEN: &str = "progressToken";
}

/// The members of a request's `_meta` that the protocol gives a meaning, as raw JSON.
#[derive(Clone, Copy, Debug, Default)]
pub struct Meta<'a> {
    /// The whole object.
    pub raw: Option<&'a str>,
    /// [`key::PROTOCOL_VERSION`].
    pub protocol_version: Option<&'a str>,
    /// [`key::CLIENT_CAPABILITIES`].
    pub client_capabilities: Option<&'a str>,
    /// [`key::CLIENT_INFO`].
    pub client_info: Option<&'a str>,
    /// [`key::LOG_LEVEL`].
    pub log_level: Option<&'a str>,
    /// [`key::PROGRESS_TOKEN`].
    pub progress_token: Option<&'a str>,
}

impl<'a> Meta<'a> {
    pub(crate) fn read(scanner: &mut Scanner<'a>) -> Result<Self, ReadFault> {
        let mut meta = Self::default();
        if !scanner.at_object() {
            meta.raw = Some(scanner.skip()?);
            return Ok(meta);
        }
        let start = scanner.position();
        let mut object = scanner.object()?;
        while let Some(name) = object.next_key(scanner)? {
            let slot = match &*name {
                key::PROTOCOL_VERSION => &mut meta.protocol_version,
                key::CLIENT_CAPABILITIES => &mut meta.client_capabilities,
                key::CLIENT_INFO => &mut meta.client_info,
                key::LOG_LEVEL => &mut meta.log_level,
                key::PROGRESS_TOKEN => &mut meta.progress_token,
                _ => {
                    scanner.skip()?;
                    continue;
                }
            };
            fill(slot, scanner.skip()?, &name)?;
        }
        meta.raw = Some(scanner.since(start));
        Ok(meta)
    }
}

/// Why a message could not be read: its JSON is broken, or it says one thing twice.
pub(crate) enum ReadFault {
    Scan(Fault),
    Refused(Refused<'static>),
}

impl From<Fault> for ReadFault {
    fn from(fault: Fault) -> Self {
        Self::Scan(fault)
    }
}

pub(crate) fn fill<'a>(
    slot: &mut Option<&'a str>,
    value: &'a str,
    name: &str,
) -> Result<(), ReadFault> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(ReadFault::Refused(Refused::invalid_request(format!(
            "Invalid request: `{name}` appears twice"
        )))),
    }
}
