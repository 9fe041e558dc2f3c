//! Writes ahead what is the same for every client of a version.

use std::sync::Arc;

use bytes::Bytes;
use ferramenta_protocol::{Implementation, Version, key, write};

use super::{Carried, Introduction, List, Prompt, Rendered, Resources, Tool};
use crate::{response::Tail, subscribe::Changing};

/// How long clients may keep what they were told, in milliseconds.
const TIME_TO_LIVE: u32 = 60_000;

/// What a server says of itself.
pub(super) struct Face {
    pub(super) info: Implementation,
    pub(super) instructions: Option<String>,
    /// Whether modern results say who the server is.
    pub(super) stamp: bool,
    /// Whether handlers log for clients.
    pub(super) client_logging: bool,
    /// Most entries on a page of a list.
    pub(super) page_size: Option<usize>,
}

/// What the bytes are made from.
pub(super) struct Source<'a> {
    pub(super) face: &'a Face,
    /// Some callers see other lists than others.
    pub(super) private: bool,
    pub(super) changing: Changing,
    /// Arguments are completed.
    pub(super) completes: bool,
    pub(super) tools: &'a [Arc<Tool>],
    pub(super) prompts: &'a [Arc<Prompt>],
    pub(super) resources: &'a Resources,
}

impl Source<'_> {
    pub(super) fn render(&self, version: Version) -> Rendered {
        let tail = self.tail(version);
        let end = closed(self.list_end(version), &tail.whole);
        let tools = self.tools.iter().map(|tool| &tool.definition);
        let tools = tools.map(|tool| written(|out| tool.write(out, version)));
        let prompts = self.prompts.iter().map(|prompt| &prompt.definition);
        let prompts = prompts.map(|prompt| written(|out| prompt.write(out, version)));
        let resources = self.resources.exact.iter().map(|one| &one.definition);
        let resources = resources.map(|one| written(|out| one.write(out, version)));
        let templates = self.resources.templates.iter().map(|one| &one.definition);
        let templates = templates.map(|one| written(|out| one.write_template(out, version)));
        Rendered {
            introduction: Introduction::new(|carried| {
                closed(self.introduction(version, carried), &tail.whole)
            }),
            tools: list(r#""tools":["#, tools.collect(), &end),
            prompts: list(r#""prompts":["#, prompts.collect(), &end),
            resources: list(r#""resources":["#, resources.collect(), &end),
            templates: list(r#""resourceTemplates":["#, templates.collect(), &end),
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

    fn introduction(&self, version: Version, carried: Carried) -> Vec<u8> {
        if version.is_modern() {
            self.discover(version, carried)
        } else {
            self.initialize(version, carried)
        }
    }

    fn initialize(&self, version: Version, carried: Carried) -> Vec<u8> {
        let mut out = Vec::new();
        first_member(&mut out, "protocolVersion");
        write::value(&mut out, version.as_str());
        self.capabilities(&mut out, version, carried);
        write::member(&mut out, "serverInfo");
        self.face.info.write(&mut out, version);
        write::optional_member(&mut out, "instructions", self.face.instructions.as_ref());
        out
    }

    fn discover(&self, version: Version, carried: Carried) -> Vec<u8> {
        let mut out = Vec::new();
        first_member(&mut out, "supportedVersions");
        write::value(&mut out, &[Version::MODERN.as_str()]);
        self.capabilities(&mut out, version, carried);
        write::optional_member(&mut out, "instructions", self.face.instructions.as_ref());
        self.cache_hints(&mut out, version, "public");
        out
    }

    /// What is offered, which follows from what is registered.
    fn capabilities(&self, out: &mut Vec<u8>, version: Version, carried: Carried) {
        write::member(out, "capabilities");
        out.push(b'{');
        if self.face.client_logging && carried.logs {
            write::raw_member(out, "logging", b"{}");
        }
        if self.changing.tools && carried.notices {
            write::raw_member(out, "tools", br#"{"listChanged":true}"#);
        } else if self.changing.tools || !self.tools.is_empty() {
            write::raw_member(out, "tools", b"{}");
        }
        if !self.prompts.is_empty() {
            write::raw_member(out, "prompts", b"{}");
        }
        if self.resources.all().next().is_some() {
            let subscribe = self.changing.resources && carried.notices;
            let options: &[u8] = if subscribe {
                br#"{"subscribe":true}"#
            } else {
                b"{}"
            };
            write::raw_member(out, "resources", options);
        }
        if self.completes && version.features().completions {
            write::raw_member(out, "completions", b"{}");
        }
        out.push(b'}');
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
            let time_to_live = if self.changing.tools { 0 } else { TIME_TO_LIVE };
            write::value_member(out, "ttlMs", &time_to_live);
            write::value_member(out, "cacheScope", scope);
        }
    }
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> Bytes {
    let mut out = Vec::new();
    write(&mut out);
    out.into()
}

fn list(begin: &'static str, entries: Vec<Bytes>, end: &Bytes) -> List {
    let mut whole = begin.as_bytes().to_vec();
    whole.extend_from_slice(&entries.join(&b','));
    whole.extend_from_slice(end);
    List {
        whole: whole.into(),
        begin,
        entries,
        end: end.clone(),
    }
}

fn first_member(out: &mut Vec<u8>, name: &str) {
    write::value(out, name);
    out.push(b':');
}

fn closed(mut members: Vec<u8>, tail: &[u8]) -> Bytes {
    members.extend_from_slice(tail);
    members.into()
}
