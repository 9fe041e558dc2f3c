//! Whether a page of an origin may talk to a server: the questions that a browser asks first.

use reqwest::{Method, header::ORIGIN};

use super::{endpoint::Endpoint, finding::Finding, reply::Reply};

/// What a client in a browser sends beside what is always allowed.
const HEADERS: [&str; 3] = ["content-type", "mcp-protocol-version", "mcp-method"];

pub(super) async fn check(endpoint: &Endpoint, origin: &str) -> Result<(), Finding> {
    let request = endpoint
        .client
        .request(Method::OPTIONS, endpoint.url.clone())
        .header(ORIGIN, origin)
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", HEADERS.join(", "));
    let reply = endpoint.send(request).await?;
    match problem(&reply, origin) {
        None => Ok(()),
        Some(what) => Err(Finding::new(
            "cors",
            format!("a browser won't let pages of {origin} call it: {what}"),
            format!(
                "allow the origin at the server (`--origin {origin}` of one made with Ferramenta)"
            ),
        )),
    }
}

fn problem(reply: &Reply, origin: &str) -> Option<String> {
    if !reply.status.is_success() {
        return Some(format!(
            "the preflight is answered with {}",
            reply.status.as_u16()
        ));
    }
    match reply.header("access-control-allow-origin") {
        Some(allowed) if allowed == "*" || allowed == origin => {}
        Some(other) => return Some(format!("`Access-Control-Allow-Origin` is {other}")),
        None => return Some("the preflight has no `Access-Control-Allow-Origin`".into()),
    }
    let allowed = reply
        .header("access-control-allow-headers")
        .unwrap_or_default()
        .to_lowercase();
    let allowed: Vec<&str> = allowed.split(',').map(str::trim).collect();
    let missing = HEADERS
        .iter()
        .find(|name| !allowed.contains(name) && !allowed.contains(&"*"));
    missing.map(|name| format!("`Access-Control-Allow-Headers` lacks {name}"))
}
