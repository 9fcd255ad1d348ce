//! Writing trees to a directory, one after the other: only what differs is written.
//!
//! What a test did to files of the tree is undone before the next candidate is laid. What it added is removed or
//! left, as the caller says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, FileTimes, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use dwindle::candidate::Leftovers;
use dwindle::files::{Changes, Entry, Files};

use super::{Stamp, clear};

/// A directory, and which tree was laid in it last.
#[derive(Debug, Default)]
pub struct Laid {
    base: Arc<Files>,
    changes: Changes,
    /// How each file and link was left, so that what a test wrote over is noticed.
    stamps: BTreeMap<PathBuf, Stamp>,
    /// The latest time that a file at a path was given, in whole seconds.
    times: BTreeMap<PathBuf, u64>,
    /// How often something was written or removed.
    edits: u64,
    begun: bool,
}

impl Laid {
    /// Nothing laid yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes `dir` hold `base` with `changes`.
    ///
    /// Costs writes for what differs from what was laid before, one look at each file of the tree, and where
    /// leftovers go a walk over the directory. Whatever a test did to the files of the tree is undone.
    ///
    /// # Errors
    /// Those of the file system; the directory is then laid from the beginning the next time.
    pub fn lay(
        &mut self,
        dir: &Path,
        base: &Arc<Files>,
        changes: &Changes,
        leftovers: Leftovers,
    ) -> io::Result<()> {
        let known = self.begun && dir.is_dir();
        if !known {
            clear(dir)?;
            fs::create_dir_all(dir)?;
            let (times, edits) = (std::mem::take(&mut self.times), self.edits + 1);
            *self = Self { times, edits, ..Self::default() };
        }
        let done = self.change(dir, base, changes, leftovers);
        self.begun = done.is_ok();
        match done {
            // A test took away permissions of folders in which something is to change.
            Err(error) if known && error.kind() == io::ErrorKind::PermissionDenied => {
                self.lay(dir, base, changes, leftovers)
            }
            done => done,
        }
    }

    /// How often something in the directory was written or removed: if not since, the same tree lies there, and so
    /// does what a build has made of it.
    pub const fn edits(&self) -> u64 {
        self.edits
    }

    /// Whether a tree lies there.
    pub const fn is_laid(&self) -> bool {
        self.begun
    }

    /// Opens the file at `path`, which was just laid in `dir`, to be written by the caller. The tree does not know
    /// then what is in it, and lays it anew the next time.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn rewrite(&mut self, dir: &Path, path: &Path) -> io::Result<File> {
        self.stamps.remove(path);
        let at = dir.join(path);
        match File::options().write(true).truncate(true).open(&at) {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                let mode = fs::metadata(&at)?.permissions();
                fs::set_permissions(&at, Permissions::from_mode(0o600))?;
                let file = File::options().write(true).truncate(true).open(&at)?;
                file.set_permissions(mode)?;
                Ok(file)
            }
            opened => opened,
        }
    }

    /// Gives a file that is written now a time that is later, in whole seconds, than any file at this path had.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn touch(&mut self, path: &Path, file: &File) -> io::Result<()> {
        let now = now();
        let next = self.times.get(path).map_or(now, |last| now.max(Duration::from_secs(last + 1)));
        self.times.insert(path.to_owned(), next.as_secs());
        file.set_times(FileTimes::new().set_modified(SystemTime::UNIX_EPOCH + next))
    }

    fn change(
        &mut self,
        dir: &Path,
        base: &Arc<Files>,
        changes: &Changes,
        leftovers: Leftovers,
    ) -> io::Result<()> {
        self.begun = false;
        let (old_base, old_changes) = (Arc::clone(&self.base), std::mem::take(&mut self.changes));
        let (wanted, was) = (Wanted { base, changes }, Wanted { base: &old_base, changes: &old_changes });
        if leftovers == Leftovers::Go {
            self.edits += 1;
            self.sweep(dir, wanted)?;
        }
        let mut paths: BTreeSet<&Path> =
            was.changes.keys().chain(changes.keys()).map(PathBuf::as_path).collect();
        let other_base = !Arc::ptr_eq(was.base, base);
        if other_base {
            paths.extend(was.base.iter().chain(base.iter()).map(|(path, _)| path));
        }
        // What goes, goes first, the deepest before the folder that it is in.
        for path in paths.iter().rev() {
            if was.get(path).is_some() && wanted.get(path).is_none() {
                self.remove(dir, path, wanted)?;
            }
        }
        for path in paths {
            if let Some(entry) = wanted.get(path)
                && was.get(path) != Some(entry)
            {
                self.write(dir, path, entry)?;
            }
        }
        // What a test did to files that are as before.
        for (path, entry) in wanted.iter() {
            if !self.is_as_left(dir, path, entry) {
                self.write(dir, path, entry)?;
            }
        }
        self.base = Arc::clone(base);
        self.changes.clone_from(changes);
        Ok(())
    }

    fn is_as_left(&self, dir: &Path, path: &Path, entry: &Entry) -> bool {
        let Ok(about) = fs::symlink_metadata(dir.join(path)) else { return false };
        match entry {
            Entry::Folder { mode } => about.is_dir() && about.permissions().mode() & 0o7777 == mode | 0o700,
            Entry::File { .. } | Entry::Link { .. } => self.stamps.get(path) == Some(&Stamp::from(&about)),
        }
    }

    /// Removes what stands in the directory and is not `wanted`.
    fn sweep(&mut self, dir: &Path, wanted: Wanted<'_>) -> io::Result<()> {
        let mut folders = vec![PathBuf::new()];
        while let Some(folder) = folders.pop() {
            let at = dir.join(&folder);
            for entry in read_dir(&at)? {
                let entry = entry?;
                let path = folder.join(entry.file_name());
                let is_folder = entry.file_type()?.is_dir();
                match wanted.get(&path) {
                    Some(Entry::Folder { .. }) if is_folder => folders.push(path),
                    None if is_folder && wanted.has_below(&path) => folders.push(path),
                    Some(_) if !is_folder => {}
                    _ => {
                        clear(&entry.path())?;
                        self.stamps.remove(&path);
                    }
                }
            }
        }
        Ok(())
    }

    fn remove(&mut self, dir: &Path, path: &Path, wanted: Wanted<'_>) -> io::Result<()> {
        self.edits += 1;
        self.stamps.remove(path);
        let at = dir.join(path);
        if !is_inside(dir, path) {
            return Ok(());
        }
        match fs::symlink_metadata(&at) {
            // A folder of leftovers, or of what is wanted, stays.
            Ok(about) if about.is_dir() => {
                if !wanted.has_below(path) {
                    drop(fs::remove_dir(&at));
                }
                Ok(())
            }
            Ok(_) => fs::remove_file(&at),
            Err(_) => Ok(()),
        }
    }

    fn write(&mut self, dir: &Path, path: &Path, entry: &Entry) -> io::Result<()> {
        self.edits += 1;
        let at = dir.join(path);
        if let Entry::Folder { mode } = entry {
            make_folders(dir, path)?;
            // Writable for us as long as it is being filled; tests see what they would see of a copy.
            return fs::set_permissions(&at, Permissions::from_mode(mode | 0o700));
        }
        // First the folders: while a link stands in the place of one, `at` is somewhere else.
        make_folders(dir, path.parent().unwrap_or(Path::new("")))?;
        clear(&at)?;
        match entry {
            Entry::Folder { .. } => {}
            Entry::Link { target } => symlink(target, &at)?,
            Entry::File { text, mode } => {
                let mut file = File::create_new(&at)?;
                io::Write::write_all(&mut file, text.bytes())?;
                file.set_permissions(Permissions::from_mode(*mode))?;
                self.touch(path, &file)?;
            }
        }
        self.stamps.insert(path.to_owned(), Stamp::from(&fs::symlink_metadata(&at)?));
        Ok(())
    }
}

