//! See `ferramenta_fuzz::uri_template`.

#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| ferramenta_fuzz::uri_template::check(input));
