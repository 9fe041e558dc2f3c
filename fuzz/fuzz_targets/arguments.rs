//! See `ferramenta_fuzz::arguments`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::arguments::check(input));
