//! Times such as `"30s"`.

use std::time::Duration;

use syn::LitStr;

use crate::{
    entry::Entry,
    literal::{Literal, literal},
};

/// Reads `timeout = "30s"`.
pub(super) fn of(entry: &Entry) -> syn::Result<Duration> {
    let seconds = match entry.expr().ok().and_then(literal) {
        Some(Literal::Int(seconds)) if seconds > 0 => seconds,
        _ => 30,
    };
    let text = entry.text_such_as(&format!("{seconds}s"))?;
    parse(&text)
}

/// Reads a time with its unit: `ms`, `s`, `m` or `h`.
fn parse(text: &LitStr) -> syn::Result<Duration> {
    read(&text.value()).ok_or_else(|| {
        let message = format!(
            "`{}` is not a time: write a whole number and `ms`, `s`, `m` or `h`, such as \"30s\"",
            text.value()
        );
        syn::Error::new(text.span(), message)
    })
}

fn read(text: &str) -> Option<Duration> {
    let unit = text.find(|letter: char| !letter.is_ascii_digit())?;
    let (count, unit) = text.split_at(unit);
    let milliseconds: u64 = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    let count = count.parse::<u64>().ok().filter(|count| *count > 0)?;
    count.checked_mul(milliseconds).map(Duration::from_millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(read("250ms"), Some(Duration::from_millis(250)));
        assert_eq!(read("2m"), Some(Duration::from_secs(120)));
        assert_eq!(read("1 h"), Some(Duration::from_secs(3_600)));
        for wrong in [
            "",
            "30",
            "s",
            "0s",
            "-1s",
            "1.5s",
            "30 seconds",
            "99999999999999999999h",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
