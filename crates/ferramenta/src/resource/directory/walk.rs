//! The list of a folder's files, page by page, in the order of their names.

use std::io;

use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, DirEntry};

use super::{
    file_type,
    folder::{DEEPEST, Folder, is_absence},
    name::is_plain,
};
use crate::{Context, Listed, Page, Paging};

impl Folder {
    /// The files behind the path that the page before ended with. Where one stands follows from its path alone, so that
    /// every replica goes on at the same place, also when files come and go.
    pub(super) fn page(&self, paging: &Paging, cx: &Context) -> io::Result<Page<Listed>> {
        let after: Vec<&str> = paging
            .after()
            .into_iter()
            .flat_map(|path| path.split('/'))
            .collect();
        let mut walk = Walk {
            folder: self,
            most: paging.most(),
            cx,
            names: Vec::new(),
            found: Vec::new(),
            last: String::new(),
        };
        let is_whole = walk.folder(&self.root, &after)?;
        let page = Page::new(walk.found);
        Ok(if is_whole { page } else { page.next(walk.last) })
    }
}

/// A walk through a folder.
struct Walk<'a> {
    folder: &'a Folder,
    /// How many files have room.
    most: usize,
    cx: &'a Context,
    /// The names of the folders that are being looked at, the outermost first.
    names: Vec<String>,
    found: Vec<Listed>,
    /// The path of the file that was found last.
    last: String,
}

/// What is in a folder.
struct Item {
    name: String,
    is_folder: bool,
    size: u64,
}

impl Walk<'_> {
    /// Looks through a folder, from behind this path on; false when there is no room for all.
    fn folder(&mut self, folder: &Dir, after: &[&str]) -> io::Result<bool> {
        for item in self.items(folder)? {
            // a walk through a large folder ends when nobody waits for it any more
            if self.cx.is_cancelled() {
                return Ok(true);
            }
            let inside = match after.first() {
                Some(first) if item.name.as_str() < *first => continue,
                Some(first) if item.name.as_str() == *first => Some(&after[1..]),
                _ => None,
            };
            let is_whole = match (item.is_folder, inside) {
                (true, inside) => self.descend(folder, item.name, inside.unwrap_or_default())?,
                // the page before has it
                (false, Some([])) => true,
                (false, _) => self.file(&item),
            };
            if !is_whole {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn descend(&mut self, folder: &Dir, name: String, after: &[&str]) -> io::Result<bool> {
        if self.names.len() + 1 >= DEEPEST {
            return Ok(true);
        }
        let below = match folder.open_dir_nofollow(&name) {
            Ok(below) => below,
            // it is gone, or a link by now
            Err(error) if is_absence(&error) => return Ok(true),
            Err(error) => return Err(error),
        };
        self.names.push(name);
        let is_whole = match self.folder(&below, after) {
            Err(error) if is_absence(&error) => Ok(true),
            walked => walked,
        };
        self.names.pop();
        is_whole
    }

    /// Notes a file; false when there is no room for it.
    fn file(&mut self, item: &Item) -> bool {
        if item.size > self.folder.options.max_size {
            return true;
        }
        if self.found.len() >= self.most {
            return false;
        }
        self.last = self.names.join("/");
        if !self.last.is_empty() {
            self.last.push('/');
        }
        self.last.push_str(&item.name);
        let mut listed = Listed::of([("path", self.last.as_str())])
            .name(&self.last)
            .size(item.size);
        if let Some(mime_type) = file_type::of_name(&item.name) {
            listed = listed.mime_type(mime_type);
        }
        self.found.push(listed);
        true
    }

    /// The files and folders in a folder that are let in, by their names.
    fn items(&self, folder: &Dir) -> io::Result<Vec<Item>> {
        let mut items = Vec::new();
        for entry in folder.entries()? {
            items.extend(self.item(&entry?)?);
        }
        items.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(items)
    }

    fn item(&self, entry: &DirEntry) -> io::Result<Option<Item>> {
        let name = entry.file_name().into_string().ok();
        let Some(name) = name.filter(|name| is_plain(name, self.folder.options.hidden)) else {
            return Ok(None);
        };
        let metadata = match entry.metadata() {
            Ok(metadata) => metadata,
            Err(error) if is_absence(&error) => return Ok(None),
            Err(error) => return Err(error),
        };
        let is_folder = metadata.is_dir();
        Ok((is_folder || metadata.is_file()).then(|| Item {
            name,
            is_folder,
            size: metadata.len(),
        }))
    }
}
