/// Writes the methods by which a declaration takes its handler, whose results are of this kind.
macro_rules! handlers {
    ($def:ident, $output:ident) => {
        impl $def {
            /// Sets an `async` handler, which runs in the connection's task.
            pub fn handler<P, M, F, T, R>(mut self, specs: P::Specs, handler: F) -> Self
            where
                P: crate::contract::Params<M>,
                M: 'static,
                F: Fn(P) -> T + Send + Sync + 'static,
                T: Future<Output = R> + Send + 'static,
                R: $output + 'static,
            {
                let handler = crate::component::Concurrent(handler);
                let unbound = crate::component::Unbound::<P, M, R, _>::new(specs, handler);
                self.setup = Some(Box::new(unbound));
                self
            }

            /// Sets a blocking handler, which runs on the blocking pool.
            pub fn blocking_handler<P, M, F, R>(mut self, specs: P::Specs, handler: F) -> Self
            where
                P: crate::contract::Params<M>,
                M: 'static,
                F: Fn(P) -> R + Send + Sync + 'static,
                R: $output + 'static,
            {
                let handler = crate::component::Blocking(handler.into());
                let unbound = crate::component::Unbound::<P, M, R, _>::new(specs, handler);
                self.setup = Some(Box::new(unbound));
                self
            }

            /// Sets a handler that is known to be quick, which runs in the connection's task.
            pub fn inline_handler<P, M, F, R>(mut self, specs: P::Specs, handler: F) -> Self
            where
                P: crate::contract::Params<M>,
                M: 'static,
                F: Fn(P) -> R + Send + Sync + 'static,
                R: $output + 'static,
            {
                let handler = crate::component::Inline(handler);
                let unbound = crate::component::Unbound::<P, M, R, _>::new(specs, handler);
                self.setup = Some(Box::new(unbound));
                self
            }
        }
    };
}

pub(crate) use handlers;
