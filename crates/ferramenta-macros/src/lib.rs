#![doc = include_str!("../README.md")]
use proc_macro::TokenStream;
/// x
#[proc_macro_attribute]
pub fn tool(_: TokenStream, item: TokenStream) -> TokenStream { item }
/// x
#[proc_macro_attribute]
pub fn schema(_: TokenStream, item: TokenStream) -> TokenStream { item }
