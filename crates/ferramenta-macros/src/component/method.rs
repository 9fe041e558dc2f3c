//! What tools and prompts have in common that are functions of a type.

use syn::{FnArg, ImplItemFn, ItemImpl, Path, ReceiverKind, Signature, Type, parse_quote};

use super::Kind;
use crate::{errors::Errors, types};

/// Whether a function takes `&self`; another `self` is a mistake.
pub(super) fn takes_self(signature: &Signature, errors: &mut Errors) -> bool {
    let Some(FnArg::Receiver(receiver)) = signature.inputs.first() else {
        return false;
    };
    let shared = matches!(receiver.kind, ReceiverKind::Reference(_, _, None));
    if !shared {
        errors.at(
            receiver,
            "calls run at the same time and share the value: take `&self`, and keep what changes in a service of its own, behind a `Mutex` or an atomic",
        );
    }
    true
}

/// Notes what no block can have whose functions are tools; false when nothing can be registered for it.
pub(super) fn check_block(
    kind: Kind,
    block: &ItemImpl,
    attribute: &str,
    errors: &mut Errors,
) -> bool {
    if let Some((path, _)) = &block.trait_ {
        errors.at(
            path,
            format!("`#[{attribute}]` is for the type's own `impl` block: write `impl {} {{ .. }}`, without a trait", types::spelled(&block.self_ty)),
        );
        return false;
    }
    if !block.generics.params.is_empty() {
        errors.at(
            &block.generics.params,
            format!(
                "{}, so its type can't be generic: write the types out, or put what differs behind `Arc<dyn Trait>`",
                kind.told_once()
            ),
        );
        return false;
    }
    if path_of(&block.self_ty).is_none() {
        errors.at(
            &block.self_ty,
            format!("`#[{attribute}]` is for a type of your own: a struct or an enum"),
        );
        return false;
    }
    true
}

/// The path of the type that a block is about.
pub(super) fn path_of(ty: &Type) -> Option<&Path> {
    match types::bare(ty) {
        Type::Path(path) if path.qself.is_none() => Some(&path.path),
        _ => None,
    }
}

/// Lets the linter look past what a tool's function can't choose.
pub(super) fn allow(item: &mut ImplItemFn) {
    item.attrs.push(parse_quote! {
        #[allow(
            clippy::too_many_arguments,
            clippy::needless_pass_by_value,
            clippy::trivially_copy_pass_by_ref,
            clippy::unused_async,
            clippy::unused_self,
            clippy::must_use_candidate
        )]
    });
}
