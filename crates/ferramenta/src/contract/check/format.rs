//! The formats of texts, as strict as their standards.

use std::net::{Ipv4Addr, Ipv6Addr};

use super::spelling;

/// A format that is understood: those of JSON Schema 2020-12 (*Defined Formats*), and the forms of Rust's
/// own types, which are published as a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Date,
    Time,
    DateTime,
    Duration,
    Uuid,
    Uri,
    Email,
    Hostname,
    Ipv4,
    Ipv6,
    PartialTime,
    PartialDateTime,
    ZonedDateTime,
    Span,
    FixedDuration,
    Signed64,
    Unsigned64,
    Base64,
}

const STANDARD: [Format; 10] = [
    Format::Date,
    Format::Time,
    Format::DateTime,
    Format::Duration,
    Format::Uuid,
    Format::Uri,
    Format::Email,
    Format::Hostname,
    Format::Ipv4,
    Format::Ipv6,
];

const PRIVATE: [Format; 8] = [
    Format::PartialTime,
    Format::PartialDateTime,
    Format::ZonedDateTime,
    Format::Span,
    Format::FixedDuration,
    Format::Signed64,
    Format::Unsigned64,
    Format::Base64,
];

impl Format {
    /// The format of JSON Schema with this name.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        STANDARD.into_iter().find(|format| format.name() == name)
    }

    /// The form of a type with this name.
    pub(crate) fn parse_private(name: &str) -> Option<Self> {
        PRIVATE.into_iter().find(|format| format.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        self.words().0
    }

    /// The format with its article, as messages have it.
    pub(crate) const fn with_article(self) -> &'static str {
        self.words().1
    }

    pub(crate) const fn example(self) -> &'static str {
        self.words().2
    }

    const fn words(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Date => ("date", "a date", "2026-07-28"),
            Self::Time => ("time", "a time", "14:30:00Z"),
            Self::DateTime => ("date-time", "a date and time", "2026-07-28T14:30:00Z"),
            Self::Duration => ("duration", "a duration", "P1DT12H"),
            Self::Uuid => ("uuid", "a UUID", "123e4567-e89b-12d3-a456-426614174000"),
            Self::Uri => ("uri", "a URI", "urn:isbn:9780441013593"),
            Self::Email => ("email", "an email address", "ada@example.com"),
            Self::Hostname => ("hostname", "a host name", "example.com"),
            Self::Ipv4 => ("ipv4", "an IPv4 address", "192.0.2.1"),
            Self::Ipv6 => ("ipv6", "an IPv6 address", "2001:db8::1"),
            Self::PartialTime => ("partial-time", "a time without an offset", "14:30:00"),
            Self::PartialDateTime => (
                "partial-date-time",
                "a date and time without an offset",
                "2026-07-28T14:30:00",
            ),
            Self::ZonedDateTime => (
                "zoned-date-time",
                "a date and time with its zone",
                "2026-07-28T14:30:00+02:00[Europe/Rome]",
            ),
            Self::Span => ("span", "a duration", "P1DT12H30M"),
            Self::FixedDuration => (
                "fixed-duration",
                "a duration without months and years",
                "P1DT12H30M",
            ),
            Self::Signed64 => ("int64", "an integer of 64 bits", "9007199254740993"),
            Self::Unsigned64 => (
                "uint64",
                "an integer of 64 bits without a sign",
                "9007199254740993",
            ),
            Self::Base64 => ("base64", "base64", "SGVsbG8="),
        }
    }

    pub(crate) fn accepts(self, text: &str) -> bool {
        match self {
            Self::Date => is_date(text),
            Self::Time => is_time(text),
            Self::DateTime => is_date_time(text),
            Self::Duration => is_duration(text),
            Self::Uuid => is_uuid(text),
            Self::Uri => is_uri(text),
            Self::Email => is_email(text),
            Self::Hostname => is_hostname(text),
            Self::Ipv4 => text.parse::<Ipv4Addr>().is_ok(),
            Self::Ipv6 => text.parse::<Ipv6Addr>().is_ok(),
            Self::PartialTime => spelling::is_partial_time(text),
            Self::PartialDateTime => spelling::is_partial_date_time(text),
            Self::ZonedDateTime => spelling::is_zoned_date_time(text),
            Self::Span => spelling::is_span(text),
            Self::FixedDuration => spelling::is_fixed_duration(text),
            Self::Signed64 => spelling::is_integer::<i64>(text),
            Self::Unsigned64 => spelling::is_integer::<u64>(text),
            Self::Base64 => spelling::is_base64(text),
        }
    }
}

