//! Text that stands in JSON as it is: without quotes, backslashes and control characters.

/// Bytes that are looked at together in a long text.
const BLOCK: usize = 32;
/// Up to so many bytes a text is short: most are.
const SHORT: usize = 64;

/// The length of the text before the first quote, backslash or control character.
pub(crate) fn plain_length(text: &[u8]) -> usize {
    let short = &text[..text.len().min(SHORT)];
    let mut passed = words(short);
    if passed < short.len() {
        return passed;
    }
    let (blocks, _) = text[passed..].as_chunks::<BLOCK>();
    passed += BLOCK * blocks.iter().take_while(|block| is_plain(block)).count();
    passed + words(&text[passed..])
}

/// The same, eight bytes at a time.
fn words(text: &[u8]) -> usize {
    let (words, rest) = text.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let stops = stops(u64::from_le_bytes(*word));
        if stops != 0 {
            return index * 8 + stops.trailing_zeros() as usize / 8;
        }
    }
    let stop = rest.iter().position(|byte| is_stop(*byte));
    text.len() - rest.len() + stop.unwrap_or(rest.len())
}

const fn is_stop(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether a block is plain; without a branch for each byte, so that it is compiled to vector instructions.
fn is_plain(block: &[u8; BLOCK]) -> bool {
    let stops = block.iter().fold(0, |stops, byte| {
        stops | u8::from(*byte < 0x20) | u8::from(*byte == b'"') | u8::from(*byte == b'\\')
    });
    stops == 0
}

/// The high bit of each byte that a text stops at; bits above the lowest one may be wrong.
const fn stops(word: u64) -> u64 {
    const LOW: u64 = 0x0101_0101_0101_0101;
    const HIGH: u64 = 0x8080_8080_8080_8080;
    let quote = word ^ (LOW * b'"' as u64);
    let escape = word ^ (LOW * b'\\' as u64);
    let is_quote = quote.wrapping_sub(LOW) & !quote;
    let is_escape = escape.wrapping_sub(LOW) & !escape;
    let is_control = word.wrapping_sub(LOW * 0x20) & !word;
    (is_quote | is_escape | is_control) & HIGH
}

#[cfg(test)]
mod tests {
    use super::plain_length;

    #[test]
    fn texts_stop_at_the_first_byte_that_is_not_plain() {
        for length in 0..200 {
            let plain: String = "aé\u{7f} ".repeat(80).chars().take(length).collect();
            assert_eq!(plain_length(plain.as_bytes()), plain.len());
            for stop in ["\"", "\\", "\u{1f}", "\0"] {
                let text = format!("{plain}{stop}é\"\n");
                assert_eq!(plain_length(text.as_bytes()), plain.len(), "{text:?}");
            }
        }
    }
}
