//! Writes ahead what is the same for every client of a version.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use ferramenta_protocol::{Implementation, Version, key, write};

use super::{Carried, Introduction, List, Prompt, Rendered, Resources, Tool};
use crate::{
    Cache,
    extension::Extensions,
    response::Tail,
    subscribe::{Changing, Listed},
};

/// How long clients may keep what they were told.
const TIME_TO_LIVE: Duration = Duration::from_secs(60);

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
    /// How long lists and what it says of itself may be kept, where the server says so.
    pub(super) cache: Option<Cache>,
    /// Whether other servers tell of their changes.
    pub(super) is_shared: bool,
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
    pub(super) extensions: &'a Extensions,
}

impl Source<'_> {
    pub(super) fn render(&self, version: Version) -> Rendered {
        let tail = self.tail(version);
        let end = |cache| closed(list_end(version, cache), &tail.whole);
        let of_resources = end(self.list(Listed::Resources));
        Rendered {
            introduction: Introduction::new(|carried| {
                closed(self.introduction(version, carried), &tail.whole)
            }),
            tools: list(
                r#""tools":["#,
                self.tools,
                |tool, out| tool.definition.write(out, version),
                end(self.list(Listed::Tools)),
            ),
            prompts: list(
                r#""prompts":["#,
                self.prompts,
                |prompt, out| prompt.definition.write(out, version),
                end(self.list(Listed::Prompts)),
            ),
            resources: list(
                r#""resources":["#,
                &self.resources.exact,
                |one, out| one.definition.write(out, version),
                end(self.resources_list()),
            ),
            templates: list(
                r#""resourceTemplates":["#,
                &self.resources.templates,
                |one, out| one.definition.write_template(out, version),
                of_resources,
            ),
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
        self.introduced().write(&mut out, version);
        out
    }

    /// What is offered, which follows from what is registered.
    fn capabilities(&self, out: &mut Vec<u8>, version: Version, carried: Carried) {
        write::member(out, "capabilities");
        out.push(b'{');
        if self.face.client_logging && carried.logs {
            write::raw_member(out, "logging", b"{}");
        }
        let can_come = |listed| self.changing.lists.has(listed);
        let mut offer = |listed, is_offered: bool, subscribe: bool| {
            if is_offered || can_come(listed) {
                let change = can_come(listed) && carried.notices;
                write::raw_member(out, listed.many(), options(change, subscribe));
            }
        };
        offer(Listed::Tools, !self.tools.is_empty(), false);
        offer(Listed::Prompts, !self.prompts.is_empty(), false);
        let subscribe = self.changing.updates && carried.notices;
        let has_resources = self.resources.all().next().is_some();
        offer(Listed::Resources, has_resources, subscribe);
        if self.completes && version.features().completions {
            write::raw_member(out, "completions", b"{}");
        }
        if let Some(settings) = self.extensions.settings() {
            let extensions = version.features().extensions;
            let name = if extensions {
                "extensions"
            } else {
                "experimental"
            };
            write::value_member(out, name, settings);
        }
        out.push(b'}');
    }

    /// How long what the server says of itself may be kept.
    fn introduced(&self) -> Cache {
        let changes = self.changing.lists.any() && !self.face.is_shared;
        self.face
            .cache
            .unwrap_or(Cache::public(time_to_live(changes)))
    }

    /// How long a list may be kept.
    fn list(&self, listed: Listed) -> Cache {
        let otherwise = if self.private {
            Cache::private
        } else {
            Cache::public
        };
        let said = self.face.cache.map(|cache| cache.narrowed(self.private));
        let changes = self.changing.lists.has(listed) && !self.face.is_shared;
        said.unwrap_or(otherwise(time_to_live(changes)))
    }

    /// How long the list of resources may be kept: what functions list may change at any time, and for each caller.
    fn resources_list(&self) -> Cache {
        if self.resources.list_any() && self.face.cache.is_none() {
            return Cache::private(Duration::ZERO);
        }
        self.list(Listed::Resources)
    }
}

/// How long clients may keep what they were told; what changes meanwhile, not at all.
const fn time_to_live(changes: bool) -> Duration {
    if changes {
        Duration::ZERO
    } else {
        TIME_TO_LIVE
    }
}

/// The options of a capability.
const fn options(change: bool, subscribe: bool) -> &'static [u8] {
    match (change, subscribe) {
        (false, false) => b"{}",
        (true, false) => br#"{"listChanged":true}"#,
        (false, true) => br#"{"subscribe":true}"#,
        (true, true) => br#"{"subscribe":true,"listChanged":true}"#,
    }
}

/// What stands behind the last entry of a list, but for what closes every answer.
fn list_end(version: Version, hints: Cache) -> Vec<u8> {
    let mut out = b"]".to_vec();
    hints.write(&mut out, version);
    out
}

/// Writes a list, whose entries are parts of the whole.
fn list<T>(begin: &'static str, items: &[T], write: impl Fn(&T, &mut Vec<u8>), end: Bytes) -> List {
    let mut whole = begin.as_bytes().to_vec();
    let mut places = Vec::with_capacity(items.len());
    for item in items {
        if !places.is_empty() {
            whole.push(b',');
        }
        let start = whole.len();
        write(item, &mut whole);
        places.push(start..whole.len());
    }
    whole.extend_from_slice(&end);
    whole.shrink_to_fit();
    let whole = Bytes::from(whole);
    List {
        entries: places.into_iter().map(|place| whole.slice(place)).collect(),
        whole,
        begin,
        end,
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
