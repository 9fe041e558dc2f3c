//! What a server tells while it works, on standard error.

use std::io::{self, IsTerminal, Write};

use serde_json::Value;

use super::show::{clean, first_line, text};

const WIDTH: usize = 24;

/// The line that shows how far the work is; on a terminal alone.
#[derive(Debug)]
pub(crate) struct Progress {
    on_terminal: bool,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Self {
        Self {
            on_terminal: io::stderr().is_terminal(),
            shown: false,
        }
    }

    /// Shows what is for people: how far it is, and what the server logs.
    pub(crate) fn told(&mut self, method: &str, params: &Value) {
        match method {
            "notifications/progress" if self.on_terminal => {
                write(&format!("\r\u{1b}[2K{}", line(params)));
                self.shown = true;
            }
            "notifications/message" => {
                self.clear();
                let level = clean(text(params, "level").unwrap_or("log"));
                let data = match params.get("data") {
                    Some(Value::String(text)) => clean(text),
                    Some(data) => clean(&data.to_string()),
                    None => String::new(),
                };
                write(&format!("{level}: {data}\n"));
            }
            _ => {}
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if std::mem::take(&mut self.shown) {
            write("\r\u{1b}[2K");
        }
    }
}

fn write(text: &str) {
    let mut stderr = io::stderr();
    // without standard error nobody reads it
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

fn line(params: &Value) -> String {
    let number = |member| params.get(member).and_then(Value::as_f64);
    let message = first_line(text(params, "message").unwrap_or_default());
    let done = number("progress").unwrap_or_default();
    match number("total").filter(|total| *total > 0.0) {
        Some(total) => {
            let part = (done / total).clamp(0.0, 1.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "0 to WIDTH"
            )]
            let filled = (part * WIDTH as f64) as usize;
            let (filled, left) = ("#".repeat(filled), ".".repeat(WIDTH - filled));
            format!("[{filled}{left}] {:3.0} % {message}", part * 100.0)
        }
        None => format!("{done} {message}"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::line;

    #[test]
    fn it_says_how_far_it_is() {
        for (params, expected) in [
            (
                json!({"progress": 1, "total": 2, "message": "half"}),
                "[############............]  50 % half",
            ),
            (
                json!({"progress": 9, "total": 2}),
                "[########################] 100 % ",
            ),
            (
                json!({"progress": -1, "total": 2}),
                "[........................]   0 % ",
            ),
            (json!({"progress": 3, "message": "a\nb"}), "3 a"),
        ] {
            assert_eq!(line(&params), expected);
        }
    }
}
