//! What the program tells of itself.

use ferramenta_protocol::Implementation;

/// Where `http` listens if nothing is said.
pub(super) const DEFAULT_PORT: u16 = 8000;

/// What `--help` tells of the keys that there is no option for, since arguments can be seen by others.
const STATE_KEYS: &str = if cfg!(feature = "sealing") {
    "Environment of http:
  FERRAMENTA_STATE_KEYS
                     keys that seal sessions, 32 bytes each in base64, separated by commas; the first one
                     seals. Made up at the start if not given

"
} else {
    ""
};

/// What `--help` tells of contracts.
const CONTRACT: &str = if cfg!(feature = "contract") {
    "  contract write [FILE]
                     put what the server promises into a file, contract.json if not given
  contract check [FILE] [--allow KIND]
                     compare with the file; fails on changes worse than KIND: none, patch, minor (if not
                     given) or major
  contract lint [--budget TOKENS] [--allow KIND]
                     tell what hosts and model providers refuse; fails on findings worse than KIND: none,
                     hint, warning (if not given) or error
                     All take --server NAME, where there are several; the last two take --json
"
} else {
    ""
};

/// The text of `--help`.
pub(super) fn help(servers: &[&Implementation]) -> String {
    let names: Vec<&str> = servers.iter().map(|server| &*server.name).collect();
    let name = names.join(", ");
    format!(
        "{name}: an MCP server.

Usage:
  [stdio [NAME]]     serve standard input and output, as a host launches it; also without a command.
                     NAME says which server, where there are several
  http [OPTIONS]     serve Streamable HTTP
  list [-v]          tell what the server offers; -v tells how each tool and prompt is run
{CONTRACT}  help, --help       tell this
  --version          tell the version

Options of http (and the environment variable that stands for each):
  --listen IP:PORT   where to listen, 127.0.0.1:{DEFAULT_PORT} if not given (FERRAMENTA_LISTEN)
  --port PORT        the port alone; all addresses if a host is named, else loopback (PORT)
  --path PATH        the endpoint, /mcp if not given (FERRAMENTA_PATH)
  --host NAME        a name that clients use for this server, beside loopback ones; several times
                     (FERRAMENTA_HOST, separated by commas)
  --any-host         take every name, where a proxy checks it (FERRAMENTA_ANY_HOST=1)
  --origin URL       a web page's origin that may call, with CORS; several times
                     (FERRAMENTA_ORIGIN, separated by commas)

{STATE_KEYS}Options of stdio and http:
  --log FILTER       what to log, such as debug or warn,ferramenta=debug (FERRAMENTA_LOG)
  --log-file FILE    where to log, standard error if not given (FERRAMENTA_LOG_FILE)
"
    )
}

/// The text of `--version`: a line for each server.
pub(super) fn versions(servers: &[&Implementation]) -> String {
    let line = |server: &&Implementation| format!("{} {}\n", server.name, server.version);
    servers.iter().map(line).collect()
}

/// What somebody reads who runs the program in a terminal, where it seems to hang.
pub(super) fn waiting(name: &str) -> String {
    format!(
        "{name} waits for a host on standard input; to use it from here, try the commands `http` or `list`, or `--help`\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Server;

    #[test]
    fn the_name_comes_first() {
        let (shop, office) = (Server::new("Shop").version("1.2.3"), Server::new("Office"));
        let servers = [shop.info(), office.info()];
        assert!(help(&servers).starts_with("Shop, Office: an MCP server"));
        assert_eq!(versions(&servers), "Shop 1.2.3\nOffice 0.0.0\n");
        assert!(waiting("Shop").starts_with("Shop waits"));
    }
}
