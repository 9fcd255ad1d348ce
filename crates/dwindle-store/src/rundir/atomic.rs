//! Atomic writes: a draft beside the file, then a rename. Readers see either the old contents or the new.
//!
//! A draft is locked while it is written, so an unlocked draft was left by a run that was
//! killed, whatever has become of its process's number.

use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use blake3::Hasher;
use dwindle_exec::scratch::{Stamp, clear, folder_of};
use tempfile::NamedTempFile;

use super::found::Fingerprint;
use super::{entries, layout};
use crate::Error;

/// The next version of a file, beside it. Unless it is published, it is removed when dropped.
#[derive(Debug)]
pub(super) struct Draft {
    file: NamedTempFile,
    /// What was written.
    pub(super) fingerprint: Fingerprint,
    /// The file that it is.
    pub(super) stamp: Stamp,
}

/// Whether something is to survive a power cut at once, or when the system gets round to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Durability {
    /// At once.
    Now,
    /// When the system gets round to it, or at a later sync.
    Later,
    /// The same, and it need not be stored at all where there is no room: it will be again, before anything is put in
    /// place.
    IfRoom,
}

impl Draft {
    /// Writes a draft of the file at `target`. Its permission bits are `mode`, or what new files have.
    pub(super) fn write(
        target: &Path,
        mode: Option<u32>,
        durability: Durability,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<Self> {
        let mut file = begin(target)?;
        let mut to = Tee { file: file.as_file_mut(), hasher: Hasher::new() };
        let mut buffered = BufWriter::with_capacity(1 << 17, &mut to);
        content(&mut buffered)?;
        buffered.flush()?;
        drop(buffered);
        let fingerprint = Fingerprint::new(&to.hasher);
        if let Some(mode) = mode {
            file.as_file().set_permissions(Permissions::from_mode(mode))?;
        }
        if durability == Durability::Now {
            file.as_file().sync_all()?;
        }
        let stamp = Stamp::from(&file.as_file().metadata()?);
        Ok(Self { file, fingerprint, stamp })
    }

    /// Puts the draft in the place of the file at `target`.
    pub(super) fn publish(self, target: &Path, durability: Durability) -> io::Result<()> {
        self.file.persist(target).map_err(|failed| failed.error)?;
        if durability == Durability::Now {
            sync_folder_of(target)?;
        }
        Ok(())
    }

    /// Puts the draft where nothing is yet; an error of kind `AlreadyExists` if something is.
    pub(super) fn publish_new(self, target: &Path, durability: Durability) -> io::Result<()> {
        self.file.persist_noclobber(target).map_err(|failed| failed.error)?;
        if durability == Durability::Now {
            sync_folder_of(target)?;
        }
        Ok(())
    }

    /// The draft's file, to set its times.
    pub(super) fn file(&self) -> &File {
        self.file.as_file()
    }
}

/// Makes an empty, locked draft: also the way to find out whether `target` can be written at all.
pub(super) fn begin(target: &Path) -> io::Result<NamedTempFile> {
    let file = tempfile::Builder::new()
        .prefix(&layout::next_draft(target)?)
        .rand_bytes(layout::RANDOM)
        .permissions(Permissions::from_mode(0o666))
        .tempfile_in(folder_of(target))?;
    // Where files cannot be locked, nobody will take this one for a leftover either.
    drop(file.as_file().try_lock());
    Ok(file)
}

/// Writes a whole file at once.
pub(super) fn replace(target: &Path, durability: Durability, bytes: &[u8]) -> io::Result<()> {
    Draft::write(target, None, durability, |to| to.write_all(bytes))?.publish(target, durability)
}

/// Removes the drafts of `target` that killed runs left.
pub(super) fn clear_leftovers(target: &Path) -> Result<(), Error> {
    let cleared = leftovers(target).and_then(|drafts| drafts.iter().try_for_each(|draft| clear(draft)));
    cleared.map_err(Error::io("clean up beside", target))
}

/// The drafts of `target`, files and folders, that killed runs left, in order.
pub(super) fn leftovers(target: &Path) -> io::Result<Vec<PathBuf>> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    leftovers_in(folder_of(target), |entry| layout::is_draft(entry, name))
}

/// What killed runs left in `folder` of files and folders whose drafts have such names, in order.
pub(super) fn leftovers_in(folder: &Path, is_draft: impl Fn(&OsStr) -> bool) -> io::Result<Vec<PathBuf>> {
    let mut leftovers = match entries::of(folder) {
        // We may not look round.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Vec::new(),
        entries => entries?,
    };
    leftovers.retain(|path| {
        // Gone already, or not ours to write: then it is not ours to remove either.
        let is_ours = |about: fs::Metadata| {
            let open = || File::options().read(true).write(about.is_file()).open(path);
            (about.is_file() || about.is_dir()) && open().is_ok_and(|draft| draft.try_lock().is_ok())
        };
        path.file_name().is_some_and(&is_draft) && path.symlink_metadata().is_ok_and(is_ours)
    });
    Ok(leftovers)
}

/// Makes what was renamed in `target`'s folder last.
pub(super) fn sync_folder_of(target: &Path) -> io::Result<()> {
    File::open(folder_of(target))?.sync_all()
}

/// Writes to a file, hashing what goes by.
struct Tee<'a> {
    file: &'a mut File,
    hasher: Hasher,
}

impl Write for Tee<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
