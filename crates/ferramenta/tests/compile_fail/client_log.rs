use ferramenta::{Context, LogLevel, client_log};

struct Nobody;

fn log(cx: &Context, level: LogLevel, title: &str) {
    client_log!(cx, Verbose, "{title}");
    client_log!(cx, LogLevel::Info, "{title}");
    client_log!(cx, Info, "{}");
    client_log!(cx, Info, { title, title: "Emma" });
    client_log!(cx, Info, { "title": title });
    client_log!(cx, Info, { missing });
    client_log!(cx, Info, { nobody: Nobody });
    client_log!(Nobody, Info, "{title}");
    let _ = level;
}

fn main() {}
