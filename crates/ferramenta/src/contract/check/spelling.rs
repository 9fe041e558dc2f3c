//! The texts of Rust's own types that no format of JSON Schema stands for.

use super::format::{digits, is_clock, is_date, is_date_time};

/// A time without an offset.
pub(super) fn is_partial_time(text: &str) -> bool {
    let (clock, fraction) = text.split_once('.').map_or((text, None), |(clock, fraction)| (clock, Some(fraction)));
    is_clock(clock) && fraction.is_none_or(is_fraction)
}

/// A date and a time, without an offset.
pub(super) fn is_partial_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else { return false };
    is_date(date) && is_partial_time(time)
}

/// A date, a time and an offset, with the name of a time zone behind them (RFC 9557).
pub(super) fn is_zoned_date_time(text: &str) -> bool {
    let Some((time, zone)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) else { return false };
    let name = |byte: u8| byte.is_ascii_alphanumeric() || b"/_+-".contains(&byte);
    is_date_time(time) && !zone.is_empty() && zone.bytes().all(name)
}

/// Calendar units and fixed ones, with a sign and a fraction of seconds.
pub(super) fn is_span(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('-').unwrap_or(text).strip_prefix('P') else { return false };
    are_parts(rest, "YMWD", 19)
}

/// Units that are always of one length.
pub(super) fn is_fixed_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let weeks = rest.strip_suffix('W');
    weeks.map_or_else(|| are_parts(rest, "D", 9), |weeks| is_count(weeks, 9))
}

/// Days and larger units, then a `T` and smaller ones; at least one in all, and one behind the `T`.
fn are_parts(text: &str, units: &str, most: usize) -> bool {
    let (days, time) = text.split_once('T').map_or((text, None), |(days, time)| (days, Some(time)));
    let days_fit = (days.is_empty() && time.is_some()) || are_units(days, units, most);
    days_fit && time.is_none_or(|time| are_units(time, "HMS", most))
}

/// Counts with their units, in the order of the units, at least one; seconds may have a fraction.
fn are_units(text: &str, units: &str, most: usize) -> bool {
    let (mut rest, mut units) = (text, units);
    while let Some(end) = rest.find(|c: char| c.is_ascii_uppercase()) {
        let (count, unit) = (&rest[..end], &rest[end..=end]);
        let Some(place) = units.find(unit) else { return false };
        let fits = match count.split_once('.') {
            Some((whole, fraction)) => unit == "S" && is_count(whole, most) && is_fraction(fraction),
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
    plain && digits(magnitude, magnitude.len()).is_some() && text.parse::<T>().is_ok()
}

/// Standard base64 with its padding.
pub(super) fn is_base64(text: &str) -> bool {
    use base64::{Engine as _, engine::general_purpose::STANDARD};
    STANDARD.decode(text).is_ok()
}
