//! What does not compile, and what is said of it.
//!
//! The texts are those of one version of the compiler; `TRYBUILD=overwrite cargo test --test compile_fail`
//! writes them anew.

#[test]
fn mistakes_are_explained_at_their_place() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}

#[cfg(not(feature = "rate-limits"))]
#[test]
fn what_needs_a_feature_names_it() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/features/*.rs");
}
