use std::ops::Range;

use bytes::Bytes;
use ferramenta_protocol::{Content, write};
use serde::Serialize;
use serde_json::{Map, Value};

use super::{
    bounded::Bound,
    json,
    schema::{OutputCheck, Shape},
};
use crate::{Answer, Context, Failure, Outcome, component::CallError};

/// What closes every answer of one server and version, made when the server was built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail {
    /// From the last member of `result` to the answer's last brace.
    pub(crate) whole: Bytes,
    /// The members of `result` before `_meta`, each behind a comma.
    pub(crate) before: Bytes,
    /// The members of `_meta`, without its braces.
    pub(crate) meta: Bytes,
}

impl Tail {
    /// Closes an answer, with further members of `_meta` where there are any.
    pub(crate) fn close(&self, out: &mut Vec<u8>, meta: &Map<String, Value>) {
        if meta.is_empty() {
            return out.extend_from_slice(&self.whole);
        }
        let before = match out.last() {
            Some(b'{') => self.before.strip_prefix(b",").unwrap_or(&self.before),
            _ => &self.before,
        };
        out.extend_from_slice(before);
        write::value_member(out, "_meta", meta);
        if !self.meta.is_empty() {
            out.pop();
            out.push(b',');
            out.extend_from_slice(&self.meta);
            out.push(b'}');
        }
        out.extend_from_slice(b"}}");
    }

    /// Closes an answer whose result may have no members of its own.
    pub(crate) fn close_any(&self, out: &mut Vec<u8>) {
        let whole = match out.last() {
            Some(b'{') => self.whole.strip_prefix(b",").unwrap_or(&self.whole),
            _ => &self.whole,
        };
        out.extend_from_slice(whole);
    }
}

impl Tail {
    /// Closes an answer that isn't complete, with this for the kind of its result.
    pub(crate) fn close_as(&self, out: &mut Vec<u8>, kind: &str) {
        write::value_member(out, "resultType", kind);
        if !self.meta.is_empty() {
            write::member(out, "_meta");
            out.push(b'{');
            out.extend_from_slice(&self.meta);
            out.push(b'}');
        }
        out.extend_from_slice(b"}}");
    }
}

/// Writes one successful answer, from its envelope to its last brace, into one buffer, and no further than a result may
/// reach.
#[derive(Debug)]
pub struct ResultWriter {
    out: Vec<u8>,
    bound: Bound,
    context: Context,
    shape: Shape,
    /// Where the structured value stands, and whether a `null` is in it.
    structured: Option<(Range<usize>, bool)>,
    is_error: bool,
    meta: Map<String, Value>,
}

impl ResultWriter {
    pub(crate) fn new(context: &Context, shape: Shape, most: usize) -> Self {
        let mut out = Vec::with_capacity(512);
        if let Some(id) = context.id() {
            write::begin_result(&mut out, id);
        }
        Self {
            out,
            bound: Bound::new(most),
            context: context.clone(),
            shape,
            structured: None,
            is_error: false,
            meta: Map::new(),
        }
    }

    /// The answer, complete, and checked against what the tool published.
    ///
    /// # Errors
    /// When the result is larger than it may be, or isn't what was published.
    pub(crate) fn finish(mut self, check: Option<&OutputCheck>) -> Result<Answer, CallError> {
        self.bound.check()?;
        if let Some(check) = check.filter(|_| !self.is_error) {
            let value = match &self.structured {
                Some((place, nulls)) => {
                    let value = std::str::from_utf8(&self.out[place.clone()]);
                    Some((value.map_err(Failure::from)?, *nulls))
                }
                None => None,
            };
            check.success(value)?;
        }
        self.context.tail().close(&mut self.out, &self.meta);
        let outcome = if self.is_error {
            Outcome::Rejected
        } else {
            Outcome::Success
        };
        self.bound.hold(Answer::with(outcome, self.out))
    }

    /// Blocks of content.
    pub(super) fn content(&mut self, content: &[Content]) {
        let version = self.context.call().version;
        let size = content.iter().map(|block| block.least_size(version)).sum();
        if self.bound.allows(&self.out, size) {
            write::member(&mut self.out, "content");
            Content::write_list(content, &mut self.out, version);
        }
    }

