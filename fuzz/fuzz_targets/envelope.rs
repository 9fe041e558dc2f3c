//! See `ferramenta_fuzz::envelope`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::envelope::check(input));
