//! What tools cost before one is called.

use super::finding::{Finding, Severity};
use crate::contract::{Contract, tokens_of};

/// How many tokens tools may cost, about, in each conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// One tool, 1,000 if not given.
    pub tool: usize,
    /// All tools, 10,000 if not given.
    pub server: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            tool: 1_000,
            server: 10_000,
        }
    }
}

/// More tools aren't taken in one request, of all servers together.
const MOST_TOOLS: usize = 128;

pub(super) fn findings(contract: &Contract, budget: &Budget) -> Vec<Finding> {
    let dear = contract.tools.iter().filter_map(|(name, tool)| {
        let (cost, budget) = (tokens_of(name, tool), budget.tool);
        (cost > budget).then(|| {
            let text = format!(
                "it costs about {cost} tokens in each conversation; the budget is {budget}"
            );
            Finding::new("tool-cost", Severity::Warning, format!("tool {name}"), text)
        })
    });
    let mut findings: Vec<Finding> = dear.collect();
    let (cost, budget) = (contract.tokens(), budget.server);
    if cost > budget {
        let text = format!(
            "all tools cost about {cost} tokens in each conversation; the budget is {budget}"
        );
        findings.push(Finding::new(
            "server-cost",
            Severity::Warning,
            "server",
            text,
        ));
    }
    let count = contract.tools.len();
    if count > MOST_TOOLS {
        let text =
            format!("there are {count} tools; at most {MOST_TOOLS} are taken in one request");
        let finding = Finding::new("tool-count", Severity::Error, "server", text);
        findings.push(finding.by(&["VS Code", "OpenAI's API"]));
    }
    findings
}
