#![doc = include_str!("../README.md")]

mod argument;
mod doc;
mod entry;
mod errors;
mod krate;
mod literal;
mod name;
mod nearest;
mod range;
mod rules;
mod schema;
mod tool;
mod types;

use proc_macro::TokenStream;

#[proc_macro_attribute]
pub fn tool(attributes: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attributes.into(), item.into()).into()
}

#[proc_macro_attribute]
pub fn schema(attributes: TokenStream, item: TokenStream) -> TokenStream {
    schema::expand(attributes.into(), item.into()).into()
}
