//! See `ferramenta_fuzz::events`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::events::check(input));
