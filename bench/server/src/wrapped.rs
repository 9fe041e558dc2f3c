use ferramenta::{Answer, Around, Context, Failure, Layer, Next, NextCall};

/// What is around requests and calls and does nothing.
pub(crate) struct Nothing;

impl Layer for Nothing {
    async fn handle(&self, _: &Context, next: Next<'_>) -> Result<Answer, Failure> {
        Ok(next.run().await)
    }
}

impl Around for Nothing {
    async fn around(&self, _: &Context, call: NextCall<'_>) -> Result<Answer, Failure> {
        Ok(call.run().await)
    }
}
