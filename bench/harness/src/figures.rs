//! Figures out of many.

use std::time::Duration;

pub(crate) fn micros(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e6
}

pub(crate) fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}

/// The one in the middle, of values that are sorted.
pub(crate) fn median(sorted: &[f64]) -> f64 {
    let upper = sorted.len() / 2;
    let lower = (sorted.len() - 1) / 2;
    f64::midpoint(sorted[lower], sorted[upper])
}
