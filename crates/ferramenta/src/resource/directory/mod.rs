//! The files below a folder as resources, of which none leads out.

mod file_type;
mod folder;
mod name;
mod walk;

use std::{
    fmt,
    path::PathBuf,
    sync::{Arc, OnceLock},
};

use self::folder::Folder;
use super::{Contents, Page, Paging, ResourceDef, ResourceMeta, Setup, handler::Prepared, list};
use crate::{
    Context, Failure, Listed, ParamSpec, ToolResult,
    build_error::BuildErrorCode,
    component::{Blocking, Surroundings, Unbound},
    contract::{Owner, marker},
};

/// Largest file that is read if nothing else is said, in bytes.
const MOST: u64 = 1 << 20;

/// The files below a folder as resources: read by their paths, and listed page by page.
///
/// The folder is opened once, when the server is built, and files are opened below it, folder by folder: no path leads
/// out, whatever is done to the folder meanwhile. Links aren't followed, wherever they lead. A name that a system takes
/// for something else is none, on every system alike: one with `\`, `:` or a control character in it, one that ends in a
/// dot or a blank, and the names of devices, such as `NUL` or `com1.txt`. Neither is one that begins with a dot, unless
/// [hidden files](Self::hidden_files) are let in. All of these are not found, word for word, like a file that isn't
/// there, and like what can't be opened or isn't a file.
///
/// A file that is UTF-8 without NUL is sent as a text, any other as bytes. Its type follows from its name, as far as its
/// contents don't say otherwise.
///
/// ```
/// use ferramenta::{Directory, Server, TestClient};
///
/// # tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
/// let sources = Directory::new(env!("CARGO_MANIFEST_DIR")).at("source:///{+path}").title("The sources");
/// let client = TestClient::new(Server::new("Sources").resource_value(sources));
/// let read = client.read("source:///src/lib.rs").await;
/// assert_eq!(read.result()["contents"][0]["mimeType"], "text/x-rust");
/// client.read("source:///../Cargo.toml").await.assert_protocol_error(-32602, "Resource not found");
/// # });
/// ```
#[derive(Clone)]
#[must_use = "a directory is a resource once it is somewhere: call `at`"]
pub struct Directory {
    path: PathBuf,
    options: Options,
}

/// Which files are let in.
#[derive(Clone, Copy)]
struct Options {
    /// The largest, in bytes.
    max_size: u64,
    /// Those whose names, or folders, begin with a dot.
    hidden: bool,
}

impl Directory {
    /// The folder at this path, below the working directory if it is relative. It is opened when the server is built.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            options: Options {
                max_size: MOST,
                hidden: false,
            },
        }
    }

    /// The largest file that is read, in bytes; 1 MiB if not given. Larger ones aren't listed, and reading one says why
    /// it isn't read. [`Limits::result`](crate::Limits::result) holds beside it.
    pub const fn max_size(mut self, bytes: u64) -> Self {
        self.options.max_size = bytes;
        self
    }

    /// Lets in what begins with a dot, such as `.github/workflows`.
    pub const fn hidden_files(mut self) -> Self {
        self.options.hidden = true;
        self
    }

    /// The resource: its files are at the URIs of this template, whose one variable is `path`: `docs:///{+path}`, or
    /// `docs:///{path}` for those in the folder itself.
    #[track_caller]
    pub fn at(self, template: impl Into<String>) -> ResourceDef {
        let folder = Arc::new(OnceLock::new());
        let listed = Arc::clone(&folder);
        let list = move |(paging, cx): (Paging, Context)| listed_page(&listed, &paging, &cx);
        let mut resource = ResourceDef::new(template);
        resource.setup = Some(Box::new(Open {
            directory: self,
            folder,
        }));
        resource.listed_by(list::setup(Blocking(Arc::new(list))))
    }
}

impl fmt::Debug for Directory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Directory")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// Opens a folder when its server is built.
struct Open {
    directory: Directory,
    folder: Arc<OnceLock<Folder>>,
}

impl Setup for Open {
    fn prepare(
        self: Box<Self>,
        owner: &Owner<'_>,
        meta: &ResourceMeta,
        around: &mut Surroundings<'_>,
    ) -> Option<Prepared> {
        let Directory { path, options } = self.directory;
        let folder = match Folder::open(&path, options) {
            Ok(folder) => self.folder.get_or_init(|| folder).clone(),
            Err(error) => {
                around.errors.push(owner.error(
                    BuildErrorCode::InvalidDirectory,
                    &format!("the folder `{}` can't be opened: {error}", path.display()),
                    "name a folder that is there when the server starts, and that it may read",
                ));
                return None;
            }
        };
        let read = move |(path,): (String,)| read(&folder, &path);
        let handler = Unbound::<(String,), (marker::Argument,), _, _>::new(
            (ParamSpec::new("path"),),
            Blocking(Arc::new(read)),
        );
        Box::new(handler).prepare(owner, meta, around)
    }
}

fn read(folder: &Folder, path: &str) -> ToolResult<Option<Contents>> {
    let Some((name, bytes)) = folder.read(path)? else {
        return Ok(None);
    };
    let contents = match file_type::text(bytes) {
        Ok(text) => Contents::new().text(file_type::of_text(name), text),
        Err(bytes) => Contents::new().bytes(file_type::of_bytes(name), bytes),
    };
    Ok(Some(contents))
}

fn listed_page(
    folder: &OnceLock<Folder>,
    paging: &Paging,
    cx: &Context,
) -> ToolResult<Page<Listed>> {
    let folder = folder
        .get()
        .ok_or_else(|| Failure::hidden("the folder was not opened"))?;
    Ok(folder.page(paging, cx)?)
}
