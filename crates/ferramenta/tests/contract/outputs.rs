//! Every type that a tool may return, with a value of it.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    net::{IpAddr, Ipv4Addr, SocketAddr},
    num::NonZeroU32,
    path::PathBuf,
    sync::Arc,
    time::Duration,
};

use ferramenta::{
    Bytes, Content, Digits, Email, IntoOutput, Iso, Response, Seconds, Structured, ToolDef,
    ToolError,
};
use serde_json::{Value, json};

use super::models::{Book, External, Genre, Internal, Loan, Notice};

/// A type as a result.
pub struct Output {
    pub name: String,
    pub tool: Box<dyn Fn() -> ToolDef>,
}

/// A tool that returns this value each time.
pub fn returns<T: IntoOutput + 'static>(make: fn() -> T) -> ToolDef {
    ToolDef::new("give").inline_handler((), move |()| make())
}

/// Makes an [`Output`] of a type and the value that is returned.
macro_rules! outputs {
    ($($type:ty => $value:expr;)*) => {
        vec![$({
            let make: fn() -> $type = || $value;
            Output { name: stringify!($type).into(), tool: Box::new(move || returns::<$type>(make)) }
        }),*]
    };
}

pub fn all() -> Vec<Output> {
    let mut all = plain();
    all.extend(together());
    all.extend(exact());
    all.extend(contents());
    all.extend(own());
    all.extend(other_crates());
    all
}

fn plain() -> Vec<Output> {
    outputs! {
        String => "a \"b\"".into();
        &'static str => "a";
        Arc<str> => "a".into();
        char => 'é';
        bool => true;
        i32 => -1;
        u64 => u64::MAX;
        i128 => i128::MIN;
        NonZeroU32 => NonZeroU32::MIN;
        f32 => 0.1;
        f64 => 2.0;
        IpAddr => Ipv4Addr::LOCALHOST.into();
        SocketAddr => (Ipv4Addr::LOCALHOST, 80).into();
        PathBuf => "/tmp".into();
        Value => json!({ "a": [1, null] });
    }
}

fn together() -> Vec<Output> {
    outputs! {
        Option<u8> => Some(1);
        Option<String> => None;
        Vec<u8> => vec![1, 2];
        Vec<String> => vec!["a".into()];
        VecDeque<bool> => [true].into();
        [u8; 2] => [1, 2];
        BTreeSet<u8> => [1, 2].into();
        HashSet<char> => ['a'].into();
        BTreeMap<String, u32> => [("a".into(), 1)].into();
        HashMap<u32, bool> => [(1, true)].into();
        Box<Vec<u8>> => Box::new(vec![1]);
        Loan => loan();
        Notice => Notice::Due;
        Vec<Loan> => vec![loan()];
        Option<Loan> => None;
        Result<u8, ToolError> => Ok(1);
    }
}

fn loan() -> Loan {
    serde_json::from_value(json!({ "reader": "Ada", "days": 14 })).expect("a loan")
}

fn exact() -> Vec<Output> {
    outputs! {
        Structured<Book> => Structured(serde_json::from_value(json!({ "title": "Dune", "year": 1965 })).expect("a book"));
        Structured<u8> => Structured(1);
        Structured<Vec<u8>> => Structured(vec![1]);
        Structured<(u8, String)> => Structured((1, "a".into()));
        Structured<Genre> => Structured(Genre::Poetry);
        Structured<External> => Structured(External::Circle(1.5));
        Structured<Internal> => Structured(Internal::Circle { radius: 1 });
    }
}

fn contents() -> Vec<Output> {
    outputs! {
        () => ();
        Content => Content::text("a");
        Vec<Content> => vec![Content::text("a"), Content::image_base64("QQ==", "image/png")];
        (String, Content) => ("a".into(), Content::text("b"));
        Response => Response::new().structured(&json!({ "a": 1 }));
    }
}

fn own() -> Vec<Output> {
    outputs! {
        Bytes => Bytes(b"Hello".to_vec());
        Digits<u64> => Digits(u64::MAX);
        Email => Email::parse("ada@example.com").expect("an address");
        Iso<Duration> => Iso(Duration::from_millis(5_400_500));
        Seconds => Seconds(Duration::from_millis(2_500));
    }
}

fn other_crates() -> Vec<Output> {
    #[allow(unused_mut, reason = "without their features there are none")]
    let mut all = Vec::new();
    #[cfg(feature = "chrono")]
    all.extend(outputs! {
        chrono::NaiveDate => chrono::NaiveDate::from_ymd_opt(2026, 7, 28).expect("a date");
        chrono::NaiveTime => chrono::NaiveTime::from_hms_opt(14, 30, 0).expect("a time");
        chrono::NaiveDateTime => chrono::DateTime::UNIX_EPOCH.naive_utc();
        chrono::DateTime<chrono::Utc> => chrono::DateTime::UNIX_EPOCH;
    });
    #[cfg(feature = "jiff")]
    all.extend(outputs! {
        jiff::civil::Date => jiff::civil::date(2026, 7, 28);
        jiff::civil::Time => jiff::civil::time(14, 30, 0, 0);
        jiff::civil::DateTime => jiff::civil::date(2026, 7, 28).at(14, 30, 0, 500_000_000);
        jiff::Timestamp => jiff::Timestamp::UNIX_EPOCH;
        jiff::Zoned => jiff::Timestamp::UNIX_EPOCH.to_zoned(jiff::tz::TimeZone::UTC);
        jiff::Span => jiff::Span::new().days(1).hours(2);
        jiff::SignedDuration => jiff::SignedDuration::from_millis(-1_500);
    });
    #[cfg(feature = "time")]
    all.extend(outputs! {
        Iso<time::Date> => Iso(time::macros::date!(2026-07-28));
        Iso<time::Time> => Iso(time::macros::time!(14:30));
        Iso<time::PrimitiveDateTime> => Iso(time::macros::datetime!(2026-07-28 14:30:00.25));
        Iso<time::OffsetDateTime> => Iso(time::OffsetDateTime::UNIX_EPOCH);
    });
    #[cfg(feature = "uuid")]
    all.extend(outputs! { uuid::Uuid => uuid::Uuid::nil(); });
    #[cfg(feature = "url")]
    all.extend(outputs! { url::Url => url::Url::parse("https://example.com").expect("a URL"); });
    #[cfg(feature = "decimal")]
    all.extend(outputs! { rust_decimal::Decimal => rust_decimal::Decimal::new(1050, 2); });
    all
}
