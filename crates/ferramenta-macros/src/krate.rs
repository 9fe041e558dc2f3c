//! Paths into the library.

use proc_macro2::Span;
use syn::{Path, parse_quote};

/// Where the library is found: `::ferramenta`, or what `crate = ..` says.
pub(crate) struct Library {
    pub(crate) public: Path,
    pub(crate) private: Path,
}

impl Library {
    pub(crate) fn new(path: Option<Path>) -> Self {
        let public = path.unwrap_or_else(|| {
            let ferramenta = proc_macro2::Ident::new("ferramenta", Span::call_site());
            parse_quote!(::#ferramenta)
        });
        let private = parse_quote!(#public::__private);
        Self { public, private }
    }
}
