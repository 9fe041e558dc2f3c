//! What the arguments of one component are completed with.

use super::{Completions, Setup};
use crate::{
    Context,
    build_error::BuildErrorCode,
    component::{Callable, Calling, Common, Slot, Surroundings},
};

/// An argument, and all that it can be where its schema lists that.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub(crate) name: String,
    pub(crate) values: Option<Vec<String>>,
}

/// The arguments of a component, in their order, with what completes them.
#[derive(Default)]
pub(crate) struct Completers {
    all: Vec<Completer>,
    /// Whether a function takes what comes with HTTP alone.
    pub(crate) needs_http: bool,
}

/// An argument, and what completes it, if anything does.
pub(crate) struct Completer {
    name: String,
    pub(crate) callable: Option<Box<dyn Callable>>,
}

impl Completers {
    /// Completes arguments with the functions that were declared, and the others with what their schemas list; notes
    /// every mistake.
    pub(crate) fn new(
        common: &mut Common,
        offered: Vec<Offered>,
        around: &mut Surroundings<'_>,
    ) -> Self {
        let each = offered
            .into_iter()
            .map(|Offered { name, values }| Completer {
                name,
                callable: values.map(|values| Box::new(Listed(values)) as _),
            });
        let mut completers = Self {
            all: each.collect(),
            needs_http: false,
        };
        let mut done: Vec<String> = Vec::new();
        for (argument, setup) in std::mem::take(&mut common.completions) {
            let owner = common.owner();
            let error = |problem: &str, remedy| {
                owner.error(BuildErrorCode::InvalidCompletion, problem, remedy)
            };
            let found = completers.all.iter().position(|one| one.name == argument);
            match found {
                _ if done.contains(&argument) => around.errors.push(error(
                    &format!("`{argument}` is completed by two functions"),
                    "keep one of them".to_owned(),
                )),
                Some(found) => completers.complete(found, setup, common, around),
                None => around.errors.push(error(
                    &format!("a function completes `{argument}`, and there is no such argument"),
                    completers.remedy(),
                )),
            }
            done.push(argument);
        }
        completers
    }

    /// Completes the argument at a place with a function.
    fn complete(
        &mut self,
        place: usize,
        setup: Setup,
        common: &Common,
        around: &mut Surroundings<'_>,
    ) {
        let (pool, max_result) = (around.pool, around.max_result);
        let mut binder = around.binder(&common.name, common.place).for_completion();
        self.all[place].callable = setup(&mut binder, pool, max_result);
        self.needs_http |= binder.is_for_http_alone();
    }

    fn remedy(&self) -> String {
        match self.names() {
            names if names.is_empty() => "drop the function: there are no arguments".into(),
            names => format!("name one that there is: {names}"),
        }
    }

    /// The argument of this name.
    pub(crate) fn of(&self, argument: &str) -> Option<&Completer> {
        self.all.iter().find(|completer| completer.name == argument)
    }

    /// The names of all arguments.
    pub(crate) fn names(&self) -> String {
        let names: Vec<&str> = self.all.iter().map(|one| one.name.as_str()).collect();
        names.join(", ")
    }

    /// Whether any argument is completed.
    pub(crate) fn complete_any(&self) -> bool {
        self.all
            .iter()
            .any(|completer| completer.callable.is_some())
    }
}

/// Values that a schema lists.
struct Listed(Vec<String>);

impl Callable for Listed {
    fn call<'a>(&'a self, cx: &'a Context, _: &'a str, _: Slot) -> Calling<'a> {
        let typed = cx.call().completing.get().map_or("", |it| it.value());
        let answer = Completions::new(matching(&self.0, typed)).answer(cx);
        Box::pin(std::future::ready(Ok(answer)))
    }
}

/// The values that begin with what was typed, and behind them those that hold it elsewhere; case doesn't matter.
fn matching<'a>(values: &'a [String], typed: &str) -> Vec<&'a str> {
    let typed = typed.to_lowercase();
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for value in values {
        match value.to_lowercase().find(&typed) {
            Some(0) => first.push(value.as_str()),
            Some(_) => second.push(value.as_str()),
            None => {}
        }
    }
    first.append(&mut second);
    first
}

#[cfg(test)]
mod tests {
    use super::matching;

    #[test]
    fn what_begins_so_goes_before_what_holds_it() {
        let values = ["Science-Fiction", "fiction", "FICTIONAL", "poetry"].map(String::from);
        assert_eq!(
            matching(&values, "Fic"),
            ["fiction", "FICTIONAL", "Science-Fiction"]
        );
        assert_eq!(matching(&values, "").len(), 4);
        assert!(matching(&values, "drama").is_empty());
    }
}
