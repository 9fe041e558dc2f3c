//! See `ferramenta_fuzz::cursors`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::cursors::check(input));
