//! The book and the README; every example in them is a test.

macro_rules! pages {
    ($($name:ident = $file:literal;)*) => {
        $(#[doc = include_str!($file)] pub mod $name {})*
    };
}

pages! {
    readme = "../../README.md";
    tools = "tools.md";
    prompts = "prompts.md";
    attributes = "attributes.md";
    errors = "errors.md";
    services = "services.md";
    completions = "completions.md";
    meanwhile = "meanwhile.md";
    questions = "questions.md";
    access = "access.md";
    layers = "layers.md";
    dynamic = "dynamic.md";
    bus = "bus.md";
    resources = "resources.md";
    listing = "listing.md";
    caching = "caching.md";
    extensions = "extensions.md";
    command = "command.md";
    running = "running.md";
    dev = "dev.md";
    testing = "testing.md";
    contract = "contract.md";
    troubleshooting = "troubleshooting.md";
    codes = "codes.md";
}
