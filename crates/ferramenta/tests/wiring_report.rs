//! What is told of a server whose parts don't go together: every mistake, with the path that leads to it.

use std::sync::Arc;

use ferramenta::{Context, Failure, Inject, Server, tool, toolset};

trait Clock: Send + Sync {
    fn year(&self) -> u16;
}

trait Post: Send + Sync {}

struct Letters;
impl Post for Letters {}

struct Accounts;
struct Ledger;
struct Mailer;
struct Report;
struct Settings;
struct Stamps;
struct Transaction;

/// Made from what nobody provides.
#[derive(Inject)]
struct Greetings {
    clock: Arc<dyn Clock>,
}

/// Greet somebody.
#[tool]
async fn greet(name: String, greetings: Inject<Greetings>) -> String {
    format!("Hello, {name}, in {}!", greetings.clock.year())
}

/// Send the letters that wait.
#[tool]
async fn send(_post: Inject<dyn Post>) {}

#[derive(Inject)]
struct Chicken(Inject<Egg>);

#[derive(Inject)]
struct Egg(Arc<Chicken>);

/// Tell which was first.
#[tool]
async fn first(egg: Inject<Egg>) -> bool {
    std::ptr::eq(&raw const *egg.0.0, &raw const *egg)
}

/// Tell how much was sold.
#[tool]
async fn sales(_report: Inject<Report>) {}

/// Made for each call, and with a rule that is asked without one.
#[derive(Inject)]
struct Order(Context);

#[tool]
impl Order {
    async fn handle(&self) -> String {
        self.0.request_id().to_owned()
    }

    fn authorize(&self) -> bool {
        true
    }
}

/// Neither derived nor provided.
struct Shelf;

#[toolset]
impl Shelf {
    /// Count the books.
    #[tool]
    fn count(&self) -> usize {
        0
    }

    #[visible]
    fn is_open(_accounts: Inject<Accounts>) -> bool {
        true
    }
}

fn broken() -> Server {
    Server::new("Broken")
        .service(Settings)
        .service(Settings)
        .bind::<dyn Post, Letters>(|letters| letters)
        .scoped(|(_stamps,): (Inject<Stamps>,)| async { Ok(Letters) })
        .scoped(|()| async { Ok::<_, Failure>(Transaction) })
        .singleton(|(_transaction,): (Inject<Transaction>,)| Ledger)
        .singleton(|(_ledger,): (Inject<Ledger>,)| Report)
        .guard(|(_accounts,): (Inject<Accounts>,)| async { true })
        .on_start(|(_mailer,): (Inject<Mailer>,)| async { Ok(()) })
        .tools::<(greet, send, first, sales, Order, Shelf)>()
}

const REPORT: &str = "\
Broken can't start: 10 mistakes

[FM0010] FILE:91: the service `Settings` is provided twice
  remove one of them, or give them types of their own

[FM0003] FILE:89: Broken -> Accounts: not provided
  provide `Accounts`: `.service(..)`, or a factory that makes it

[FM0003] FILE:89: Broken -> Mailer: not provided
  provide `Mailer`: `.service(..)`, or a factory that makes it

[FM0003] FILE:31: greet -> Greetings -> dyn Clock: not provided
  say what stands for `dyn Clock`: `.service_as(..)`, or `.bind(..)` to a service

[FM0003] FILE:37: send -> dyn Post -> Letters -> Stamps: not provided
  provide `Stamps`: `.service(..)`, or a factory that makes it

[FM0014] FILE:47: first -> Egg -> Chicken -> Egg: needs itself
  break the circle: let one of them take what it needs with each call

[FM0015] FILE:53: sales -> Report -> Ledger: lives as long as the server, and needs what belongs to a call
  make it scoped as well, or let it take what it needs with each call

[FM0020] FILE:60: order: a rule takes `&self`, and `Order` is made for each call
  drop `&self`, and take what the rule needs as parameters, or make the tool's fields live as long as the server

[FM0003] FILE:74: count -> Accounts: not provided
  provide `Accounts`: `.service(..)`, or a factory that makes it

[FM0003] FILE:74: count -> Shelf: not provided
  put `#[derive(Inject)]` on `Shelf`, or provide it: `.service(..)`";

#[test]
fn ten_mistakes_of_the_wiring_are_told_with_their_paths() {
    let errors = broken().build().expect_err("mistakes");
    let report = errors.to_string().replace(file!(), "FILE");
    assert_eq!(report, REPORT, "this was told:\n{report}");
}
