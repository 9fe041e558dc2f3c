#![doc = include_str!("../README.md")]

mod argument;
mod component;
mod doc;
mod entry;
mod errors;
mod hint;
mod inject;
mod krate;
mod literal;
mod name;
mod nearest;
mod probes;
mod range;
mod rules;
mod schema;
mod types;

use proc_macro::TokenStream;

/// Makes a function a tool, or a type.
///
/// The function stays what it is, and can be called in a unit test. Beside it the macro puts a type of
/// the same name, by which the tool is registered: `Server::new("Bookshop").tool::<search_books>()`.
///
/// ```ignore
/// use ferramenta::tool;
///
/// /// Search the catalog by title or author.
/// #[tool(read_only)]
/// fn search_books(
///     /// Title or author to search for.
///     query: String,
///     /// Maximum number of results.
///     #[arg(default = 10, range(1..=50))]
///     limit: u32,
/// ) -> String {
///     format!("Found 3 books matching '{query}' (showing up to {limit}).")
/// }
/// ```
///
/// The doc comment is the tool's description, those of the parameters describe the arguments. An
/// `async fn` runs in the connection's task, an `fn` on the blocking pool, where it can't hold up the
/// server; `inline` keeps an `fn` that is known to be quick off the pool.
///
/// # Types
///
/// On an `impl` block it makes the type a tool. Its method `handle` is called for each call, with the value
/// that was filled by [`macro@Inject`], or that the server was given; its doc comment is the description.
/// What the attribute says of functions it says of `handle`. The block stays what it is.
///
/// ```ignore
/// use std::sync::Arc;
/// use ferramenta::{Args, Context, Inject, tool};
///
/// #[derive(Inject)]
/// struct Greet {
///     greetings: Arc<Greetings>,
/// }
///
/// /// Return a friendly greeting for the supplied name.
/// #[tool(title = "Greet a user", read_only)]
/// impl Greet {
///     async fn handle(&self, Args(input): Args<GreetInput>, names: Inject<NameFormatter>) -> String {
///         self.greetings.greet(&names.normalize(&input.name))
///     }
///
///     fn visible(&self, cx: &Context) -> bool {
///         cx.identity().is_some()
///     }
/// }
/// ```
///
/// The name is that of the type, its words in small letters with hyphens between them, without a last word
/// `Tool`: `GreetTool` is `greet`. A word begins at a capital letter that follows a small one or a digit, and at
/// the last of several capital letters when a small one follows: `HTTPServerTool` is `http-server`,
/// `FindTicket2` is `find-ticket2`.
///
/// The methods `visible` (does the tool exist for this caller?) and `authorize` (may this caller use it?), sync
/// or `async`, are rules: they return `bool`, and are asked for lists and calls alike. They take what the server
/// provides, and no argument. One that takes `&self` needs a tool that isn't made for each call.
///
/// Several tools of one type are a [`macro@toolset`].
///
/// # Parameters
///
/// What a parameter is depends on its type, never on its name. What implements `FromServer` comes from
/// the server (`Context`, which may also be taken as `&Context`, `Progress`, `ClientLog`, `Inject<T>`, and types of
/// one's own). `Args<T>` is the whole argument object. Every other type is one argument, and implements
/// `Deserialize` and `JsonSchema`: see [`macro@schema`]. An argument of type `Option<T>` may be left out.
///
/// # Attributes of the tool
///
/// | attribute | meaning |
/// | --- | --- |
/// | `name = ".."` | the published name, in place of that of the function or type |
/// | `title = ".."` | a name for people |
/// | `description = ".."` | in place of the doc comment |
/// | `read_only`, `destructive`, `idempotent`, `open_world`, `closed_world` | hints; also `read_only = false` |
/// | `icon(src = "..", mime_type = "..", sizes("48x48"), theme = "light")` | a picture; may be repeated |
/// | `icons("https://..", ..)` | pictures of which only the address is said |
/// | `meta(key = value, "example.com/key" = value)`, `meta = expression` | data for clients that know it |
/// | `scopes("books:read", ..)` | what a caller's token has to allow, all of it |
/// | `timeout = "30s"` | the longest time for one call, in `ms`, `s`, `m` or `h` |
/// | `max_concurrent = 4` | the most calls at once |
/// | `rate_limit = "10/min"` | how often each caller may call, per `s`, `min` or `h`; or an expression (feature `rate-limits`) |
/// | `output = Type` | the structured value of every success, for a handler that returns `Response` |
/// | `output = none` | no structured value: the text is all there is |
/// | `max_result = "256KiB"` | the largest result, in `B`, `KiB`, `MiB`, `KB` or `MB` |
/// | `unknown_arguments = "allow"` | arguments that the tool doesn't know are left out, and not refused |
/// | `run_to_completion` | a call that was begun is never dropped |
/// | `inline` | an `fn` that is known to be quick, run in the connection's task |
/// | `type = Name` | the name of the type beside the function, where the function's would collide |
/// | `crate = path` | where the library is, if not at `::ferramenta` |
///
/// # Attributes of a parameter
///
/// They stand in `#[arg(..)]`.
///
/// | attribute | meaning |
/// | --- | --- |
/// | `default = expression`, `default` | the value of an argument that isn't sent |
/// | `range(1..=50)`, `range(1..)`, `range(..=50)` | the smallest and the largest number; ends may be constants |
/// | `length(1..=80)` | the fewest and the most characters or items |
/// | `pattern = ".."` | a regular expression that is found in the text |
/// | `one_of("a", "b")` | the only values allowed |
/// | `rename = ".."` | the published name, in place of the parameter's |
/// | `description = ".."` | in place of the doc comment |
/// | `secret` | the value is never repeated in messages, and published as `writeOnly` |
/// | `header = "Region"` | the HTTP header `Mcp-Param-Region` repeats the argument |
/// | `complete = path` | of a [`macro@prompt`]: a function that completes the argument as it is typed |
///
/// A type that is both an argument and something that the server provides needs a word on which is
/// meant: `#[arg]` or `#[inject]` alone.
///
/// # What does not work
///
/// Generic functions and types, `self` other than `&self`, and references other than `&Context` are refused with
/// a message that says what to write. `#[cfg_attr(feature = "x", tool)]` can't work together with attributes of parameters,
/// for the compiler reads those first. In an `impl` block without `#[toolset]` a `#[tool]` makes the compiler
/// complain of a struct that it doesn't expect there: the block can't hold the type beside the function.
#[proc_macro_attribute]
pub fn tool(attributes: TokenStream, item: TokenStream) -> TokenStream {
    component::expand(component::Kind::Tool, attributes.into(), &item.into()).into()
}

