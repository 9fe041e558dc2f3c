//! Writes ahead what is the same for every client of a version.

use std::sync::Arc;

use ferramenta_protocol::{Implementation, ToolDefinition, Version, key, write};

use super::Rendered;
use crate::response::Tail;

/// How long clients may keep what they were told, in milliseconds.
const TIME_TO_LIVE: u32 = 60_000;

/// What the bytes are made from.
pub(super) struct Source<'a> {
    pub(super) info: &'a Implementation,
    pub(super) instructions: Option<&'a String>,
    pub(super) stamp: bool,
    pub(super) tools: Vec<&'a ToolDefinition>,
}

impl Source<'_> {
    pub(super) fn render(&self, version: Version) -> Rendered {
        let tail = self.tail(version);
        let introduction = if version.is_modern() {
            self.discover(version)
        } else {
            self.initialize(version)
        };
        Rendered {
            introduction: closed(introduction, &tail.whole),
            tools: closed(self.tools_list(version), &tail.whole),
            tail: Arc::new(tail),
        }
    }

    /// What closes an answer: the kind of result and the server's stamp where the version has them, and
    /// two braces.
    fn tail(&self, version: Version) -> Tail {
        let (mut before, mut meta) = (Vec::new(), Vec::new());
        if version.features().self_describing_results {
            before.extend_from_slice(br#","resultType":"complete""#);
            if self.stamp {
                write::value(&mut meta, key::SERVER_INFO);
                meta.push(b':');
                self.info.write_stamp(&mut meta, version);
            }
        }
        let mut whole = before.clone();
        if !meta.is_empty() {
            whole.extend_from_slice(br#","_meta":{"#);
            whole.extend_from_slice(&meta);
            whole.push(b'}');
        }
        whole.extend_from_slice(b"}}");
        Tail {
            whole: whole.into(),
            before: before.into(),
            meta: meta.into(),
        }
    }

    fn initialize(&self, version: Version) -> Vec<u8> {
        let mut out = Vec::new();
        first_member(&mut out, "protocolVersion");
        write::value(&mut out, version.as_str());
        write::raw_member(&mut out, "capabilities", &self.capabilities());
        write::member(&mut out, "serverInfo");
        self.info.write(&mut out, version);
        write::optional_member(&mut out, "instructions", self.instructions);
        out
    }

    fn discover(&self, version: Version) -> Vec<u8> {
        let mut out = Vec::new();
        first_member(&mut out, "supportedVersions");
        write::value(&mut out, &[Version::MODERN.as_str()]);
        write::raw_member(&mut out, "capabilities", &self.capabilities());
        write::optional_member(&mut out, "instructions", self.instructions);
        cache_hints(&mut out, version);
        out
    }

    /// What is offered, which follows from what is registered.
    fn capabilities(&self) -> Vec<u8> {
        if self.tools.is_empty() {
            b"{}".to_vec()
        } else {
            br#"{"tools":{}}"#.to_vec()
        }
    }

    fn tools_list(&self, version: Version) -> Vec<u8> {
        let mut out = Vec::new();
        first_member(&mut out, "tools");
        out.push(b'[');
        for (index, tool) in self.tools.iter().enumerate() {
            if index > 0 {
                out.push(b',');
            }
            tool.write(&mut out, version);
        }
        out.push(b']');
        cache_hints(&mut out, version);
        out
    }
}

fn first_member(out: &mut Vec<u8>, name: &str) {
    write::value(out, name);
    out.push(b':');
}

fn cache_hints(out: &mut Vec<u8>, version: Version) {
    if version.features().self_describing_results {
        write::value_member(out, "ttlMs", &TIME_TO_LIVE);
        write::value_member(out, "cacheScope", "public");
    }
}

fn closed(mut members: Vec<u8>, tail: &[u8]) -> bytes::Bytes {
    members.extend_from_slice(tail);
    members.into()
}