    pub(super) fn error(&mut self) {
        self.is_error = true;
        self.out.extend_from_slice(br#","isError":true"#);
    }

    pub(super) fn meta(&mut self, meta: Map<String, Value>) {
        self.meta = meta;
    }

    /// A text, and the text as the structured value.
    pub(super) fn text(&mut self, text: &str) {
        let whole = text.len() * self.copies();
        // a long one isn't moved while the buffer grows; one that is too long gets no room
        if whole <= self.bound.room(&self.out) {
            self.out.reserve(whole);
        }
        let token = self.text_content(text);
        self.structured_text(token);
    }

    /// A value that is a text as JSON, like [`text`](Self::text); any other like [`structured`](Self::structured).
    pub(super) fn spelled<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        let Some((json, nulls)) = self.json(value)? else {
            return Ok(());
        };
        if json.starts_with(b"\"") {
            let start = self.begin_text();
            self.out.extend_from_slice(&json);
            let token = self.end_text(start);
            self.structured_text(token);
            Ok(())
        } else {
            self.text_and_structure(&json, nulls)
        }
    }

    /// A structured value, and its JSON as text.
    pub(super) fn structured<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        match self.json(value)? {
            Some((json, nulls)) => self.text_and_structure(&json, nulls),
            None => Ok(()),
        }
    }

    /// The JSON of a value, which stands in the content and, where the version has it, once more; nothing where there is
    /// no room for that.
    fn json<T: Serialize + ?Sized>(
        &mut self,
        value: &T,
    ) -> Result<Option<(Vec<u8>, bool)>, Failure> {
        let room = self.bound.room(&self.out) / self.copies();
        let json = json::write_within(value, room)?;
        if json.is_none() {
            self.bound.exceed();
        }
        Ok(json)
    }

    fn text_and_structure(&mut self, json: &[u8], nulls: bool) -> Result<(), Failure> {
        self.text_content(std::str::from_utf8(json)?);
        self.structured_content(json, nulls);
        Ok(())
    }

    /// One block of text; gives the place of its token.
    fn text_content(&mut self, text: &str) -> Range<usize> {
        let start = self.begin_text();
        let room = self.bound.room(&self.out);
        if !json::text_within(&mut self.out, text, room) {
            self.bound.exceed();
        }
        self.end_text(start)
    }

    fn begin_text(&mut self) -> usize {
        self.out
            .extend_from_slice(br#""content":[{"type":"text","text":"#);
        self.out.len()
    }

    fn end_text(&mut self, start: usize) -> Range<usize> {
        let end = self.out.len();
        self.out.extend_from_slice(b"}]");
        start..end
    }

    /// A text that stands there already as the structured value, where the version has one.
    fn structured_text(&mut self, token: Range<usize>) {
        if !self.sends_structured() || !self.bound.allows(&self.out, token.len()) {
            return;
        }
        let wrapped = self.wraps(false);
        self.open_structured(wrapped);
        let start = self.out.len();
        self.out.extend_from_within(token);
        self.close_structured(start, false, wrapped);
    }

    /// How often a value stands in the answer.
    fn copies(&self) -> usize {
        if self.sends_structured() { 2 } else { 1 }
    }

    fn sends_structured(&self) -> bool {
        !self.shape.left_out && self.context.call().version.features().structured_content
    }

    /// The structured value behind its content, where the version has one.
    pub(super) fn structured_content(&mut self, json: &[u8], nulls: bool) {
        if !self.sends_structured() || !self.bound.allows(&self.out, json.len()) {
            return;
        }
        let wrapped = self.wraps(json.starts_with(b"{"));
        self.open_structured(wrapped);
        let start = self.out.len();
        self.out.extend_from_slice(json);
        self.close_structured(start, nulls, wrapped);
    }

    /// Whether a value is sent as `{"result": …}`.
    fn wraps(&self, is_object: bool) -> bool {
        let features = self.context.call().version.features();
        let any = features.any_structured_content;
        self.shape.is_wrapped(any) || !(any || is_object)
    }

    fn open_structured(&mut self, wrapped: bool) {
        self.out.extend_from_slice(br#","structuredContent":"#);
        if wrapped {
            self.out.extend_from_slice(br#"{"result":"#);
        }
    }

    fn close_structured(&mut self, start: usize, nulls: bool, wrapped: bool) {
        self.structured = Some((start..self.out.len(), nulls));
        if wrapped {
            self.out.push(b'}');
        }
    }
}
