//! The types of the crate `time`.

use std::fmt;

use ::time::{
    Date, OffsetDateTime, PrimitiveDateTime, Time,
    format_description::{BorrowedFormatItem, well_known::Rfc3339},
    macros::format_description,
};

use super::iso::{IsoText, sealed::Sealed};
use crate::contract::check::Format;

const DATE: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");
const TIME: &[BorrowedFormatItem<'_>] =
    format_description!("[hour]:[minute]:[second][optional [.[subsecond]]]");
const DATE_TIME: &[BorrowedFormatItem<'_>] =
    format_description!("[year]-[month]-[day]T[hour]:[minute]:[second][optional [.[subsecond]]]");

macro_rules! iso_text {
    ($($type:ident $form:ident $format:expr;)*) => {$(
        impl IsoText for $type {}

        #[expect(private_interfaces, reason = "nobody else can implement the trait")]
        impl Sealed for $type {
            const FORMAT: Format = Format::$form;

            fn read(text: &str) -> Option<Self> {
                Self::parse(text, $format).ok()
            }

            fn write(&self, out: &mut String) -> fmt::Result {
                let text = self.format($format).map_err(|_| fmt::Error)?;
                out.push_str(text.strip_suffix(".0").unwrap_or(&text));
                Ok(())
            }
        }
    )*};
}
iso_text! {
    Date Date DATE;
    Time PartialTime TIME;
    PrimitiveDateTime PartialDateTime DATE_TIME;
    OffsetDateTime DateTime &Rfc3339;
}
