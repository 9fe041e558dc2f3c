//! The texts of Rust's own types that no format of JSON Schema stands for.

use base64::{Engine as _, engine::general_purpose::STANDARD};

use super::format::{Format, is_clock, is_date, is_date_time};

impl Format {
    /// The pattern that is published for a form that no format of JSON Schema stands for; the form itself is
    /// narrower where a pattern would become unreadable.
    pub(crate) const fn pattern(self) -> Option<&'static str> {
        Some(match self {
            Self::PartialTime => r"^([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?$",
            Self::PartialDateTime => {
                r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?$"
            }
            Self::ZonedDateTime => {
                r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?(Z|[+-][0-9]{2}:[0-9]{2})\[[A-Za-z0-9/_:+-]+\]$"
            }
            Self::Span => {
                r"^-?P([0-9]+Y)?([0-9]+M)?([0-9]+W)?([0-9]+D)?(T([0-9]+H)?([0-9]+M)?([0-9]+(\.[0-9]{1,9})?S)?)?$"
            }
            Self::FixedDuration => {
                r"^P([0-9]{1,9}W|([0-9]{1,9}D)?(T([0-9]{1,9}H)?([0-9]{1,9}M)?([0-9]{1,9}(\.[0-9]{1,9})?S)?)?)$"
            }
            Self::Signed64 => "^(0|-?[1-9][0-9]{0,18})$",
            Self::Unsigned64 => "^(0|[1-9][0-9]{0,19})$",
            Self::Base64 => {
                "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$"
            }
            _ => return None,
        })
    }
}

/// A time without an offset.
pub(super) fn is_partial_time(text: &str) -> bool {
    let (clock, fraction) = text
        .split_once('.')
        .map_or((text, None), |(clock, fraction)| (clock, Some(fraction)));
    is_clock(clock) && fraction.is_none_or(is_fraction)
}

/// A date and a time, without an offset.
pub(super) fn is_partial_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else {
        return false;
    };
    is_date(date) && is_partial_time(time)
}

/// A date, a time and an offset, with the name of a time zone behind them (RFC 9557).
pub(super) fn is_zoned_date_time(text: &str) -> bool {
    let Some((time, zone)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) else {
        return false;
    };
    let name = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-:".contains(&byte);
    is_date_time(time) && !zone.is_empty() && zone.bytes().all(name)
}

/// Calendar units and fixed ones, with a sign and a fraction of seconds.
pub(super) fn is_span(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-').unwrap_or(text).strip_prefix('P') else {
        return false;
    };
    are_parts(rest, "YMWD", 19)
}

/// Units that are always of one length.
pub(super) fn is_fixed_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else {
        return false;
    };
    let weeks = rest.strip_suffix('W');
    weeks.map_or_else(|| are_parts(rest, "D", 9), |weeks| is_count(weeks, 9))
}

/// Days and larger units, then a `T` and smaller ones; at least one in all, and one behind the `T`.
fn are_parts(text: &str, units: &str, most: usize) -> bool {
    let (days, time) = text
        .split_once('T')
        .map_or((text, None), |(days, time)| (days, Some(time)));
    let days_fit = (days.is_empty() && time.is_some()) || are_units(days, units, most);
    days_fit && time.is_none_or(|time| are_units(time, "HMS", most))
}

/// Counts with their units, in the order of the units, at least one; seconds may have a fraction.
fn are_units(text: &str, units: &str, most: usize) -> bool {
    let (mut rest, mut units) = (text, units);
    while let Some(end) = rest.find(|c: char| c.is_ascii_uppercase()) {
        let (count, unit) = (&rest[..end], &rest[end..=end]);
        let Some(place) = units.find(unit) else {
            return false;
        };
        let fits = match count.split_once('.') {
            Some((whole, fraction)) => {
                unit == "S" && is_count(whole, most) && is_fraction(fraction)
            }
            None => is_count(count, most),
        };
        if !fits {
            return false;
        }
        (rest, units) = (&rest[end + 1..], &units[place + 1..]);
    }
    rest.is_empty() && !text.is_empty()
}

fn is_count(text: &str, most: usize) -> bool {
    (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_fraction(text: &str) -> bool {
    is_count(text, 9)
}

/// The digits of an integer, without a sign or zeros that say nothing.
pub(super) fn is_integer<T: std::str::FromStr>(text: &str) -> bool {
    let magnitude = text.strip_prefix('-').unwrap_or(text);
    let plain = !magnitude.starts_with('0') || text == "0";
    plain && is_count(magnitude, 20) && text.parse::<T>().is_ok()
}

/// Standard base64 with its padding.
pub(super) fn is_base64(text: &str) -> bool {
    STANDARD.decode(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn forms_keep_their_published_pattern() {
        for (form, accepted, refused) in [
            (
                Format::PartialTime,
                &["00:00:00", "23:59:59.123456789"][..],
                &["23:59:60", "1:00:00", "12:00", "12:00:00Z", "12:00:00."][..],
            ),
            (
                Format::PartialDateTime,
                &["2024-02-29T00:00:00"],
                &[
                    "2024-02-29 00:00:00",
                    "2023-02-29T00:00:00",
                    "2024-02-29T00:00:00Z",
                ],
            ),
            (
                Format::ZonedDateTime,
                &["2024-02-29T00:00:00+02:00[Europe/Rome]"],
                &["2024-02-29T00:00:00+02:00", "2024-02-29T00:00:00[]"],
            ),
            (
                Format::Span,
                &["P1Y2M3W4DT5H6M7.5S", "-PT1S", "P1Y1D", "PT1M"],
                &["P", "PT", "P1DT", "P1H", "P1S", "P1D1Y", "PT1S1M", "P1.5D"],
            ),
            (
                Format::FixedDuration,
                &["P1W", "P1DT1S", "PT1H1S", "PT0.000000001S"],
                &["P1Y", "P1M", "P1WT1S", "P", "P1DT", "-P1D", "PT1234567890S"],
            ),
            (
                Format::Signed64,
                &["0", "-1", "-9223372036854775808"],
                &["-0", "01", "9223372036854775808", "", "-", "+1"],
            ),
            (
                Format::Unsigned64,
                &["0", "18446744073709551615"],
                &["18446744073709551616", "-1", "1.0"],
            ),
            (
                Format::Base64,
                &["", "QQ==", "QUI=", "QUJD"],
                &["QQ", "QR==", "QUJ=", "Q===", "QQ==\n", "QUJ-"],
            ),
        ] {
            let pattern = form
                .pattern()
                .and_then(|pattern| regex_lite::Regex::new(pattern).ok())
                .unwrap_or_else(|| panic!("{}", form.name()));
            for text in accepted.iter().chain([&form.example()]) {
                assert!(
                    form.accepts(text) && pattern.is_match(text),
                    "{form:?} {text}"
                );
            }
            refused
                .iter()
                .for_each(|text| assert!(!form.accepts(text), "{form:?} {text}"));
        }
    }
}