/// Makes a function a prompt, or a type.
///
/// What [`macro@tool`] says of functions, types, parameters and rules holds here as well. Clients send the arguments of a
/// prompt as texts, and they become what the parameters are; what is returned is one message of the user's, or
/// `Messages`.
///
/// ```ignore
/// use ferramenta::{Messages, prompt};
///
/// /// Ask for a review of a book.
/// #[prompt(title = "Review a book")]
/// async fn review(
///     /// The title as it is printed.
///     title: String,
///     /// The number of words.
///     #[arg(default = 100, range(10..=1000))]
///     words: u32,
/// ) -> Messages {
///     Messages::new().user(format!("Write {words} words on '{title}'."))
/// }
/// ```
///
/// The attributes are `name`, `title`, `description`, `icon`, `icons`, `meta`, `scopes`, `timeout`, `max_concurrent`,
/// `rate_limit`, `inline`, `type` and `crate`, with the meaning that they have at [`macro@tool`]; of a type's name the last
/// word `Prompt` is left out.
#[proc_macro_attribute]
pub fn prompt(attributes: TokenStream, item: TokenStream) -> TokenStream {
    component::expand(component::Kind::Prompt, attributes.into(), &item.into()).into()
}

/// Makes a function a resource, or a type.
///
/// The URI stands first. With variables in braces it is a template (RFC 6570), and each variable is an argument of the
/// function, by its name; its text becomes what the parameter is. What [`macro@tool`] says of functions, types,
/// parameters and rules holds here as well. What is returned is a text, `Bytes`, `Structured` for JSON, or `Contents`;
/// in an `Option` if there may be no such resource.
///
/// ```ignore
/// use ferramenta::resource;
///
/// /// The opening hours.
/// #[resource("shop://hours", mime = "text/plain")]
/// async fn hours() -> &'static str {
///     "9 to 5"
/// }
///
/// /// A shelf of the shop.
/// #[resource("shop://shelves/{number}")]
/// async fn shelf(number: u32) -> Option<String> {
///     (number < 12).then(|| format!("Shelf {number}"))
/// }
/// ```
///
/// The attributes behind the URI are `name`, `mime = "text/plain"`, `size = "12KiB"`, `list = path`, a function that lists
/// the resources of a template, `cache(ttl = "60s", scope = public)`, how long clients may keep what they have read,
/// `title`, `description`, `icon`, `icons`, `meta`, `scopes`, `timeout`, `max_concurrent`, `rate_limit`, `inline`, `type` and
/// `crate`, otherwise with the meaning that they have at [`macro@tool`]; of a type's name the last word `Resource` is left
/// out.
#[proc_macro_attribute]
pub fn resource(attributes: TokenStream, item: TokenStream) -> TokenStream {
    component::expand(component::Kind::Resource, attributes.into(), &item.into()).into()
}

/// Makes a function a method of an extension, or a type that has `handle`: what clients call that know the extension.
///
/// The method's name stands first, as clients call it. Parameters are what they are at [`macro@tool`]: the members of the
/// request's `params`, and what the server provides. The result is a `#[schema]` struct or another object as
/// `Structured`, or nothing.
///
/// The attributes behind the name are `scopes`, `timeout`, `max_concurrent`, `rate_limit`, `inline`, `type` and `crate`,
/// with the meaning that they have at [`macro@tool`].
#[proc_macro_attribute]
pub fn method(attributes: TokenStream, item: TokenStream) -> TokenStream {
    component::expand(component::Kind::Method, attributes.into(), &item.into()).into()
}

