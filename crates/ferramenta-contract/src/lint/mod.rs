//! What hosts and model providers refuse or get wrong.
//!
//! A rule says who refuses something only where that was seen: an answer of a provider, or a host's own words.

mod characters;
mod cost;
mod descriptions;
mod finding;
mod lookalikes;
mod names;
mod parts;
mod schemas;

pub use self::{
    cost::Budget,
    finding::{Finding, Severity},
};
use crate::contract::Contract;

/// All findings, the gravest first.
pub(crate) fn findings(contract: &Contract, budget: &Budget) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (name, tool) in &contract.tools {
        let place = format!("tool {name}");
        findings.extend(names::findings(name, &place));
        if let Some(schema) = tool.get("inputSchema") {
            findings.extend(schemas::findings(schema, &place));
        }
        findings.extend(descriptions::of_tool(tool, &place));
    }
    for (name, prompt) in &contract.prompts {
        findings.extend(descriptions::of_prompt(prompt, &format!("prompt {name}")));
    }
    findings.extend(characters::findings(contract));
    findings.extend(lookalikes::findings(contract));
    findings.extend(cost::findings(contract, budget));
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    findings
}