/// The tree that is to be laid.
#[derive(Clone, Copy)]
struct Wanted<'a> {
    base: &'a Arc<Files>,
    changes: &'a Changes,
}

impl<'a> Wanted<'a> {
    fn get(&self, path: &Path) -> Option<&'a Entry> {
        match self.changes.get(path) {
            Some(entry) => entry.as_ref(),
            None => self.base.get(path),
        }
    }

    fn iter(&self) -> impl Iterator<Item = (&'a Path, &'a Entry)> {
        let Self { base, changes } = *self;
        let kept = base.iter().filter(|(path, _)| !changes.contains_key(*path));
        let new = changes.iter().filter_map(|(path, entry)| Some((path.as_path(), entry.as_ref()?)));
        kept.chain(new)
    }

    /// Whether something below `folder` is wanted.
    fn has_below(&self, folder: &Path) -> bool {
        let in_base = self.base.below(folder).any(|(path, _)| !matches!(self.changes.get(path), Some(None)));
        let below = (std::ops::Bound::Excluded(folder.to_owned()), std::ops::Bound::Unbounded);
        let mut new = self.changes.range(below).take_while(|(path, _)| path.starts_with(folder));
        in_base || new.any(|(_, entry)| entry.is_some())
    }
}

/// Whether all folders on the way to `path` are folders: a test may have put links in their places.
fn is_inside(dir: &Path, path: &Path) -> bool {
    let mut parents = path.ancestors().skip(1).filter(|parent| !parent.as_os_str().is_empty());
    parents.all(|parent| fs::symlink_metadata(dir.join(parent)).is_ok_and(|about| about.is_dir()))
}

/// Makes the folders of `path` below `dir`, removing files that stand where a folder is wanted.
fn make_folders(dir: &Path, path: &Path) -> io::Result<()> {
    let mut at = dir.to_owned();
    for part in path {
        at.push(part);
        if !fs::symlink_metadata(&at).is_ok_and(|about| about.is_dir()) {
            clear(&at)?;
            fs::create_dir(&at)?;
        }
    }
    Ok(())
}

/// The entries of a folder, even of one that a test has locked.
fn read_dir(path: &Path) -> io::Result<fs::ReadDir> {
    fs::read_dir(path).or_else(|error| {
        if error.kind() == io::ErrorKind::PermissionDenied {
            fs::set_permissions(path, Permissions::from_mode(0o700))?;
            return fs::read_dir(path);
        }
        Err(error)
    })
}

#[expect(clippy::disallowed_methods, reason = "the time of a file that is written; it decides nothing here")]
fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests;
