use serde::Serialize;

use crate::write;

/// The most values that are sent (specification: *Completion, Completion Results*).
pub const MOST_COMPLETIONS: usize = 100;

/// Writes the `completion` of a result: the first of the values, and that there are `total`.
pub fn write_completion<T: Serialize>(out: &mut Vec<u8>, values: &[T], total: usize) {
    let sent = &values[..values.len().min(MOST_COMPLETIONS)];
    write::member(out, "completion");
    out.push(b'{');
    write::value_member(out, "values", sent);
    write::value_member(out, "total", &total);
    write::value_member(out, "hasMore", &(total > sent.len()));
    out.push(b'}');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hundred_values_are_sent() {
        let written = |count: usize, total| {
            let values: Vec<usize> = (0..count).collect();
            let mut out = b"{".to_vec();
            write_completion(&mut out, &values, total);
            out.push(b'}');
            let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
            let completion = &value["completion"];
            let sent = completion["values"].as_array().unwrap().len();
            (
                sent,
                completion["total"].clone(),
                completion["hasMore"].clone(),
            )
        };
        assert_eq!(written(0, 0), (0, 0.into(), false.into()));
        assert_eq!(written(100, 100), (100, 100.into(), false.into()));
        assert_eq!(written(101, 101), (100, 101.into(), true.into()));
        assert_eq!(written(2, 7), (2, 7.into(), true.into()));
    }
}
