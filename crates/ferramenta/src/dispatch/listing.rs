//! The list of resources, where some of them are listed on demand.

use std::sync::PoisonError;

use ferramenta_protocol::{Params, ResourceDefinition};
use tracing::Span;

use super::{
    Admission, Answer, Attempt, Dispatcher, Outcome, Refusal,
    call::{self, span},
    failed::conclude,
    list::{Sheet, cursor, foreign, key},
    read::look_at,
};
use crate::{
    Context, Listed, Page, Paging,
    catalog::{List, Resource, arguments},
    component::Callable,
    resource::Turn,
};

/// Where a page begins.
enum Start {
    /// At this resource of those with a URI of their own.
    Exact(usize),
    /// At a page of a template's resources, of which its function knows.
    Template { index: usize, after: Option<String> },
}

/// How the listing of one template's resources ends.
enum End {
    /// There are no more.
    Whole,
    /// There are more, behind this cursor.
    Next(String),
    /// With an answer in place of the list.
    Broken(Answer),
}

impl Dispatcher {
    /// The resources with a URI of their own, and behind them those that the functions of templates list.
    pub(super) async fn list_resources(
        &self,
        params: &Params<'_>,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Refusal> {
        let call = cx.call();
        let list = &call.catalog.rendered(call.version).resources;
        let is_open = self.is_open(cx).await;
        let start = match cursor(params) {
            None => Start::Exact(0),
            Some(raw) => {
                let key = key(raw, list).filter(|_| is_open).ok_or_else(foreign)?;
                self.start(&key, cx).await?
            }
        };
        let mut sheet = Sheet::begin(list, cx);
        if !is_open {
            return Ok(sheet.close(list, None));
        }
        let answer = match start {
            Start::Exact(index) => {
                let exact = call.catalog.resources();
                let range = index..exact.len();
                match self.put(exact, list, range, &mut sheet, cx).await {
                    Some(last) => Ok(sheet.close(list, Some(last))),
                    None => self.fill(0, None, sheet, list, cx, admission).await,
                }
            }
            Start::Template { index, after } => {
                self.fill(index, after, sheet, list, cx, admission).await
            }
        };
        let answer = answer.unwrap_or_else(|instead| instead);
        Ok(match answer.within(self.limits.result) {
            Ok(answer) => answer,
            Err(error) => conclude(call::End::Failed(error), cx, &Span::current()),
        })
    }

    /// Where the page begins whose cursor has this key.
    async fn start(&self, key: &str, cx: &Context) -> Result<Start, Refusal> {
        let catalog = &cx.call().catalog;
        let Some((template, after)) = read_key(key) else {
            if catalog.page_size().is_none() {
                return Err(foreign());
            }
            let index = self.behind(key, catalog.resources(), cx).await?;
            return Ok(Start::Exact(index));
        };
        let mut templates = catalog.templates().iter();
        let index = templates
            .position(|resource| resource.component.name == template)
            .ok_or_else(foreign)?;
        let resource = &catalog.templates()[index];
        if resource.lister.is_some() && self.may_list(resource, cx).await {
            Ok(Start::Template { index, after })
        } else {
            Err(foreign())
        }
    }

    /// Fills a sheet with what the templates list from this one on.
    ///
    /// # Errors
    /// The answer in place of a list.
    async fn fill(
        &self,
        from: usize,
        mut after: Option<String>,
        mut sheet: Sheet,
        list: &List,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> Result<Answer, Answer> {
        for resource in &cx.call().catalog.templates()[from..] {
            let Some(lister) = resource.lister.as_deref() else {
                continue;
            };
            if !self.may_list(resource, cx).await {
                continue;
            }
            let name = &resource.component.name;
            if sheet.is_full() {
                return Ok(sheet.close(list, Some(&write_key(name, None))));
            }
            let paging = Paging::next(after.take(), sheet.room());
            let ends = self.list_one(resource, lister, paging, &mut sheet, cx, admission);
            match ends.await {
                End::Whole => {}
                End::Next(next) => {
                    return Ok(sheet.close(list, Some(&write_key(name, Some(&next)))));
                }
                End::Broken(answer) => return Err(answer),
            }
        }
        Ok(sheet.close(list, None))
    }

    /// Whether any entry of a template could be seen. Rules that see the URI are asked for each of them.
    async fn may_list(&self, resource: &Resource, cx: &Context) -> bool {
        let component = &resource.component;
        component.rules.may_ask_for_uri() || self.is_listed(component, cx).await
    }

    /// Puts a page of one template's resources on the sheet.
    async fn list_one(
        &self,
        resource: &Resource,
        lister: &dyn Callable,
        paging: Paging,
        sheet: &mut Sheet,
        cx: &Context,
        admission: &Admission<'_>,
    ) -> End {
        let component = &resource.component;
        let asked = paging.after().map(str::to_owned);
        let span = span(cx, &component.name);
        take_turn(cx, Some(Turn { paging, page: None }));
        let attempt = Attempt::alone(lister, cx, &span);
        let answer = self.attempt(&attempt, component, admission).await;
        if answer.outcome != Outcome::Success {
            return End::Broken(answer);
        }
        let page = take_turn(cx, None).and_then(|turn| turn.page);
        let (entries, next) = page.map(Page::into_parts).unwrap_or_default();
        for entry in entries {
            self.put_listed(resource, entry, sheet, cx).await;
            if cx.is_cancelled() {
                return End::Broken(Answer::cancelled());
            }
        }
        match next {
            None => End::Whole,
            Some(next) if asked.as_ref() == Some(&next) => {
                let resource = component.name.as_str();
                tracing::error!(
                    resource,
                    "a function that lists gave the cursor that it was asked with: its list ends there"
                );
                End::Whole
            }
            Some(next) => End::Next(next),
        }
    }

    /// Puts one entry on the sheet, if it is one that the caller may read.
    async fn put_listed(
        &self,
        resource: &Resource,
        entry: Listed,
        sheet: &mut Sheet,
        cx: &Context,
    ) {
        let mime_type = resource.definition.mime_type.as_ref();
        let (definition, values) = match entry.of_template(&resource.template, mime_type) {
            Ok(read) => read,
            Err(problem) => {
                let resource = resource.component.name.as_str();
                tracing::error!(resource, problem, "an entry was left out of the list");
                return;
            }
        };
        if resource.component.rules.may_ask_for_uri() {
            look_at(arguments(values), cx);
            if !self.is_listed(&resource.component, cx).await {
                return;
            }
        }
        sheet.push(&written(&definition, cx));
    }
}

fn written(definition: &ResourceDefinition, cx: &Context) -> Vec<u8> {
    let mut out = Vec::with_capacity(256);
    definition.write(&mut out, cx.call().version);
    out
}

/// Exchanges what a function that lists is asked for, and gives.
fn take_turn(cx: &Context, turn: Option<Turn>) -> Option<Turn> {
    let mut place = cx
        .call()
        .listing
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    std::mem::replace(&mut *place, turn.map(Box::new)).map(|turn| *turn)
}

/// What stands between a template and the cursor of its function; no URI has it.
const BETWEEN: char = '\n';

/// The key of a template's page, told apart from that of a resource by the line that ends.
fn write_key(template: &str, after: Option<&str>) -> String {
    match after {
        None => format!("{template}{BETWEEN}"),
        Some(after) => format!("{template}{BETWEEN}={after}"),
    }
}

/// A template, and the cursor of its function.
fn read_key(key: &str) -> Option<(&str, Option<String>)> {
    let (template, after) = key.split_once(BETWEEN)?;
    Some((template, after.strip_prefix('=').map(str::to_owned)))
}
