//! {{title}}, on standard input and output; `http` serves Streamable HTTP.

fn main() -> ferramenta::Result<()> {
    {{crate}}::server().run()
}
