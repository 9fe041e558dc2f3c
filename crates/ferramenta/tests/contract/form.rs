//! The form of what the model reads: `PATH: PROBLEM[, ALLOWED][; did you mean X?]`, one line each.

/// Checks the text of a refusal.
pub fn check(text: &str) -> Result<(), String> {
    let mut lines = text.lines();
    if lines.next() != Some("Invalid tool arguments") {
        return Err(format!("no heading: {text}"));
    }
    let problems: Vec<&str> = lines.collect();
    if problems.is_empty() {
        return Err("nothing is explained".into());
    }
    problems
        .iter()
        .try_for_each(|line| check_line(line).map_err(|why| format!("{why}: {line}")))
}

fn check_line(line: &str) -> Result<(), String> {
    let rest = path(line)
        .and_then(|rest| rest.strip_prefix(": "))
        .ok_or("no path")?;
    let plain = without_quotes(rest);
    // patterns and examples are from the schema
    let ends = ["the pattern ", "write it like "]
        .iter()
        .filter_map(|words| plain.find(words));
    let plain = &plain[..ends.min().unwrap_or(plain.len())];
    if plain.trim().is_empty() {
        return Err("no problem".into());
    }
    if plain.contains("did you mean") && !rest.ends_with('?') {
        return Err("a suggestion that is no question".into());
    }
    const JARGON: [&str; 22] = [
        "::",
        "http:",
        "https:",
        "serde",
        "schemars",
        "chrono",
        "jiff",
        "uuid::",
        "Option",
        "Vec<",
        "String",
        "struct",
        "enum ",
        "variant",
        "expected",
        "invalid type",
        "i8",
        "u8",
        "i32",
        "u32",
        "f64",
        "usize",
    ];
    let word = JARGON.iter().find(|word| plain.contains(**word));
    word.map_or(Ok(()), |word| {
        Err(format!("`{word}` is no word for the model"))
    })
}

/// Passes a path such as `a.b[0]["c d"]`.
fn path(line: &str) -> Option<&str> {
    let mut rest = word(line).or_else(|| line.starts_with('[').then_some(line))?;
    loop {
        if let Some(next) = rest.strip_prefix('.') {
            rest = word(next)?;
        } else if let Some(next) = rest.strip_prefix('[') {
            rest = if next.starts_with('"') {
                quoted(next)?
            } else {
                digits(next)?
            }
            .strip_prefix(']')?;
        } else {
            return Some(rest);
        }
    }
}

fn word(text: &str) -> Option<&str> {
    let end = text
        .find(|c: char| !c.is_alphanumeric() && !"_-$".contains(c))
        .unwrap_or(text.len());
    (end > 0).then(|| &text[end..])
}

fn digits(text: &str) -> Option<&str> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    (end > 0).then(|| &text[end..])
}

/// Passes a quoted text.
fn quoted(text: &str) -> Option<&str> {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(&text[index + 1..]),
            _ => {}
        }
    }
    None
}

/// What was sent is repeated in quotes, and may be anything.
fn without_quotes(text: &str) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find('"') {
        out.push_str(&rest[..start]);
        rest = quoted(&rest[start..]).unwrap_or_default();
    }
    out + rest
}
