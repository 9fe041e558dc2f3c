use ferramenta::{Context, Failure};

/// One call, and who makes it: made anew for each.
#[derive(Debug)]
pub struct Visit {
    guest: String,
}

impl Visit {
    /// Begins the visit of whoever calls.
    ///
    /// # Errors
    /// None; a visit that needs a database would have some.
    pub async fn begin((cx,): (Context,)) -> Result<Self, Failure> {
        let guest = cx.identity().map_or("somebody", |caller| caller.subject());
        Ok(Self {
            guest: guest.to_owned(),
        })
    }

    /// The line that this visit leaves in the guest book.
    pub fn line(&self, message: &str) -> String {
        format!("{}: {message}", self.guest)
    }
}
