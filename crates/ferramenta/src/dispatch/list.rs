//! Lists, page by page (specification: *Pagination*).

use std::{ops::Range, sync::Arc};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ferramenta_protocol::{Params, json, write};

use super::{Answer, Dispatcher, Refusal, written_ahead};
use crate::{Context, access::Verdict, catalog::List, component::Component};

impl Dispatcher {
    /// A list, or a page of it, as far as this caller may see it, from entries that were written ahead.
    pub(super) async fn list<T: AsRef<Component>>(
        &self,
        components: &[Arc<T>],
        list: &List,
        params: &Params<'_>,
        cx: &Context,
    ) -> Result<Answer, Refusal> {
        let catalog = &cx.call().catalog;
        let cursor = cursor(params);
        if cursor.is_none() && catalog.page_size().is_none() && !catalog.has_rules() {
            return Ok(written_ahead(cx, &list.whole));
        }
        let is_open = self.is_open(cx).await;
        let start = match cursor {
            None => 0,
            Some(raw) => {
                let paged = is_open && catalog.page_size().is_some();
                let name = key(raw, list).filter(|_| paged).ok_or_else(foreign)?;
                self.behind(&name, components, cx).await?
            }
        };
        let end = if is_open { components.len() } else { start };
        let mut sheet = Sheet::begin(list, cx);
        let last = self.put(components, list, start..end, &mut sheet, cx).await;
        Ok(sheet.close(list, last))
    }

    /// Whether the server as a whole lets this caller see anything.
    pub(super) async fn is_open(&self, cx: &Context) -> bool {
        let guards = &cx.call().catalog.guards;
        self.judge(guards, cx.server(), cx).await == Verdict::Allowed
    }

    pub(super) async fn is_listed(&self, component: &Component, cx: &Context) -> bool {
        self.judge(&component.rules, &component.name, cx).await == Verdict::Allowed
    }

    /// Puts those on the sheet that the caller sees, as long as there is room; the name of the last one, if there
    /// are more behind it.
    pub(super) async fn put<'a, T: AsRef<Component>>(
        &self,
        components: &'a [Arc<T>],
        list: &List,
        range: Range<usize>,
        sheet: &mut Sheet,
        cx: &Context,
    ) -> Option<&'a str> {
        let mut last = None;
        for index in range {
            let component = T::as_ref(&components[index]);
            if !self.is_listed(component, cx).await {
                continue;
            }
            if sheet.is_full() {
                return last;
            }
            sheet.push(&list.entries[index]);
            last = Some(component.name.as_str());
        }
        None
    }

    /// The place behind the component that a cursor names. One that names what this caller can't see is none: it would
    /// tell that it is there.
    pub(super) async fn behind<T: AsRef<Component>>(
        &self,
        name: &str,
        components: &[Arc<T>],
        cx: &Context,
    ) -> Result<usize, Refusal> {
        let index = components
            .iter()
            .position(|one| T::as_ref(one).name == name)
            .ok_or_else(foreign)?;
        if self.is_listed(T::as_ref(&components[index]), cx).await {
            Ok(index + 1)
        } else {
            Err(foreign())
        }
    }
}

/// The cursor that was sent, as raw JSON; null is none.
pub(super) fn cursor<'a>(params: &Params<'a>) -> Option<&'a str> {
    params.cursor.filter(|raw| *raw != "null")
}

/// What a cursor of this list says.
pub(super) fn key(raw: &str, list: &List) -> Option<String> {
    let cursor = json::string(raw)?;
    let bytes = URL_SAFE_NO_PAD.decode(cursor.as_bytes()).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    text.strip_prefix(list.begin).map(str::to_owned)
}

pub(super) fn foreign() -> Refusal {
    Refusal::params("Invalid params: `cursor` is not one that this server gave")
}

/// A page that is being written.
pub(super) struct Sheet {
    out: Vec<u8>,
    count: usize,
    /// Where the server lists in pages.
    page_size: Option<usize>,
}

impl Sheet {
    pub(super) fn begin(list: &List, cx: &Context) -> Self {
        let page_size = cx.call().catalog.page_size();
        let room = page_size.unwrap_or(usize::MAX).saturating_mul(512);
        let mut out = Vec::with_capacity(list.whole.len().min(room) + 128);
        if let Some(id) = cx.id() {
            write::begin_result(&mut out, id);
        }
        out.extend_from_slice(list.begin.as_bytes());
        Self {
            out,
            count: 0,
            page_size,
        }
    }

    pub(super) fn push(&mut self, entry: &[u8]) {
        if self.count > 0 {
            self.out.push(b',');
        }
        self.out.extend_from_slice(entry);
        self.count += 1;
    }

    /// How many more entries have room, where there is a bound.
    pub(super) fn room(&self) -> Option<usize> {
        self.page_size
            .map(|page_size| page_size.saturating_sub(self.count))
    }

    pub(super) fn is_full(&self) -> bool {
        self.room() == Some(0)
    }

    /// Closes the list; with the key of the last entry, if there are more behind it.
    pub(super) fn close(mut self, list: &List, key: Option<&str>) -> Answer {
        let Some(key) = key else {
            self.out.extend_from_slice(&list.end);
            return Answer::ok(self.out);
        };
        let (bracket, rest) = list.end.split_at(1);
        self.out.extend_from_slice(bracket);
        let cursor = URL_SAFE_NO_PAD.encode(format!("{}{key}", list.begin));
        write::value_member(&mut self.out, "nextCursor", &cursor);
        self.out.extend_from_slice(rest);
        Answer::ok(self.out)
    }
}
