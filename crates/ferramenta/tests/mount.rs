//! An application that was there before: its own login, state and routes stay as they are, and two servers
//! of MCP are mounted beside them.

#![allow(clippy::unwrap_used, reason = "a test that can't go on has failed")]

#[path = "support/http.rs"]
mod support;

use std::sync::{Arc, LazyLock, Mutex};

use axum::{
    Router,
    extract::{Request as AxumRequest, State},
    http::StatusCode,
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response as AxumResponse},
    routing::get,
};
use ferramenta::{BearerTokens, BuildErrors, Context, HttpParts, Identity, Inject, Server, tool};
use support::{Request, Response, Running};

static APPLICATION: LazyLock<Running> =
    LazyLock::new(|| serve(application(Shop::new()).expect("no mistakes")));

fn serve(app: Router) -> Running {
    Running::start_as(|listener, stop| async move {
        let served = axum::serve(listener, app).with_graceful_shutdown(async {
            let _ = stop.await;
        });
        served.await.unwrap();
    })
}

/// The state of the application.
#[derive(Clone)]
struct Shop {
    staff: Arc<[&'static str]>,
    sold: Arc<Mutex<Vec<String>>>,
}

impl Shop {
    fn new() -> Self {
        Self {
            staff: ["ada", "bob"].into(),
            sold: Arc::default(),
        }
    }
}

/// Whom the application's own routes know.
#[derive(Clone)]
struct Session {
    user: String,
    /// Where the session comes from.
    origin: &'static str,
}

/// The application's own login.
async fn login(State(shop): State<Shop>, mut request: AxumRequest, next: Next) -> AxumResponse {
    let cookie = request.headers().get("cookie");
    let user = cookie.and_then(|cookie| cookie.to_str().ok()?.strip_prefix("user="));
    let Some(user) = user
        .filter(|user| shop.staff.contains(user))
        .map(str::to_owned)
    else {
        return (StatusCode::UNAUTHORIZED, "log in first").into_response();
    };
    let identity = Identity::new(&user).claim("shop", "corner");
    let identity = match user.as_str() {
        "ada" => identity.scope("books:sell"),
        _ => identity,
    };
    let origin = "cookie";
    request.extensions_mut().insert(Session { user, origin });
    request.extensions_mut().insert(identity);
    next.run(request).await
}

async fn hello(axum::Extension(session): axum::Extension<Session>) -> String {
    format!("hello, {}", session.user)
}

async fn sold(State(shop): State<Shop>) -> String {
    shop.sold.lock().unwrap().join(", ")
}

/// The routes that were there before.
fn routes() -> Router<Shop> {
    Router::new()
        .route("/hello", get(hello))
        .route("/sold", get(sold))
}

/// The application as it was.
fn before(shop: Shop) -> Router {
    let routes = routes();
    finished(routes, shop)
}

/// The application with both servers.
fn application(shop: Shop) -> Result<Router, BuildErrors> {
    let desk = Server::new("Desk").service(shop.clone()).tools::<Desk>();
    let till = Server::new("Till").service(shop.clone()).tools::<Till>();
    let routes = routes()
        .nest_service("/mcp/desk", desk.into_service()?)
        .nest_service("/mcp/till", till.into_service()?);
    Ok(finished(routes, shop))
}

/// What stands around the routes.
fn finished(routes: Router<Shop>, shop: Shop) -> Router {
    let api = routes
        .layer(from_fn_with_state(shop.clone(), login))
        .with_state(shop);
    Router::new()
        .nest("/api", api)
        .fallback(async || (StatusCode::NOT_FOUND, "no such page"))
}

type Desk = (whoami, session, count);
type Till = (sell,);

/// Tell who calls, and which server was asked.
#[tool]
async fn whoami(cx: &Context) -> String {
    let identity = cx.identity().unwrap();
    let shop = identity.get("shop").unwrap();
    format!("{} of {shop} at {}", identity.subject(), cx.server())
}

/// Tell where the session comes from.
#[tool]
async fn session(request: HttpParts) -> String {
    let Session { user, origin } = request.extensions.get::<Session>().unwrap();
    let agent = request.headers["user-agent"].to_str().unwrap();
    format!(
        "{user} by {origin} with {agent}: {} {}",
        request.method, request.uri
    )
}

/// Count the books that were sold.
#[tool]
async fn count(shop: Inject<Shop>) -> usize {
    shop.sold.lock().unwrap().len()
}

/// Sell a book.
#[tool(scopes("books:sell"))]
async fn sell(title: String, shop: Inject<Shop>) -> usize {
    let mut sold = shop.sold.lock().unwrap();
    sold.push(title);
    sold.len()
}

fn page(path: &str) -> Request {
    Request::post("").at(&format!("GET /api/{path}"))
}

fn desk(tool: &str) -> Request {
    Request::call(tool, "").at("POST /api/mcp/desk")
}

fn till(title: &str) -> Request {
    Request::call("sell", &format!("\"title\":\"{title}\"")).at("POST /api/mcp/till")
}

#[track_caller]
fn send(request: Request, user: &str) -> Response {
    APPLICATION.send(&request.header("Cookie", &format!("user={user}")))
}

/// The lines in the body of a function of this file.
fn lines_of(function: &str) -> usize {
    let source = include_str!("mount.rs");
    let (_, function) = source.split_once(&format!("\nfn {function}(")).unwrap();
    let (function, _) = function.split_once("\n}\n").unwrap();
    function.lines().count()
}

#[test]
fn two_servers_are_mounted_in_five_lines() {
    assert!(lines_of("application") <= lines_of("before") + 5);
}

/// What comes back, but for the time.
fn seen(response: &Response) -> String {
    let headers = response.headers.iter();
    let headers: Vec<_> = headers.filter(|(name, _)| name != "date").collect();
    format!("{} {headers:?} {}", response.status, response.body)
}

#[test]
fn the_applications_own_routes_are_as_they_were() {
    let [before, after] = [
        before(Shop::new()),
        application(Shop::new()).expect("no mistakes"),
    ]
    .map(serve);
    let elsewhere = page("hello").at("GET /elsewhere");
    for (request, expected) in [
        (page("hello"), "200 hello, bob"),
        (page("sold"), "200 "),
        (page("nowhere"), "404 no such page"),
        (page("mcp"), "404 no such page"),
        (page("hello").at("POST /api/hello"), "405 "),
        (elsewhere, "404 no such page"),
    ] {
        for user in ["bob", "eve", ""] {
            let request = request.clone().header("Cookie", &format!("user={user}"));
            let response = after.send(&request);
            assert_eq!(seen(&response), seen(&before.send(&request)));
            if user == "bob" {
                assert_eq!(format!("{} {}", response.status, response.body), expected);
            }
        }
    }
    assert_eq!(after.send(&page("hello")).status, 401);
}

#[test]
fn the_applications_login_holds_for_tools() {
    for request in [desk("whoami"), till("Emma")] {
        let response = APPLICATION.send(&request);
        assert_eq!(
            (response.status, response.body.as_str()),
            (401, "log in first")
        );
    }
    assert_eq!(
        send(desk("whoami"), "bob").text(),
        "bob of \"corner\" at Desk"
    );
    let params = "{\"name\":\"whoami\"}";
    let legacy = Request::legacy("tools/call", params).at("POST /api/mcp/desk");
    assert_eq!(send(legacy, "ada").text(), "ada of \"corner\" at Desk");
}

#[test]
fn tools_see_the_request_as_the_layers_left_it() {
    let request = desk("session").header("User-Agent", "test/1");
    assert_eq!(
        send(request, "bob").text(),
        "bob by cookie with test/1: POST /"
    );
}

#[test]
fn tools_and_routes_share_their_state_and_scopes_hold() {
    assert_eq!(send(till("Emma"), "ada").text(), "1");
    assert_eq!(send(desk("count"), "bob").text(), "1");
    assert_eq!(send(page("sold"), "bob").body, "Emma");
    let response = send(till("Persuasion"), "bob");
    assert_eq!(response.error(), (403, -32602));
    let challenge = "Bearer error=\"insufficient_scope\", scope=\"books:sell\"";
    assert_eq!(response.header("www-authenticate"), Some(challenge));
    assert_eq!(send(page("sold"), "bob").body, "Emma");
}

#[test]
fn each_server_has_its_own_tools() {
    let unknown = |path: &str, tool: &str| {
        let answer = send(
            Request::call(tool, "").at(&format!("POST /api/mcp/{path}")),
            "ada",
        );
        assert_eq!(
            answer.json()["error"]["message"],
            format!("Unknown tool: {tool}")
        );
    };
    unknown("desk", "sell");
    unknown("till", "count");
}

/// A server with tokens of its own, inside a layer that may have found out already who calls.
#[test]
fn what_a_layer_found_out_stands_above_the_servers_own_tokens() {
    let tokens = BearerTokens::new().token("t", Identity::new("eve").claim("shop", "far"));
    let server = Server::new("Desk").authenticate(tokens).tool::<whoami>();
    let service = server.into_service().unwrap();
    let cookies = axum::middleware::from_fn(async |mut request: AxumRequest, next: Next| {
        if request.headers().contains_key("cookie") {
            let ada = Identity::new("ada").claim("shop", "corner");
            request.extensions_mut().insert(ada);
        }
        next.run(request).await
    });
    let app = Router::new().route_service("/mcp", service).layer(cookies);
    let running = serve(app);
    let call = Request::call("whoami", "");
    let token = call.clone().header("Authorization", "Bearer t");
    assert_eq!(running.send(&call).error(), (401, -32600));
    assert_eq!(running.send(&token).text(), "eve of \"far\" at Desk");
    let both = token.header("Cookie", "x");
    assert_eq!(running.send(&both).text(), "ada of \"corner\" at Desk");
    assert_eq!(
        running.send(&call.header("Cookie", "x")).text(),
        "ada of \"corner\" at Desk"
    );
}
