use ferramenta::{ParamSpec, ToolDef, schema, tool};

/// `summarize` as `async fn`.
pub(crate) type Summarize = in_task::summarize;
/// The tools as `async fn`.
pub(crate) type Async = (in_task::echo, Summarize);
/// The tools as `#[tool(inline)] fn`.
pub(crate) type Inline = (inline::echo, inline::summarize);
/// The tools as `fn` on the blocking pool.
pub(crate) type Pooled = (pooled::echo, pooled::summarize);

#[schema]
pub(crate) struct Summary {
    count: u64,
    total: f64,
}

fn sum(values: &[f64]) -> Summary {
    Summary {
        count: values.len() as u64,
        total: values.iter().sum(),
    }
}

mod in_task {
    use super::{Summary, sum, tool};

    /// Returns the message.
    #[tool]
    pub(crate) async fn echo(message: String) -> String {
        message
    }

    /// Counts and adds numbers.
    #[tool]
    pub(crate) async fn summarize(values: Vec<f64>) -> Summary {
        sum(&values)
    }
}

mod inline {
    use super::{Summary, sum, tool};

    /// Returns the message.
    #[tool(inline)]
    pub(crate) fn echo(message: String) -> String {
        message
    }

    /// Counts and adds numbers.
    #[tool(inline)]
    pub(crate) fn summarize(values: Vec<f64>) -> Summary {
        sum(&values)
    }
}

mod pooled {
    use super::{Summary, sum, tool};

    /// Returns the message.
    #[tool]
    pub(crate) fn echo(message: String) -> String {
        message
    }

    /// Counts and adds numbers.
    #[tool]
    pub(crate) fn summarize(values: Vec<f64>) -> Summary {
        sum(&values)
    }
}

/// A tool that is there to be many.
pub(crate) fn filler(number: usize) -> ToolDef {
    let specs = (
        ParamSpec::<String>::new("key"),
        ParamSpec::<i64>::new("limit").range(Some(1.into()), Some(1000.into())),
        ParamSpec::<bool>::new("verbose"),
    );
    ToolDef::new(format!("filler_{number}"))
        .description("Fills the list.")
        .handler(
            specs,
            |(key, limit, verbose): (String, i64, bool)| async move {
                format!("{key} {limit} {verbose}")
            },
        )
}
