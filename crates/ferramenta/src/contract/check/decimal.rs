use std::cmp::Ordering;

/// A JSON number, exactly as its text says: `0.d₁d₂d₃… × 10^exponent`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    negative: bool,
    /// Without zeros at either end; empty for zero.
    digits: Vec<u8>,
    exponent: i64,
}

impl Decimal {
    /// Reads the token of a number.
    pub(crate) fn parse(token: &str) -> Self {
        let (negative, rest) = token
            .strip_prefix('-')
            .map_or((false, token), |rest| (true, rest));
        let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        let leading = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..leading);
        let trailing = digits
            .iter()
            .rev()
            .take_while(|digit| **digit == b'0')
            .count();
        digits.truncate(digits.len() - trailing);
        if digits.is_empty() {
            return Self {
                negative: false,
                digits,
                exponent: 0,
            };
        }
        let places = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let exponent = exponent_of(exponent)
            .saturating_add(places(whole.len()))
            .saturating_sub(places(leading));
        Self {
            negative,
            digits,
            exponent,
        }
    }

    /// Whether the number has no fraction.
    pub(crate) fn is_integral(&self) -> bool {
        i64::try_from(self.digits.len()).is_ok_and(|count| count <= self.exponent)
            || self.digits.is_empty()
    }

    /// The token of an integer, for numbers without a fraction of at most 40 digits.
    pub(crate) fn integer_token(&self) -> Option<String> {
        let length = usize::try_from(self.exponent)
            .ok()
            .filter(|length| *length <= 40 && self.is_integral())?;
        if self.digits.is_empty() {
            return Some("0".into());
        }
        let sign = if self.negative { "-" } else { "" };
        let digits: String = self.digits.iter().map(|digit| char::from(*digit)).collect();
        Some(format!("{sign}{digits:0<length$}"))
    }

    /// The number's own token, without an exponent; `None` beyond 40 digits.
    pub(crate) fn plain(&self, token: &str) -> Option<String> {
        if !token.contains(['e', 'E']) {
            return Some(token.to_owned());
        }
        if self.is_integral() {
            return self.integer_token();
        }
        let whole = usize::try_from(self.exponent).unwrap_or_default();
        let zeros = usize::try_from(self.exponent.min(0).unsigned_abs())
            .ok()
            .filter(|zeros| *zeros <= 40)?;
        let own = self.digits.iter().map(|digit| char::from(*digit));
        let digits: String = std::iter::repeat_n('0', zeros).chain(own).collect();
        let (whole, fraction) = digits.split_at(whole);
        let sign = if self.negative { "-" } else { "" };
        Some(format!(
            "{sign}{}.{fraction}",
            if whole.is_empty() { "0" } else { whole }
        ))
    }

    /// Whether the number is a whole multiple of another; by floats where that has more than 18 digits.
    pub(crate) fn is_multiple_of(&self, other: &Self) -> bool {
        // the last digit isn't zero, so nothing finer than the step is one of its multiples
        let Ok(zeros) = u64::try_from(self.lowest_place().saturating_sub(other.lowest_place()))
        else {
            return self.digits.is_empty();
        };
        match other.units() {
            Some(step) => {
                let digits = self.digits.iter().fold(0, |rest, digit| {
                    (rest * 10 + u128::from(digit - b'0')) % step
                });
                (digits * power_of_ten(zeros, step)).is_multiple_of(step)
            }
            None => self.digits.is_empty() || (self.to_f64() / other.to_f64()).fract() == 0.0,
        }
    }

    /// The power of ten of the last digit.
    fn lowest_place(&self) -> i64 {
        self.exponent
            .saturating_sub(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    /// The number in units of its last place, where these are few.
    fn units(&self) -> Option<u128> {
        let few = (1..=18).contains(&self.digits.len());
        few.then(|| {
            self.digits
                .iter()
                .fold(0, |value, digit| value * 10 + u128::from(digit - b'0'))
        })
    }

    /// The nearest float; infinite beyond the largest.
    pub(crate) fn to_f64(&self) -> f64 {
        let digits: String = self.digits.iter().map(|digit| char::from(*digit)).collect();
        let sign = if self.negative { "-" } else { "" };
        format!("{sign}0.{digits}0e{}", self.exponent)
            .parse()
            .unwrap_or(f64::NAN)
    }

    fn magnitude(&self, other: &Self) -> Ordering {
        match (self.digits.is_empty(), other.digits.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => self
                .exponent
                .cmp(&other.exponent)
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

/// What a power of ten leaves when it is divided.
fn power_of_ten(mut exponent: u64, divisor: u128) -> u128 {
    let (mut rest, mut square) = (1 % divisor, 10 % divisor);
    while exponent > 0 {
        if exponent & 1 == 1 {
            rest = rest * square % divisor;
        }
        square = square * square % divisor;
        exponent >>= 1;
    }
    rest
}

/// An exponent, held within bounds that no number reaches by its digits.
fn exponent_of(text: &str) -> i64 {
    const MOST: i64 = 1 << 40;
    let negative = text.starts_with('-');
    let digits = text.trim_start_matches(['+', '-']);
    let value = digits.parse().map_or(MOST, |value: i64| value.min(MOST));
    if negative { -value } else { value }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.magnitude(other),
            (true, true) => other.magnitude(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Decimal;

    #[test]
    fn numbers_are_compared_by_their_digits() {
        let sorted = [
            "-1e400",
            "-9007199254740993",
            "-9007199254740992",
            "-1.5",
            "-1e-400",
            "0",
            "1e-400",
            "0.1",
            "1",
            "1.0000000000000000000001",
            "2",
            "9007199254740992",
            "9007199254740993",
            "1e400",
        ];
        for pair in sorted.windows(2) {
            assert!(
                Decimal::parse(pair[0]) < Decimal::parse(pair[1]),
                "{pair:?}"
            );
        }
        for (one, same) in [
            ("1e3", "1000"),
            ("1.50", "15e-1"),
            ("-0", "0.0"),
            ("0e99", "0"),
            ("100E-2", "1"),
        ] {
            assert_eq!(Decimal::parse(one), Decimal::parse(same));
        }
    }

    #[test]
    fn integers_are_written_without_point_or_exponent() {
        for (token, integer) in [
            ("5.0", Some("5")),
            ("1e3", Some("1000")),
            ("-0.0", Some("0")),
            ("-12e1", Some("-120")),
            ("1.5", None),
            ("1e-1", None),
            ("1e999999999999999999999", None),
            ("18446744073709551616", Some("18446744073709551616")),
        ] {
            assert_eq!(
                Decimal::parse(token).integer_token().as_deref(),
                integer,
                "{token}"
            );
        }
    }

    #[test]
    fn numbers_are_written_without_an_exponent() {
        for (token, plain) in [
            ("1.50", "1.50"),
            ("15e-1", "1.5"),
            ("-15e-3", "-0.015"),
            ("1.5e3", "1500"),
            ("1.25e1", "12.5"),
            ("0e9", "0"),
        ] {
            assert_eq!(
                Decimal::parse(token).plain(token).as_deref(),
                Some(plain),
                "{token}"
            );
        }
        assert_eq!(Decimal::parse("1e-99").plain("1e-99"), None);
    }

    #[test]
    fn multiples_are_exact() {
        for (value, step, holds) in [
            ("0.3", "0.1", true),
            ("0.35", "0.1", false),
            ("9007199254740993", "2", false),
            ("0", "7", true),
            ("1e30", "3", false),
            ("3e300", "3", true),
            ("50624506112077837e259", "3", false),
            ("0.0", "0.1", true),
        ] {
            assert_eq!(
                Decimal::parse(value).is_multiple_of(&Decimal::parse(step)),
                holds,
                "{value} {step}"
            );
        }
    }

    proptest! {
        #[test]
        fn agrees_with_integers(a: i64, b: i64) {
            let (x, y) = (Decimal::parse(&a.to_string()), Decimal::parse(&b.to_string()));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.integer_token(), Some(a.to_string()));
            #[expect(clippy::cast_precision_loss, reason = "the nearest float is what is asked for")]
            let float = a as f64;
            prop_assert_eq!(x.to_f64(), float);
        }
    }
}
