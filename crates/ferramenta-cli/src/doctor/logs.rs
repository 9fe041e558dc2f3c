//! Where hosts keep what a server wrote to standard error.

/// A host, and where to look, by its own documents.
const LOGS: [(&str, &str); 7] = [
    (
        "Claude Desktop",
        "mcp.log and mcp-server-NAME.log in ~/Library/Logs/Claude (macOS), %APPDATA%\\Claude\\logs (Windows), \
         ~/.config/Claude/logs (Linux)",
    ),
    (
        "Claude Code",
        "`/mcp` shows each server; `claude --debug` prints what they say",
    ),
    ("Cursor", "the panel Output, with `MCP Logs` chosen"),
    (
        "VS Code",
        "the command `MCP: List Servers`, the server, `Show Output`",
    ),
    (
        "Gemini CLI",
        "`/mcp` shows each server; `gemini --debug` prints what they say",
    ),
    (
        "Codex",
        "~/.codex/log/codex-tui.log; `/mcp` shows each server",
    ),
    (
        "Zed",
        "the command `zed: open log`; Zed.log in ~/Library/Logs/Zed (macOS), ~/.local/share/zed/logs (Linux), \
         %LOCALAPPDATA%\\Zed\\logs (Windows)",
    ),
];

pub(super) fn text() -> String {
    let lines = LOGS
        .iter()
        .map(|(host, place)| format!("  {host:14}  {place}"));
    let lines: Vec<String> = lines.collect();
    format!(
        "Where hosts keep what a server wrote to standard error:\n{}\n\n\
         A server made with Ferramenta keeps its own with `--log-file FILE`.",
        lines.join("\n")
    )
}
