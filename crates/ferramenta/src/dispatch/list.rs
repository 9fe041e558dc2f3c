//! Lists, page by page (specification: *Pagination*).

use std::sync::Arc;

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
        let cursor = match params.cursor {
            None | Some("null") => None,
            Some(raw) => Some(raw),
        };
        if cursor.is_none() && catalog.page_size().is_none() && !catalog.has_rules() {
            return Ok(written_ahead(cx, &list.whole));
        }
        let guards = &catalog.guards;
        let is_open = self.judge(guards, cx.server(), cx).await == Verdict::Allowed;
        let start = match cursor {
            None => 0,
            Some(raw) => self.after(raw, components, list, is_open, cx).await?,
        };
        let end = if is_open { components.len() } else { start };
        let most = catalog.page_size().unwrap_or(usize::MAX);
        let mut out = Vec::with_capacity(list.whole.len().min(most.saturating_mul(512)) + 128);
        if let Some(id) = cx.id() {
            write::begin_result(&mut out, id);
        }
        out.extend_from_slice(list.begin.as_bytes());
        let (mut count, mut last, mut more) = (0, start, false);
        let entries = components.iter().zip(&list.entries).enumerate();
        for (index, (one, entry)) in entries.take(end).skip(start) {
            if !self.is_listed(T::as_ref(one), cx).await {
                continue;
            }
            if count == most {
                more = true;
                break;
            }
            if count > 0 {
                out.push(b',');
            }
            out.extend_from_slice(entry);
            (count, last) = (count + 1, index);
        }
        close(&mut out, list, more.then(|| T::as_ref(&components[last])));
        Ok(Answer::ok(out))
    }

    async fn is_listed(&self, component: &Component, cx: &Context) -> bool {
        self.judge(&component.rules, &component.name, cx).await == Verdict::Allowed
    }

    /// Where the page begins that a cursor stands for. One that names what this caller can't see is none: it would
    /// tell that it is there.
    async fn after<T: AsRef<Component>>(
        &self,
        raw: &str,
        components: &[Arc<T>],
        list: &List,
        is_open: bool,
        cx: &Context,
    ) -> Result<usize, Refusal> {
        let foreign =
            || Refusal::params("Invalid params: `cursor` is not one that this server gave");
        let paged = is_open && cx.call().catalog.page_size().is_some();
        let cursor = json::string(raw).filter(|_| paged).ok_or_else(foreign)?;
        let named = URL_SAFE_NO_PAD.decode(cursor.as_bytes()).ok();
        let named = named.and_then(|bytes| String::from_utf8(bytes).ok());
        let named = named.ok_or_else(foreign)?;
        let name = named.strip_prefix(list.begin).ok_or_else(foreign)?;
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

/// Closes a list; with what the last entry was, if there are more behind it.
fn close(out: &mut Vec<u8>, list: &List, last: Option<&Component>) {
    let Some(last) = last else {
        return out.extend_from_slice(&list.end);
    };
    let (bracket, rest) = list.end.split_at(1);
    out.extend_from_slice(bracket);
    let cursor = URL_SAFE_NO_PAD.encode(format!("{}{}", list.begin, last.name));
    write::value_member(out, "nextCursor", &cursor);
    out.extend_from_slice(rest);
}
