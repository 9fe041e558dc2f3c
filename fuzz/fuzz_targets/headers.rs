//! See `ferramenta_fuzz::headers`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::headers::check(input));
