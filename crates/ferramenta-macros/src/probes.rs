//! Questions whether types say how they are made; the compiler answers them.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Path, Type};

/// The body of a closure over `registry` that notes how each of the types is made that says so.
/// Beside a type stands the `#[cfg(..)]` under which it is there.
pub(crate) fn of<'a>(
    types: impl Iterator<Item = (Option<&'a TokenStream>, &'a Type)>,
    private: &Path,
) -> TokenStream {
    let probes: Vec<_> = types
        .map(|(cfg, ty)| quote!(#cfg (&#private::Probe::<#ty>::NEW).register(registry);))
        .collect();
    if probes.is_empty() {
        return quote!(let _ = registry;);
    }
    quote! {
        #[allow(unused_imports)]
        use #private::{Known as _, Unknown as _};
        let _ = &registry;
        #(#probes)*
    }
}
