//! Which names a file of a directory may have, on every system alike.

/// Longest name, in bytes: what common file systems can hold.
const LONGEST: usize = 255;

/// Names that Windows takes for devices, whatever extension they have.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// Devices of which there are several, told apart by a digit.
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// Whether a name stands for the file or folder of that very name, and for nothing else.
pub(super) fn is_plain(name: &str, hidden: bool) -> bool {
    let odd = |c: char| c.is_control() || matches!(c, '/' | '\\' | ':');
    // what Windows calls `ENV~1` may be a file whose name begins with a dot
    let is_short = cfg!(windows) && name.contains('~');
    !matches!(name, "" | "." | "..")
        && name.len() <= LONGEST
        && !name.contains(odd)
        && !name.ends_with(['.', ' '])
        && (hidden || !name.starts_with('.'))
        && !is_short
        && !is_device(name)
}

fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default();
    let stem = stem.trim_end_matches(' ').to_lowercase();
    let numbered = NUMBERED.iter().any(|device| {
        let number = stem.strip_prefix(device);
        number.is_some_and(|number| {
            let mut digits = number.chars();
            let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '¹' | '²' | '³');
            digits.next().is_some_and(is_digit) && digits.next().is_none()
        })
    });
    numbered || DEVICES.contains(&&*stem)
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn plain_names_stand_for_themselves() {
        for name in [
            "a",
            "a.md",
            "a b.md",
            "ü",
            "console.md",
            "com",
            "com10",
            "nulls",
            "a.b.c",
            "lpt",
        ] {
            assert!(is_plain(name, false), "{name}");
        }
        assert!(is_plain(".git", true));
    }

    #[test]
    fn others_are_none() {
        let long = "a".repeat(256);
        for name in [
            "",
            ".",
            "..",
            "...",
            "a.",
            "a ",
            " ",
            "a/b",
            "a\\b",
            "c:",
            "a:b",
            "a\0",
            "a\n",
            "a\u{7f}",
            "a\u{85}",
            "NUL",
            "nul.txt",
            "Con",
            "con .txt",
            "AUX.tar.gz",
            "com1",
            "COM9.log",
            "lpt¹",
            "conin$",
            &long,
        ] {
            assert!(!is_plain(name, true), "{name:?}");
        }
        assert!(!is_plain(".git", false));
    }
}
