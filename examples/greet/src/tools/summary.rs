use ferramenta::{Args, Inject, Structured, schema, tool};

#[schema(input)]
struct SummaryInput {
    values: Vec<f64>,
}

#[schema(output)]
struct SummaryOutput {
    count: usize,
    total: f64,
}

/// Sums up numbers: contracts on both sides, and a name of its own.
#[derive(Debug, Inject)]
pub struct SummaryTool;

/// Count numbers and add them up.
#[tool(name = "summarize", read_only)]
impl SummaryTool {
    async fn handle(&self, Args(input): Args<SummaryInput>) -> Structured<SummaryOutput> {
        Structured(SummaryOutput {
            count: input.values.len(),
            // the empty sum of floats is -0.0
            total: input.values.iter().fold(0.0, |total, value| total + value),
        })
    }
}
