//! The macro that logs for clients.

/// Tells the client of a call what goes on: a text, or an object of named values.
///
/// ```text
/// client_log!(LOG, LEVEL, "text with {}", arguments…)
/// client_log!(LOG, LEVEL, { name: value, name, … })
/// ```
///
/// `LOG` is the call's [`Context`](crate::Context) or a [`ClientLog`](crate::ClientLog), `LEVEL` the bare name of a
/// [`LogLevel`](crate::LogLevel). The text is what `format!` takes. A value is whatever can be written as JSON;
/// a bare name stands for the variable of that name. All of it is looked at only when the client wants the
/// message: where nobody does, a call costs a comparison.
///
/// ```
/// use ferramenta::{Context, client_log, tool};
///
/// /// Remove a book.
/// #[tool]
/// async fn remove(title: String, cx: &Context) -> bool {
///     client_log!(cx, Debug, "looking for {title}");
///     let copies = title.len();
///     client_log!(cx, Notice, { removed: &title, copies });
///     copies > 0
/// }
/// ```
///
/// Where level and value are known only when the program runs, call [`ClientLog::send`](crate::ClientLog::send) or
/// [`Context::log`](crate::Context::log).
///
/// A level that doesn't exist and a name that is there twice don't compile:
///
/// ```compile_fail
/// # fn f(cx: &ferramenta::Context) {
/// ferramenta::client_log!(cx, Verbose, "there is no such level");
/// # }
/// ```
///
/// ```compile_fail
/// # fn f(cx: &ferramenta::Context) {
/// ferramenta::client_log!(cx, Info, { title: "Dune", title: "Emma" });
/// # }
/// ```
#[macro_export]
macro_rules! client_log {
    ($log:expr, $level:ident, { $($name:ident $(: $value:expr)?),+ $(,)? } $(,)?) => {{
        const _: () = {
            // names that are there twice are an error here
            #[allow(dead_code, non_camel_case_types, clippy::all)]
            enum Names { $($name),+ }
        };
        if let ::core::option::Option::Some(entry) = $crate::__private::log_entry(&$log, $crate::LogLevel::$level) {
            let mut fields = $crate::__private::LogFields::default();
            $($crate::__log_field!(fields, $name $(, $value)?);)+
            entry.send(&fields);
        }
    }};
    ($log:expr, $level:ident, $text:literal $($arguments:tt)*) => {
        if let ::core::option::Option::Some(entry) = $crate::__private::log_entry(&$log, $crate::LogLevel::$level) {
            entry.send(::core::format_args!($text $($arguments)*));
        }
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "write `client_log!(cx, Info, \"text {}\", value)` or `client_log!(cx, Info, { name: value })`, with the \
             bare name of a level"
        )
    };
}

/// One member of a structured message.
#[doc(hidden)]
#[macro_export]
macro_rules! __log_field {
    ($fields:ident, $name:ident) => {
        $fields.add(::core::stringify!($name), &$name)
    };
    ($fields:ident, $name:ident, $value:expr) => {
        $fields.add(::core::stringify!($name), &$value)
    };
}
