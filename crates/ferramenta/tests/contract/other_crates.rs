//! The types of other crates, each behind its feature.

#![allow(unused_imports, reason = "without their features there are none")]

use ferramenta::{Iso, ParamSpec};

use super::{
    call::echo,
    inputs::{Input, input},
};

pub fn all() -> Vec<Input> {
    #[allow(unused_mut, reason = "without their features there are none")]
    let mut inputs = Vec::new();
    #[cfg(feature = "chrono")]
    inputs.extend(chrono_types());
    #[cfg(feature = "jiff")]
    inputs.extend(jiff_types());
    #[cfg(feature = "time")]
    inputs.extend(time_types());
    #[cfg(feature = "uuid")]
    inputs.push(
        input!(
            uuid::Uuid,
            [
                "\"123e4567-e89b-12d3-a456-426614174000\"",
                "\"123E4567-E89B-12D3-A456-426614174000\""
            ],
            [
                "\"123e4567e89b12d3a456426614174000\"",
                "\"{123e4567-e89b-12d3-a456-426614174000}\""
            ]
        )
        .respelled(),
    );
    #[cfg(feature = "url")]
    inputs.push(
        input!(
            url::Url,
            ["\"https://example.com/a?b#c\"", "\"urn:isbn:1\""],
            ["\"/a\"", "\"https://exämple.com\"", "\"http://a:99999/\""]
        )
        .respelled()
        .narrower("URIs that no URL of the web can be"),
    );
    #[cfg(feature = "decimal")]
    inputs.push(
        input!(
            rust_decimal::Decimal,
            ["\"0.10\"", "12345678901234567890.12", "-1e3", "\"-5\""],
            [
                "\"1e3\"",
                "\".5\"",
                "\"12345678901234567890123456.789\"",
                "true"
            ]
        )
        .takes_digits()
        .respelled(),
    );
    inputs
}

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
mod spellings {
    pub const DATES: [&str; 2] = ["\"2024-02-29\"", "\"0001-01-01\""];
    pub const NO_DATES: [&str; 4] = [
        "\"2023-02-29\"",
        "\"2024-1-1\"",
        "\"+12024-01-01\"",
        "20240101",
    ];
    pub const TIMES: [&str; 2] = ["\"14:30:00\"", "\"23:59:59.123456789\""];
    pub const NO_TIMES: [&str; 4] = ["\"14:30\"", "\"14:30:00Z\"", "\"24:00:00\"", "\"2:30:00\""];
    pub const LOCAL: [&str; 2] = ["\"2024-02-29T14:30:00\"", "\"2024-02-29T14:30:00.5\""];
    pub const NO_LOCAL: [&str; 3] = [
        "\"2024-02-29 14:30:00\"",
        "\"2024-02-29T14:30:00Z\"",
        "\"2023-02-29T14:30:00\"",
    ];
    pub const INSTANTS: [&str; 2] = [
        "\"2024-02-29T14:30:00Z\"",
        "\"2024-02-29T14:30:00.25+01:30\"",
    ];
    pub const NO_INSTANTS: [&str; 4] = [
        "\"2024-02-29T14:30:00\"",
        "\"2024-02-29 14:30:00Z\"",
        "\"2024-02-29T14:30:00+0130\"",
        "1709217000",
    ];
    pub const DAYS: &str = "days that their month doesn't have";
}

#[cfg(feature = "chrono")]
fn chrono_types() -> Vec<Input> {
    use spellings::*;
    vec![
        input!(chrono::NaiveDate, DATES, NO_DATES),
        input!(chrono::NaiveTime, TIMES, NO_TIMES).respelled(),
        input!(chrono::NaiveDateTime, LOCAL, NO_LOCAL)
            .respelled()
            .narrower(DAYS),
        input!(chrono::DateTime<chrono::Utc>, INSTANTS, NO_INSTANTS).respelled(),
        input!(chrono::DateTime<chrono::FixedOffset>, INSTANTS, NO_INSTANTS).respelled(),
    ]
}

#[cfg(feature = "jiff")]
fn jiff_types() -> Vec<Input> {
    use spellings::*;
    vec![
        input!(jiff::civil::Date, DATES, NO_DATES),
        input!(jiff::civil::Time, TIMES, NO_TIMES).respelled(),
        input!(jiff::civil::DateTime, LOCAL, NO_LOCAL)
            .respelled()
            .narrower(DAYS),
        input!(jiff::Timestamp, INSTANTS, NO_INSTANTS).respelled(),
        input!(
            jiff::Zoned,
            ["\"2024-02-29T14:30:00+01:00[+01:00]\""],
            [
                "\"2024-02-29T14:30:00Z\"",
                "\"2024-02-29T14:30:00Z[No/Zone]\""
            ]
        )
        .respelled()
        .narrower("zones that nobody knows"),
        input!(
            jiff::Span,
            ["\"P1Y2M3DT4H5M6.5S\"", "\"-PT1S\""],
            ["\"1 day\"", "\"P1S\""]
        )
        .respelled()
        .narrower("a `P` or `T` with nothing behind it, and more than the type holds"),
        input!(
            jiff::SignedDuration,
            ["\"PT1H30M\"", "\"-PT0.5S\""],
            ["\"P1Y\"", "\"90\""]
        )
        .respelled()
        .narrower("units that have no fixed length"),
    ]
}

#[cfg(feature = "time")]
fn time_types() -> Vec<Input> {
    use spellings::*;
    vec![
        input!(Iso<time::Date>, DATES, NO_DATES),
        input!(Iso<time::Time>, TIMES, NO_TIMES).respelled(),
        input!(Iso<time::PrimitiveDateTime>, LOCAL, NO_LOCAL)
            .respelled()
            .narrower(DAYS),
        input!(Iso<time::OffsetDateTime>, INSTANTS, NO_INSTANTS)
            .respelled()
            .narrower("leap seconds within a month"),
    ]
}
