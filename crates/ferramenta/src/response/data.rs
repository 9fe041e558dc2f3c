//! Values that are returned as they are.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque},
    hash::{BuildHasher, Hash},
    num,
    sync::Arc,
};

use serde_json::Value;

use super::{Data, ResultWriter};
use crate::{Bytes, Digits, Email, Failure, Int64, Iso, IsoText, Seconds};

macro_rules! data {
    ($($type:ty)*) => { $(impl Data for $type {})* };
}
data! {
    bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64
    num::NonZeroI8 num::NonZeroI16 num::NonZeroI32 num::NonZeroI64 num::NonZeroI128 num::NonZeroIsize
    num::NonZeroU8 num::NonZeroU16 num::NonZeroU32 num::NonZeroU64 num::NonZeroU128 num::NonZeroUsize
    Seconds Value
}

macro_rules! texts {
    ($($type:ty)*) => {$(
        impl Data for $type {
            fn write_data(&self, result: &mut ResultWriter) -> Result<(), Failure> {
                result.text(self);
                Ok(())
            }
        }
    )*};
}
texts!(String &'static str std::borrow::Cow<'static, str> Box<str> Arc<str>);

/// Types that are a text as JSON: the text is told without quotes.
macro_rules! spelled {
    ($($(#[$if:meta])* [$($generic:ident: $bound:ident)?] $type:ty;)*) => {$(
        $(#[$if])*
        impl$(<$generic: $bound + Send>)? Data for $type {
            fn write_data(&self, result: &mut ResultWriter) -> Result<(), Failure> {
                result.spelled(self)
            }
        }
    )*};
}
spelled! {
    [] char;
    [] std::net::IpAddr;
    [] std::net::Ipv4Addr;
    [] std::net::Ipv6Addr;
    [] std::net::SocketAddr;
    [] std::path::PathBuf;
    [] Bytes;
    [] Email;
    [T: Int64] Digits<T>;
    [T: IsoText] Iso<T>;
    #[cfg(feature = "chrono")] [] chrono::NaiveDate;
    #[cfg(feature = "chrono")] [] chrono::NaiveTime;
    #[cfg(feature = "chrono")] [] chrono::NaiveDateTime;
    #[cfg(feature = "chrono")] [] chrono::DateTime<chrono::Utc>;
    #[cfg(feature = "chrono")] [] chrono::DateTime<chrono::FixedOffset>;
    #[cfg(feature = "jiff")] [] jiff::civil::Date;
    #[cfg(feature = "jiff")] [] jiff::civil::Time;
    #[cfg(feature = "jiff")] [] jiff::civil::DateTime;
    #[cfg(feature = "jiff")] [] jiff::Timestamp;
    #[cfg(feature = "jiff")] [] jiff::Zoned;
    #[cfg(feature = "jiff")] [] jiff::Span;
    #[cfg(feature = "jiff")] [] jiff::SignedDuration;
    #[cfg(feature = "uuid")] [] uuid::Uuid;
    #[cfg(feature = "url")] [] url::Url;
    #[cfg(feature = "decimal")] [] rust_decimal::Decimal;
}

impl<T: Data> Data for Vec<T> {}
impl<T: Data> Data for VecDeque<T> {}
impl<T: Data> Data for Option<T> {}
impl<T: Data> Data for Box<T> {
    fn write_data(&self, result: &mut ResultWriter) -> Result<(), Failure> {
        (**self).write_data(result)
    }
}
impl<T: Data, const N: usize> Data for [T; N] where Self: serde::Serialize + schemars::JsonSchema {}
impl<T: Data + Ord> Data for BTreeSet<T> {}
impl<T: Data + Eq + Hash, S: BuildHasher + Send> Data for HashSet<T, S> {}

macro_rules! maps {
    ($($key:ty)*) => {$(
        impl<T: Data> Data for BTreeMap<$key, T> {}
        impl<T: Data, S: BuildHasher + Send> Data for HashMap<$key, T, S> {}
    )*};
}
maps!(String &'static str char bool i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
