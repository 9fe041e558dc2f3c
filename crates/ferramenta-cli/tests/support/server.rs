//! A server of the newest version that needs nothing but the standard library, so that it is built in a moment.

use std::io::{BufRead, Write};

const DESCRIPTION: &str = "the first";

fn main() {
    let mut lines = std::io::stdin().lock().lines();
    while let Some(Ok(line)) = lines.next() {
        let Some(id) = member(&line, "\"id\":") else {
            continue;
        };
        let result = if line.contains("server/discover") {
            r#""supportedVersions":["2026-07-28"],"capabilities":{"tools":{}},"ttlMs":0,"cacheScope":"private""#.to_owned()
        } else {
            let words: Vec<String> = std::env::args().skip(1).collect();
            let schema = r#"{"type":"object"}"#;
            format!(
                r#""tools":[{{"name":"tell","description":"{DESCRIPTION} {}","inputSchema":{schema}}}],"ttlMs":0,"cacheScope":"private""#,
                words.join(" ")
            )
        };
        println!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete",{result}}}}}"#);
        if std::io::stdout().flush().is_err() {
            return;
        }
    }
}

/// The number after a name.
fn member<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(name)?;
    let end = rest.find(|sign: char| !sign.is_ascii_digit())?;
    Some(&rest[..end])
}
