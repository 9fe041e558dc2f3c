/// Makes tuples of components sets of them.
macro_rules! sets {
    ($set:ident, $def:ident) => {
        crate::component::sets!($set, $def:);
        crate::component::sets!($set, $def: A);
        crate::component::sets!($set, $def: A B);
        crate::component::sets!($set, $def: A B C);
        crate::component::sets!($set, $def: A B C D);
        crate::component::sets!($set, $def: A B C D E);
        crate::component::sets!($set, $def: A B C D E F);
        crate::component::sets!($set, $def: A B C D E F G);
        crate::component::sets!($set, $def: A B C D E F G H);
        crate::component::sets!($set, $def: A B C D E F G H I);
        crate::component::sets!($set, $def: A B C D E F G H I J);
        crate::component::sets!($set, $def: A B C D E F G H I J K);
        crate::component::sets!($set, $def: A B C D E F G H I J K L);
    };
    ($set:ident, $def:ident: $($T:ident)*) => {
        impl<$($T: $set),*> $set for ($($T,)*) {
            fn add_to(all: &mut Vec<$def>) {
                let _ = &all;
                $($T::add_to(all);)*
            }
        }
    };
}

pub(crate) use sets;