/// Makes a type one that tools take and return.
///
/// It writes `Deserialize`, `Serialize` and `JsonSchema`, so that they agree: what the decoder takes is what
/// the schema says, wherever the type is embedded. An object is an object and no list, unknown members and
/// those that are there twice are refused, the rules of the fields are checked while they are decoded, and
/// what is `None` is left out when it is written. A `#[derive(..)]` of one of the three after the attribute
/// stays in its place.
///
/// ```ignore
/// #[ferramenta::schema]
/// struct Book {
///     /// The title as it is printed.
///     #[arg(length(1..=200))]
///     title: String,
///     #[arg(range(1450..))]
///     year: Option<u16>,
///     #[arg(default = 1)]
///     copies: u32,
/// }
///
/// #[ferramenta::schema(rename_all = "kebab-case")]
/// enum Shelf {
///     Fiction,
///     ScienceAndNature,
/// }
///
/// #[ferramenta::schema(tag = "kind")]
/// enum Payment {
///     Card { number: String },
///     Invoice(Invoice),
/// }
///
/// #[ferramenta::schema(validate = Period::check)]
/// struct Period {
///     from: u32,
///     to: u32,
/// }
///
/// impl Period {
///     fn check(&self) -> Result<(), &'static str> {
///         if self.from <= self.to { Ok(()) } else { Err("`from` is after `to`") }
///     }
/// }
/// ```
///
/// | attribute of the type | meaning |
/// | --- | --- |
/// | `rename_all = "kebab-case"` | how the names of fields or variants are written |
/// | `rename_all_fields = "camelCase"` | how the names of the fields of variants are written |
/// | `tag = "kind"` | the member that says which variant an object is; needed where variants carry data |
/// | `unknown = "allow"` | unknown members are left out, and not refused |
/// | `validate = path` | a function of `&Self` whose error, a text for the model, refuses the whole value |
/// | `input`, `output` | values go one way only: no `Serialize`, or no `Deserialize`, is written or asked for |
/// | `crate = path` | where the library is, if not at `::ferramenta` |
///
/// Fields take `#[arg(default, range, length, pattern, one_of, rename, description, secret)]` with the
/// meaning that they have at [`macro@tool`]; variants take `rename` and `description`.
///
/// Structs with named fields are objects; a tuple struct with one field is written as that field. A variant
/// has named fields, none, or one field that is a `#[schema]` struct, whose members stand beside the tag.
/// A member whose type can be absent, such as an `Option`, may be left out.
///
/// Of `#[serde(..)]`, `rename`, `rename_all`, `default`, `tag` and `deny_unknown_fields` are understood as
/// ours; what can't be, such as `flatten` or `alias`, is refused with a word on what to write.
#[proc_macro_attribute]
pub fn schema(attributes: TokenStream, item: TokenStream) -> TokenStream {
    schema::expand(attributes.into(), &item.into()).into()
}

/// `#[toolset]` makes each method of an `impl` block a tool that has `#[tool]`; the others stay helpers.
///
/// The value is filled by [`macro@Inject`], or is a service of the server's; all tools of the set share it. A
/// method that takes no `&self` does without. What [`macro@tool`] says of functions holds for the methods: the
/// name is the method's, the doc comment describes the tool. The set is added with `Server::tools`.
///
/// | attribute | meaning |
/// | --- | --- |
/// | `prefix = "catalog_"` | stands before the names of the methods; a `name = ".."` is taken as it is |
/// | `scopes("books:read", ..)` | what a caller's token has to allow for each of the tools |
/// | `crate = path` | where the library is, if not at `::ferramenta` |
///
/// Methods with `#[visible]` or `#[authorize]` are rules for all tools of the set, as `visible` and `authorize`
/// are at [`macro@tool`].
#[proc_macro_attribute]
pub fn toolset(attributes: TokenStream, item: TokenStream) -> TokenStream {
    component::set::expand(attributes.into(), &item.into()).into()
}

/// `#[derive(Inject)]` says how a struct is made: from what the server provides, field by field.
///
/// | field | value |
/// | --- | --- |
/// | `Arc<T>`, `Inject<T>` | the service of type `T`, which may be a `dyn Trait` |
/// | any other type | what the server provides by `FromServer`, such as `Context`, or a derived struct |
/// | `#[inject(default)]` | the type's default |
/// | `#[inject(default = expression)]` | the value of the expression |
///
/// A type that derives it needs no registration: where a tool, or a type that derives `Inject`, names it as a
/// service or takes it as it is, the server makes it. It is made once, when the server is built, if what it is
/// made from is the same for all calls; else once for each call that asks for it. A service of its type that the
/// server was given goes before, as `Server::replace_service` does in a test. Factories and `FromServer` types
/// that are written by hand don't tell what they name: only what is named elsewhere is found for them.
///
/// `#[inject(crate = path)]` on the struct says where the library is, if not at `::ferramenta`.
#[proc_macro_derive(Inject, attributes(inject))]
pub fn inject(item: TokenStream) -> TokenStream {
    inject::expand(&item.into()).into()
}
