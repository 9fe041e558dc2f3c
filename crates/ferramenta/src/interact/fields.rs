//! The types that can be fields of a form.

use std::collections::{BTreeSet, HashSet};

use super::{FormChoice, FormField};
use crate::{Digits, Email, Int64, Iso, IsoText, Seconds};

macro_rules! fields {
    ($($ty:ty)*) => { $(impl FormField for $ty {})* };
}

fields!(String char bool f32 f64);
fields!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

fields!(Email Seconds);
fields!(std::net::IpAddr std::net::Ipv4Addr std::net::Ipv6Addr);

impl<T: Int64> FormField for Digits<T> {}
impl<T: IsoText> FormField for Iso<T> {}
impl<T: FormField> FormField for Option<T> {}
impl<T: FormChoice> FormField for Vec<T> {}
impl<T: FormChoice> FormField for BTreeSet<T> {}
impl<T: FormChoice, S: 'static> FormField for HashSet<T, S> {}

#[cfg(feature = "chrono")]
mod of_chrono {
    use super::FormField;

    fields!(chrono::NaiveDate chrono::NaiveTime chrono::NaiveDateTime);
    impl<Z: chrono::TimeZone> FormField for chrono::DateTime<Z> {}
}

#[cfg(feature = "jiff")]
fields!(jiff::Timestamp jiff::Zoned jiff::civil::Date jiff::civil::Time jiff::civil::DateTime);
#[cfg(feature = "decimal")]
fields!(rust_decimal::Decimal);
#[cfg(feature = "url")]
fields!(url::Url);
#[cfg(feature = "uuid")]
fields!(uuid::Uuid);
