//! Writes ahead what is the same for every client of a version.

use std::sync::Arc;

use bytes::Bytes;
use ferramenta_protocol::{Implementation, ToolDefinition, Version, key, write};

use super::{Introduction, Rendered, Tool};
use crate::response::Tail;

/// How long clients may keep what they were told, in milliseconds.
const TIME_TO_LIVE: u32 = 60_000;

/// What a server says of itself.
pub(super) struct Face {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    /// Whether modern results say who the server is.
    pub(super) stamp: bool,
}

/// What the bytes are made from.
pub(super) struct Source<'a> {
    pub(super) face: &'a Face,
    /// Some callers see other lists than others.
    pub(super) private: bool,
    /// Tools come and go.
    pub(super) is_dynamic: bool,
    pub(super) tools: &'a [Arc<Tool>],
}

impl Source<'_> {
    pub(super) fn render(&self, version: Version) -> Rendered {
        let tail = self.tail(version);
        let introduction = |notices| closed(self.introduction(version, notices), &tail.whole);
        let entries: Vec<Bytes> = self
            .tools
            .iter()
            .map(|tool| entry(&tool.definition, version))
            .collect();
        let list_end = closed(self.list_end(version), &tail.whole);
        Rendered {
            introduction: Introduction {
                with_notices: introduction(true),
                without: introduction(false),
            },
            tools: list(&entries, &list_end),
            entries,
            list_end,
            tail,
        }
    }

    /// What closes an answer: the kind of result and the server's stamp where the version has them, and
    /// two braces.
    fn tail(&self, version: Version) -> Tail {
        let (mut before, mut meta) = (Vec::new(), Vec::new());
        if version.features().self_describing_results {
            before.extend_from_slice(br#","resultType":"complete""#);
            if self.face.stamp {
                write::value(&mut meta, key::SERVER_INFO);
                meta.push(b':');
                self.face.info.write_stamp(&mut meta, version);
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

    fn introduction(&self, version: Version, notices: bool) -> Vec<u8> {
        if version.is_modern() {
            self.discover(version, notices)
        } else {
            self.initialize(version, notices)
        }
    }

    fn initialize(&self, version: Version, notices: bool) -> Vec<u8> {
        let mut out = Vec::new();
        first_member(&mut out, "protocolVersion");
        write::value(&mut out, version.as_str());
        write::raw_member(&mut out, "capabilities", self.capabilities(notices));
        write::member(&mut out, "serverInfo");
        self.face.info.write(&mut out, version);
        write::optional_member(&mut out, "instructions", self.face.instructions.as_ref());
        out
    }

    fn discover(&self, version: Version, notices: bool) -> Vec<u8> {
        let mut out = Vec::new();
        first_member(&mut out, "supportedVersions");
        write::value(&mut out, &[Version::MODERN.as_str()]);
        write::raw_member(&mut out, "capabilities", self.capabilities(notices));
        write::optional_member(&mut out, "instructions", self.face.instructions.as_ref());
        self.cache_hints(&mut out, version, "public");
        out
    }

    /// What is offered, which follows from what is registered.
    fn capabilities(&self, notices: bool) -> &'static [u8] {
        match (self.is_dynamic, self.tools.is_empty()) {
            (true, _) if notices => br#"{"tools":{"listChanged":true}}"#,
            (false, true) => b"{}",
            _ => br#"{"tools":{}}"#,
        }
    }

    /// What stands behind the last entry of a list, but for what closes every answer.
    fn list_end(&self, version: Version) -> Vec<u8> {
        let mut out = b"]".to_vec();
        let scope = if self.private { "private" } else { "public" };
        self.cache_hints(&mut out, version, scope);
        out
    }

    fn cache_hints(&self, out: &mut Vec<u8>, version: Version, scope: &str) {
        if version.features().self_describing_results {
            let time_to_live = if self.is_dynamic { 0 } else { TIME_TO_LIVE };
            write::value_member(out, "ttlMs", &time_to_live);
            write::value_member(out, "cacheScope", scope);
        }
    }
}

fn entry(tool: &ToolDefinition, version: Version) -> Bytes {
    let mut out = Vec::new();
    tool.write(&mut out, version);
    out.into()
}

fn list(entries: &[Bytes], end: &Bytes) -> Bytes {
    let mut out = br#""tools":["#.to_vec();
    out.extend_from_slice(&entries.join(&b','));
    out.extend_from_slice(end);
    out.into()
}

fn first_member(out: &mut Vec<u8>, name: &str) {
    write::value(out, name);
    out.push(b':');
}

fn closed(mut members: Vec<u8>, tail: &[u8]) -> Bytes {
    members.extend_from_slice(tail);
    members.into()
}
