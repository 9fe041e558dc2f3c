//! Rules of who may see a tool, which let everybody.

use ferramenta::{Context, Inject, Server, ToolDef};

/// What asks the rules of methods.
struct Audience;

impl Audience {
    #[expect(clippy::unused_self, reason = "a method is what is measured")]
    fn visible(&self, cx: &Context) -> bool {
        cx.identity().is_none()
    }
}

/// Provides what rules take.
pub(crate) fn provide(server: Server) -> Server {
    server.service(Audience)
}

/// What gives a tool the rule of this name, if there is one.
pub(crate) fn named(name: &str) -> fn(ToolDef) -> ToolDef {
    match name {
        "closure" => closure,
        "method" => method,
        _ => |tool| tool,
    }
}

fn closure(tool: ToolDef) -> ToolDef {
    tool.visible(|(cx,): (Context,)| async move { cx.identity().is_none() })
}

/// What `fn visible(&self, cx: &Context) -> bool` in a tool's `impl` block comes to.
fn method(tool: ToolDef) -> ToolDef {
    tool.visible(|(this, cx): (Inject<Audience>, Context)| async move { this.visible(&cx) })
}
