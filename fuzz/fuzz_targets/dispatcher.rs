//! See `ferramenta_fuzz::dispatcher`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::dispatcher::check(input));
