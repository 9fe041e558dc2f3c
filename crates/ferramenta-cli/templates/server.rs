//! The server `{{name}}`.

use ferramenta::Server;

/// What the server offers.
pub fn server() -> Server {
    Server::new("{{title}}").version(env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::server;

    #[test]
    fn it_starts() {
        if let Err(errors) = server().build() {
            panic!("{errors}");
        }
    }
}
