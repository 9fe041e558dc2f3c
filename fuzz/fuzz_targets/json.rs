//! See `ferramenta_fuzz::json`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::json::check(input));
