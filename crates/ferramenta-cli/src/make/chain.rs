//! Where servers are declared: `Server::new(..)`, and the calls that follow it.

use std::ops::Range;

use syn::{
    Attribute, Expr, ExprMethodCall, ImplItemFn, ItemFn, ItemMod,
    visit::{self, Visit},
};

use super::source::Source;

/// The longest line; what would be longer is broken, as rustfmt breaks it.
const WIDTH: usize = 100;

/// `Type::new(..)`, and what is called on it, in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// The function that it stands in.
    pub(crate) function: Option<String>,
    /// Whether the names of the file's top mean the same here.
    pub(crate) top: bool,
    pub(crate) begin: Range<usize>,
    calls: Vec<Call>,
}

#[derive(Clone, Debug)]
struct Call {
    name: String,
    dot: usize,
    end: usize,
}

/// All chains of a type in a file, but those in tests.
pub(crate) fn chains(source: &Source, of: &'static str) -> Vec<Chain> {
    let mut search = Search {
        source,
        of,
        functions: Vec::new(),
        modules: 0,
        found: Vec::new(),
    };
    search.visit_file(&source.file);
    search.found
}

struct Search<'a> {
    source: &'a Source,
    of: &'static str,
    functions: Vec<String>,
    modules: usize,
    found: Vec<Chain>,
}

impl Search<'_> {
    fn chain(&self, begin: Range<usize>, calls: Vec<Call>) -> Chain {
        Chain {
            function: self.functions.last().cloned(),
            top: self.modules == 0,
            begin,
            calls,
        }
    }

    fn call(&self, call: &ExprMethodCall) -> Call {
        Call {
            name: call.method.to_string(),
            dot: self.source.range(&call.dot_token).start,
            end: self.source.range(call).end,
        }
    }

    fn begins(&self, expression: &Expr) -> bool {
        let Expr::Call(call) = expression else {
            return false;
        };
        let Expr::Path(path) = &*call.func else {
            return false;
        };
        let mut names = path
            .path
            .segments
            .iter()
            .rev()
            .map(|segment| &segment.ident);
        names.next().is_some_and(|name| name == "new")
            && names.next().is_some_and(|name| name == self.of)
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        let mut calls = Vec::new();
        let mut inner = expression;
        while let Expr::MethodCall(call) = inner {
            calls.push(self.call(call));
            inner = &call.receiver;
        }
        if !self.begins(inner) {
            visit::visit_expr(self, expression);
            return;
        }
        calls.reverse();
        let chain = self.chain(self.source.range(inner), calls);
        self.found.push(chain);
        let mut outer = expression;
        while let Expr::MethodCall(call) = outer {
            call.args
                .iter()
                .for_each(|argument| self.visit_expr(argument));
            outer = &call.receiver;
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if !is_test(&function.attrs) {
            self.functions.push(function.sig.ident.to_string());
            visit::visit_item_fn(self, function);
            self.functions.pop();
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.functions.push(function.sig.ident.to_string());
        visit::visit_impl_item_fn(self, function);
        self.functions.pop();
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_test(&module.attrs) {
            self.modules += 1;
            visit::visit_item_mod(self, module);
            self.modules -= 1;
        }
    }
}

/// `#[cfg(test)]`, `#[test]`, `#[tokio::test]`.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let last = attribute.path().segments.last();
        let condition = attribute.parse_args::<syn::Path>();
        last.is_some_and(|last| last.ident == "test")
            || (attribute.path().is_ident("cfg")
                && condition.is_ok_and(|path| path.is_ident("test")))
    })
}

impl Chain {
    /// The text with one more call in the chain: after the last of its like, or else of its kin, or else
    /// after what describes the server.
    pub(crate) fn insert(
        &self,
        source: &Source,
        call: &str,
        like: &[&str],
        kin: &[&str],
        describing: &[&str],
    ) -> String {
        let described = self
            .calls
            .iter()
            .take_while(|call| describing.contains(&&*call.name))
            .count();
        let last = |names: &[&str]| {
            self.calls
                .iter()
                .rposition(|call| names.contains(&&*call.name))
        };
        let position = last(like)
            .or_else(|| last(kin))
            .or(described.checked_sub(1));
        let end = position.map_or(self.begin.end, |position| self.calls[position].end);
        let text = source.text();
        let newline = source.newline();
        if let Some(indentation) = self.indentation(source) {
            let place = after_comment(source, end);
            return source.with(place, &format!("{newline}{indentation}{call}"));
        }
        let line = source.line_start(self.begin.start)..source.line_end(end);
        if text[line.clone()].trim_end().chars().count() + call.chars().count() <= WIDTH {
            return source.with(end, call);
        }
        let indentation = format!("{}    ", leading(&text[line]));
        self.broken(source, end, call, &format!("{newline}{indentation}"))
    }

