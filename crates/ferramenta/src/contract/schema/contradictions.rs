//! Rules of one schema that no value can keep together.

use super::{
    compile::Compiler,
    model::{Limit, ListRules, Node, NumberRules, ObjectRules},
};

impl Compiler<'_> {
    pub(super) fn contradictions(&mut self, node: &Node, at: &str) {
        self.empty_range(&node.number, at);
        self.empty_lengths(node, at);
        self.empty_counts(&node.list, at);
        self.required_and_refused(&node.object, at);
    }

    fn empty_range(&mut self, rules: &NumberRules, at: &str) {
        let lower = [(&rules.minimum, true), (&rules.exclusive_minimum, false)];
        let upper = [(&rules.maximum, true), (&rules.exclusive_maximum, false)];
        for (min, from) in lower {
            for (max, to) in upper {
                if let (Some(min), Some(max)) = (min, max)
                    && (min.value > max.value || (min.value == max.value && !(from && to)))
                {
                    let problem = no_number(min, from, max, to);
                    self.error(at, &problem);
                }
            }
        }
    }

    fn empty_lengths(&mut self, node: &Node, at: &str) {
        let Node {
            text, list, object, ..
        } = node;
        for (what, min, max) in [
            ("text", text.min_length, text.max_length),
            ("list", list.min_items, list.max_items),
            ("object", object.min_properties, object.max_properties),
        ] {
            if min.zip(max).is_some_and(|(min, max)| min > max) {
                self.error(at, &format!("no {what} is as long as this asks for"));
            }
        }
    }

    fn empty_counts(&mut self, rules: &ListRules, at: &str) {
        let Some(contains) = &rules.contains else {
            return;
        };
        let most = [contains.max, rules.max_items].into_iter().flatten().min();
        if most.is_some_and(|most| contains.min > most) {
            self.error(at, "no list holds as many of these items as this asks for");
        }
    }

    fn required_and_refused(&mut self, rules: &ObjectRules, at: &str) {
        let closed =
            rules.additional.is_some_and(|id| self.nodes[id.0].never) && rules.patterns.is_empty();
        let unknown = |name: &&String| closed && rules.property(name).is_none();
        for name in rules.required.iter().filter(unknown) {
            self.error(at, &format!("`{name}` is required, and not allowed"));
        }
    }
}

fn no_number(min: &Limit, from: bool, max: &Limit, to: bool) -> String {
    let above = if from { "at least" } else { "more than" };
    let below = if to { "at most" } else { "less than" };
    format!(
        "no number is {above} {} and {below} {}",
        min.shown, max.shown
    )
}
