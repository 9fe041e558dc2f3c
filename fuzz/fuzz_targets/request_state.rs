//! See `ferramenta_fuzz::request_state`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::request_state::check(input));