/// A number of exactly so many digits.
pub(super) fn digits(text: &str, count: usize) -> Option<u32> {
    (text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

/// RFC 3339 `full-date`.
pub(super) fn is_date(text: &str) -> bool {
    let mut parts = text.splitn(3, '-');
    let mut part = |count| parts.next().and_then(|part| digits(part, count));
    let (Some(year), Some(month), Some(day)) = (part(4), part(2), part(2)) else {
        return false;
    };
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
}

/// RFC 3339 `full-time`: with an offset, and a leap second only at the end of a day in UTC.
fn is_time(text: &str) -> bool {
    let Some((clock, rest)) = text.split_at_checked(8) else {
        return false;
    };
    let offset = match rest.strip_prefix('.') {
        None => rest,
        Some(fraction) => {
            let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
            if length == 0 {
                return false;
            }
            &fraction[length..]
        }
    };
    let Some((hour, minute, second)) = clock_parts(clock) else {
        return false;
    };
    offset_minutes(offset).is_some_and(|offset| {
        let at = (i64::from(hour) * 60 + i64::from(minute) - offset).rem_euclid(24 * 60);
        second < 60 || at == 23 * 60 + 59
    })
}

/// `HH:MM:SS`, without a leap second.
pub(super) fn is_clock(text: &str) -> bool {
    clock_parts(text).is_some_and(|(_, _, second)| second < 60)
}

/// Hour, minute and second of `HH:MM:SS`, which may be a leap second.
fn clock_parts(text: &str) -> Option<(u32, u32, u32)> {
    let mut parts = text.splitn(3, ':');
    let mut part = |most| {
        parts
            .next()
            .and_then(|part| digits(part, 2))
            .filter(|number| *number <= most)
    };
    Some((part(23)?, part(59)?, part(60)?))
}

/// The minutes east of UTC of `Z` or `±HH:MM`.
fn offset_minutes(text: &str) -> Option<i64> {
    if matches!(text, "Z" | "z") {
        return Some(0);
    }
    let sign = match text.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = text[1..].split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    (hours < 24 && minutes < 60).then(|| sign * (i64::from(hours) * 60 + i64::from(minutes)))
}

/// RFC 3339 `date-time`.
pub(super) fn is_date_time(text: &str) -> bool {
    let Some((date, rest)) = text.split_at_checked(10) else {
        return false;
    };
    is_date(date) && rest.strip_prefix(['T', 't']).is_some_and(is_time)
}

/// RFC 3339, appendix A: `P1Y2M3DT4H5M6S` or `P4W`, each unit at most once and without gaps.
fn is_duration(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else {
        return false;
    };
    if let Some(weeks) = rest.strip_suffix('W') {
        return !weeks.is_empty() && weeks.bytes().all(|byte| byte.is_ascii_digit());
    }
    let (date, time) = rest
        .split_once('T')
        .map_or((rest, None), |(date, time)| (date, Some(time)));
    let date_fits = date.is_empty() || are_units(date, "YMD");
    let time_fits = time.is_none_or(|time| are_units(time, "HMS"));
    date_fits && time_fits && !(date.is_empty() && time.is_none())
}

/// Numbers with their units, in a row of units without gaps.
fn are_units(text: &str, units: &str) -> bool {
    let mut rest = text;
    let mut expected: Option<usize> = None;
    while !rest.is_empty() {
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let place = rest[length..]
            .chars()
            .next()
            .and_then(|unit| units.find(unit));
        let Some(place) =
            place.filter(|place| length > 0 && expected.is_none_or(|next| next == *place))
        else {
            return false;
        };
        expected = Some(place + 1);
        rest = &rest[length + 1..];
    }
    expected.is_some()
}

/// RFC 9562, with its hyphens.
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(index, byte)| match index {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// RFC 3986: a scheme, and only characters that a URI may hold.
fn is_uri(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once(':') else {
        return false;
    };
    let scheme_fits = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte));
    let host_fits = rest.strip_prefix("//").is_none_or(|rest| {
        let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
        authority.matches('[').count() <= 1 && authority.contains('[') == authority.contains(']')
    });
    let path = rest.strip_prefix("//").map_or(rest, |rest| {
        rest.find(['/', '?', '#']).map_or("", |at| &rest[at..])
    });
    scheme_fits
        && host_fits
        && !path.contains(['[', ']'])
        && rest.matches('#').count() <= 1
        && are_uri_characters(rest)
}

fn are_uri_characters(text: &str) -> bool {
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        let fits = match byte {
            b'%' => {
                let mut hex = || bytes.next().is_some_and(|byte| byte.is_ascii_hexdigit());
                hex() && hex()
            }
            _ => byte.is_ascii_alphanumeric() || b"-._~:/?#[]@!$&'()*+,;=".contains(&byte),
        };
        if !fits {
            return false;
        }
    }
    true
}