    /// What stands before the calls that have lines of their own.
    fn indentation(&self, source: &Source) -> Option<String> {
        let mut lines = self.calls.iter().rev().map(|call| {
            let line = &source.text()[source.line_start(call.dot)..call.dot];
            line.trim().is_empty().then(|| line.to_owned())
        });
        lines.find_map(|line| line)
    }

    fn broken(&self, source: &Source, end: usize, call: &str, gap: &str) -> String {
        let mut text = source.text().to_owned();
        let mut places = vec![(end, format!("{gap}{call}"))];
        places.extend(self.calls.iter().map(|call| (call.dot, gap.to_owned())));
        // from the end, so that the places before stay where they are; at one place the new call is first
        places.sort_by_key(|(place, _)| *place);
        for (place, what) in places.into_iter().rev() {
            text.insert_str(place, &what);
        }
        text
    }
}

/// Behind a comment that closes the line.
fn after_comment(source: &Source, end: usize) -> usize {
    let line = &source.text()[end..source.line_end(end)];
    if line.trim_start().starts_with("//") {
        end + line.trim_end().len()
    } else {
        end
    }
}

fn leading(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

#[cfg(test)]
mod tests {
    use super::{super::source::Source, chains};

    fn inserted(text: &str) -> String {
        let source = Source::parse(text.into(), "x.rs").unwrap();
        let chain = chains(&source, "Server").remove(0);
        let text = chain.insert(
            &source,
            ".tool::<New>()",
            &["tool", "tools"],
            &["prompt"],
            &["version"],
        );
        assert!(syn::parse_file(&text).is_ok(), "{text}");
        text
    }

    #[test]
    fn a_call_stands_among_its_like() {
        for (before, after) in [
            (
                "fn f() { Server::new(1).run() }",
                "fn f() { Server::new(1).tool::<New>().run() }",
            ),
            (
                "fn f() { Server::new(1) }",
                "fn f() { Server::new(1).tool::<New>() }",
            ),
            (
                "fn f() { a::Server::new(1).version(2).tool::<A>().prompt::<B>().run() }",
                "fn f() { a::Server::new(1).version(2).tool::<A>().tool::<New>().prompt::<B>().run() }",
            ),
            (
                "fn f() {\n    Server::new(1)\n        .version(2) // why\n        .run()\n}",
                "fn f() {\n    Server::new(1)\n        .version(2) // why\n        .tool::<New>()\n        .run()\n}",
            ),
            (
                "fn f() {\r\n\tServer::new(1)\r\n\t\t.tools::<(A, B)>()\r\n}",
                "fn f() {\r\n\tServer::new(1)\r\n\t\t.tools::<(A, B)>()\r\n\t\t.tool::<New>()\r\n}",
            ),
        ] {
            assert_eq!(inserted(before), after);
        }
    }

    #[test]
    fn a_line_that_becomes_too_long_is_broken() {
        let long = "a".repeat(50);
        let text = format!(
            "fn f() {{\n    Server::new(\"{long}\").version(2).prompt::<Prompt>().run()\n}}\n"
        );
        let lines = inserted(&text);
        let expected = format!(
            "fn f() {{\n    Server::new(\"{long}\")\n        .version(2)\n        .prompt::<Prompt>()\n        \
             .tool::<New>()\n        .run()\n}}\n"
        );
        assert_eq!(lines, expected);
    }

    #[test]
    fn tests_have_servers_of_their_own() {
        let text = "#[cfg(test)] mod t { fn f() { Server::new(1) } } #[tokio::test] async fn g() { Server::new(1); }";
        let source = Source::parse(text.into(), "x.rs").unwrap();
        assert!(chains(&source, "Server").is_empty());
    }
}
