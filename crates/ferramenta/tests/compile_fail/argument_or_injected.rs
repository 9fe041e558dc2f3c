#![allow(unused)]

use ferramenta::{Binder, Context, Failure, FromServer, tool};

#[ferramenta::schema]
struct Tenant {
    id: u32,
}

impl FromServer for Tenant {
    type Bound = ();

    fn bind(_: &mut Binder<'_>) -> Option<()> {
        Some(())
    }

    async fn get(_: &(), _: &Context) -> Result<Self, Failure> {
        Ok(Self { id: 1 })
    }
}

#[tool]
fn which(tenant: Tenant) -> u32 {
    tenant.id
}

fn main() {}
