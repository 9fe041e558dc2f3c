//! Values that are returned as they are.

use super::{Data, ResultWriter};
use crate::Failure;

macro_rules! data {
    ($($type:ty)*) => { $(impl Data for $type {})* };
}
data!(bool char i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64);

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
texts!(String &'static str std::borrow::Cow<'static, str> Box<str>);

impl<T: Data> Data for Vec<T> {}
impl<T: Data> Data for Option<T> {}
impl<T: Data> Data for Box<T> {}
impl<T: Data, const N: usize> Data for [T; N] where Self: serde::Serialize + schemars::JsonSchema {}
impl<T: Data + Ord> Data for std::collections::BTreeSet<T> {}
impl<T: Data + Eq + std::hash::Hash> Data for std::collections::HashSet<T> {}
impl<T: Data> Data for std::collections::BTreeMap<String, T> {}
impl<T: Data> Data for std::collections::HashMap<String, T> {}
impl Data for serde_json::Value {}
