/// Longest name that is compared, in characters.
const LONGEST: usize = 64;

/// The name that was probably meant: at most a third of it is different.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    if name.chars().count() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let near = known.map(|candidate| (distance(&name, &candidate.to_lowercase()), candidate));
    let (changes, candidate) = near.min_by_key(|(changes, _)| *changes)?;
    (changes <= candidate.chars().count().max(3) / 3).then_some(candidate)
}

/// Characters to change, add or remove between two words; two neighbours swapped count once.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = [
        vec![0; b.len() + 1],
        (0..=b.len()).collect::<Vec<_>>(),
        vec![0; b.len() + 1],
    ];
    for (i, x) in a.iter().enumerate() {
        rows[2][0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let change = rows[1][j] + usize::from(x != y);
            let mut least = change.min(rows[1][j + 1] + 1).min(rows[2][j] + 1);
            if i > 0 && j > 0 && a[i - 1] == *y && *x == b[j - 1] {
                least = least.min(rows[0][j - 1] + 1);
            }
            rows[2][j + 1] = least;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn the_nearest_name_is_near() {
        assert_eq!(distance("limit", "limti"), 1);
        assert_eq!(
            nearest("Limit", ["limit", "query"].into_iter()),
            Some("limit")
        );
        assert_eq!(nearest("colour", ["limit", "query"].into_iter()), None);
        assert_eq!(nearest(&"x".repeat(65), [].into_iter()), None);
    }
}
