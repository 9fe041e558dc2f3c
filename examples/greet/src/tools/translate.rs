use std::sync::Arc;

use ferramenta::{Failure, Inject, OrFail, Response, ToolResult, schema, tool};
use serde_json::Value;

use crate::services::Phrasebook;

/// A greeting in another language.
#[schema(output)]
#[derive(Debug)]
pub struct Translation {
    /// The language.
    pub language: String,
    /// The greeting in this language.
    pub greeting: String,
}

/// Hands on what a phrasebook has: whole results of the protocol, held against a contract.
#[derive(Debug, Inject)]
pub struct TranslateTool {
    phrasebook: Arc<Phrasebook>,
}

/// Say hello in another language.
#[tool(read_only, closed_world, output = Translation)]
impl TranslateTool {
    async fn handle(
        &self,
        /// The language, by its English name in small letters.
        language: String,
    ) -> ToolResult<Response> {
        let entry = self.phrasebook.find(&language);
        let entry = entry.or_fail("There is no greeting in this language.")?;
        let result: Value = serde_json::from_str(entry)?;
        // a broken entry is none of the model's business
        Response::from_json(&result).map_err(Failure::hidden)
    }
}
