/// Writes the methods by which a declaration says what can be said of any component.
macro_rules! builders {
    ($def:ident, $what:literal) => {
        impl $def {
            #[doc = concat!("States where the ", $what, " was declared, for start-up errors.")]
            pub const fn at(mut self, place: crate::Place) -> Self {
                self.common.place = place;
                self
            }

            /// States where it was registered, if nobody said where it was declared.
            pub(crate) fn placed(self, place: crate::Place) -> Self {
                if self.common.place == crate::Place::UNKNOWN {
                    self.at(place)
                } else {
                    self
                }
            }

            /// A name for people.
            pub fn title(mut self, title: impl Into<String>) -> Self {
                self.common.title = Some(title.into());
                self
            }

            #[doc = concat!("What the ", $what, " is for, in words that a model reads.")]
            pub fn description(mut self, description: impl Into<String>) -> Self {
                self.common.description = Some(description.into());
                self
            }

            /// Adds a picture.
            pub fn icon(mut self, icon: ferramenta_protocol::Icon) -> Self {
                self.common.icons.push(icon);
                self
            }

            /// Data for clients that know what to do with it; an object.
            pub fn meta(mut self, meta: serde_json::Value) -> Self {
                self.common.meta = Some(meta);
                self
            }

            /// Longest time for one call, in place of [`Limits::call`](crate::Limits::call).
            pub const fn timeout(mut self, timeout: std::time::Duration) -> Self {
                self.common.timeout = Some(timeout);
                self
            }

            #[doc = concat!("Most calls of this ", $what, " at once; more wait.")]
            pub const fn max_concurrent(mut self, calls: usize) -> Self {
                self.common.max_concurrent = Some(calls);
                self
            }

            #[doc = concat!(
                "Limits how often each caller may call this ", $what,
                "; more calls are refused, with the time to wait."
            )]
            #[cfg(feature = "rate-limits")]
            pub const fn rate_limit(mut self, limit: crate::RateLimit) -> Self {
                self.common.rate_limit = Some(limit);
                self
            }

            #[doc = concat!(
                "Hides the ", $what, " from callers for whom the rule says no, on lists and on calls alike; the rule ",
                "takes a tuple of what the server provides: ",
                "`.visible(|(cx,): (Context,)| async move { cx.identity().is_some() })`."
            )]
            pub fn visible<P, F, R>(mut self, rule: F) -> Self
            where
                P: crate::FromServer,
                F: Fn(P) -> R + Send + Sync + 'static,
                R: Future<Output = bool> + Send + 'static,
            {
                self.common.rules.visible.push(crate::access::hook(rule));
                self
            }

            #[doc = concat!(
                "Refuses the ", $what, " to callers for whom the rule says no, and leaves it out of their lists."
            )]
            pub fn authorize<P, F, R>(mut self, rule: F) -> Self
            where
                P: crate::FromServer,
                F: Fn(P) -> R + Send + Sync + 'static,
                R: Future<Output = bool> + Send + 'static,
            {
                self.common.rules.authorize.push(crate::access::hook(rule));
                self
            }

            /// What a caller's token has to allow, all of it; over HTTP a caller is told what is missing.
            pub fn scopes<S: Into<String>>(mut self, scopes: impl IntoIterator<Item = S>) -> Self {
                let scopes = scopes.into_iter().map(Into::into);
                self.common.rules.scopes.extend(scopes);
                self
            }

            #[doc = concat!(
                "Puts something around each call of this ", $what, ": the first that is added is the outermost, ",
                "inside of what the [server](crate::Server::around) has."
            )]
            pub fn around(mut self, around: impl crate::Around) -> Self {
                self.common
                    .around
                    .push(crate::layer::ready(std::sync::Arc::new(around)));
                self
            }

            /// Puts something around each call that is made from the server's services, once: a type with
            /// `#[derive(Inject)]`.
            pub fn around_of<T: crate::Around + crate::Derived>(mut self) -> Self {
                self.common
                    .around
                    .push(crate::layer::made::<T, _>(|around| around));
                self.derives(T::register)
            }

            /// Brings along a service, for when the server has none of its type.
            pub fn with_service<T: Send + Sync + 'static>(mut self, service: T) -> Self {
                self.common.provides.push(Box::new(move |services| {
                    services.bring(std::sync::Arc::new(service));
                }));
                self
            }

            /// Brings along how the types are made that its parameters name.
            #[doc(hidden)]
            pub fn derives(mut self, note: fn(&mut crate::inject::derived::Registry<'_>)) -> Self {
                self.common.provides.push(Box::new(move |services| {
                    note(&mut crate::inject::derived::Registry(services));
                }));
                self
            }
        }

        impl std::fmt::Debug for $def {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($def))
                    .field("name", &self.common.name)
                    .finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use builders;