/// RFC 5321, without quoted names and address literals.
fn is_email(text: &str) -> bool {
    let Some((name, host)) = text.rsplit_once('@') else {
        return false;
    };
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~.".contains(&byte);
    let dots = !name.starts_with('.') && !name.ends_with('.') && !name.contains("..");
    (1..=64).contains(&name.len()) && name.bytes().all(allowed) && dots && is_hostname(host)
}

/// RFC 1123.
fn is_hostname(text: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    text.len() <= 253 && text.split('.').all(label)
}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn formats_are_as_strict_as_their_standards() {
        for (format, accepted, refused) in [
            (
                "date",
                &["2024-02-29", "0000-01-01"][..],
                &[
                    "2023-02-29",
                    "2024-1-1",
                    "+12024-01-01",
                    "2024-13-01",
                    "2024-00-10",
                    "",
                ][..],
            ),
            (
                "time",
                &[
                    "23:59:60Z",
                    "12:00:00+01:30",
                    "00:00:00.123Z",
                    "01:29:60+01:30",
                ],
                &[
                    "12:00:00",
                    "24:00:00Z",
                    "12:00:60Z",
                    "12:00Z",
                    "12:00:00.Z",
                    "12:00:00+0100",
                ],
            ),
            (
                "date-time",
                &["2024-02-29T00:00:00Z", "2024-01-01t00:00:00z"],
                &[
                    "2024-01-01 00:00:00Z",
                    "2024-01-01T00:00:00+0000",
                    "2024-01-01",
                ],
            ),
            (
                "duration",
                &["P1Y2M3DT4H5M6S", "P4W", "PT1S", "P1D"],
                &["P", "PT", "P1H", "1D", "P1Y1D", "P1S", "P1W1D", "P-1D"],
            ),
            (
                "uuid",
                &["123E4567-e89b-12d3-a456-426614174000"],
                &[
                    "123e4567e89b12d3a456426614174000",
                    "urn:uuid:123e4567-e89b-12d3-a456-426614174000",
                    "{123e4567-e89b-12d3-a456-426614174000}",
                ],
            ),
            (
                "uri",
                &[
                    "https://example.com/a?b=%20#c",
                    "urn:isbn:1",
                    "http://[::1]/",
                ],
                &[
                    "/a",
                    "https://exämple.com",
                    "a b:c",
                    "http://a/%2",
                    "http://a/[b]",
                ],
            ),
            (
                "email",
                &["a.b+c@example.com"],
                &["a@", "@a", "a..b@c", "a b@c", "a@b_c"],
            ),
            (
                "hostname",
                &["a", "a-b.example.com"],
                &["-a", "a.", "a_b", ""],
            ),
            (
                "ipv4",
                &["0.0.0.0", "255.255.255.255"],
                &["256.0.0.1", "1.2.3", "01.2.3.4"],
            ),
            ("ipv6", &["::1", "2001:db8::1"], &["1", ":::", "::1%eth0"]),
        ] {
            let known = Format::parse(format)
                .or_else(|| Format::parse_private(format))
                .expect(format);
            accepted
                .iter()
                .for_each(|text| assert!(known.accepts(text), "{format} {text}"));
            refused
                .iter()
                .for_each(|text| assert!(!known.accepts(text), "{format} {text}"));
            assert!(known.accepts(known.example()), "{format}");
        }
    }
}
