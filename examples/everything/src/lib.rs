//! A potter's workshop: what goes on while calls run, and what changes between them.
//!
//! The README says which file shows what.

#![allow(
    missing_docs,
    reason = "a doc comment on a type or field is a description that the model reads"
)]

mod drying;
mod glazes;
mod journal;
mod kiln;
mod orders;
mod shelf;

use ferramenta::Server;

pub use self::{
    drying::dry,
    glazes::{close_glaze, open_glaze},
    journal::{Journal, last_requests},
    kiln::{Fired, Kiln, fire, kiln_log, watch_kiln},
    orders::{Delivery, Order, Orders, order, pay},
    shelf::{Pots, Shelf, shelved_pot, shelved_pots},
};

/// The workshop.
pub fn server() -> Server {
    Server::new("Workshop")
        .version(env!("CARGO_PKG_VERSION"))
        .instructions("Pots are dried, fired, put on the shelf, glazed and ordered, in this order.")
        .service(Journal::default())
        .service(Kiln::default())
        .service(Pots::default())
        .service(Orders::default())
        .layer_of::<journal::Write>()
        .client_logging()
        .dynamic_tools()
        .dynamic_resources()
        .resource_updates()
        .page_size(3)
        .tools::<(
            dry,
            fire,
            watch_kiln,
            Shelf,
            open_glaze,
            close_glaze,
            order,
            pay,
        )>()
        .resources::<(kiln_log, shelved_pots, shelved_pot, last_requests)>()
}
