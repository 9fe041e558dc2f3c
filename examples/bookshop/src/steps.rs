//! `search_books`, step by step: from a bare function to one that says all it knows.

/// Two arguments, both required.
pub mod required {
    use ferramenta::tool;

    /// Search the catalog by title or author.
    #[tool]
    pub fn search_books(query: String, limit: i64) -> String {
        format!("Found 3 books matching '{query}' (showing up to {limit}).")
    }
}

/// A default makes an argument optional.
pub mod with_default {
    use ferramenta::tool;

    /// Search the catalog by title or author.
    #[tool]
    pub fn search_books(query: String, #[arg(default = 10)] limit: i64) -> String {
        format!("Found 3 books matching '{query}' (showing up to {limit}).")
    }
}

/// Descriptions, a range, and a choice.
pub mod constrained {
    use ferramenta::tool;

    use crate::Genre;

    /// Search the catalog by title or author.
    #[tool]
    pub fn search_books(
        /// Title or author to search for.
        query: String,
        /// Maximum number of results.
        #[arg(default = 10, range(1..=50))]
        limit: i64,
        genre: Option<Genre>,
    ) -> String {
        let place = genre
            .map(|genre| format!(" in {}", genre.name()))
            .unwrap_or_default();
        format!("Found 3 books matching '{query}'{place} (showing up to {limit}).")
    }
}

/// A title for people, and hints for clients.
pub mod annotated {
    use ferramenta::tool;

    /// Search the catalog by title or author.
    #[tool(title = "Search the catalog", read_only, closed_world)]
    pub fn search_books(query: String) -> String {
        format!("Found 3 books matching '{query}'.")
    }
}
