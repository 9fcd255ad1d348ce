//! A result that is a directory: complete at every moment, and never written over something that is not Dwindle's own.
//!
//! What counts is the archive in the run directory, which is written with each new best. The folder is made of it in
//! a draft beside and exchanged by one rename, so whoever looks sees one whole tree or the next.

use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle::candidate::Leftovers;
use dwindle::files::{self, Changes, Entry, Files};
use dwindle_exec::scratch::{Laid, clear};

use super::atomic::{self, Durability};
use super::exchange::{draft, exchange, rename_new};
use super::found::{Fingerprint, look_at};
use super::{RunDir, owned};
use crate::Error;

/// How often the folder is made anew, at most; of an archive of so many MiB so many times more seldom, since that takes as long.
const PACE: Duration = Duration::from_secs(1);

/// Of a larger archive it is not made at once.
const LARGE: u64 = 8 << 20;

/// A result folder.
#[derive(Debug)]
pub struct FolderOutput {
    home: PathBuf,
    target: PathBuf,
    /// The folder's own permission bits, or those of new folders.
    mode: Option<u32>,
    /// The tree that we left there; `None` while there is none.
    standing: Option<Fingerprint>,
    /// When it was made last.
    made: Option<Duration>,
    /// Whether the archive was written since.
    pub(super) is_behind: bool,
}

impl RunDir {
    /// The result of a run on a directory: a folder at `target`, with these permission bits (or those of new folders).
    /// It is made of what [`RunDir::best`] holds, an archive. The folder that it lies in must exist.
    ///
    /// # Errors
    /// [`Error::NotOurs`] or [`Error::NotAFolder`] when something is there that Dwindle did not write for this
    /// input; [`Error::InUse`] when another run is writing it; [`Error::is_unwritable`] when nothing can be
    /// written there.
    pub fn folder(&self, target: &Path, mode: Option<u32>) -> Result<FolderOutput, Error> {
        let target = owned::absolute(target)?;
        let found = found(&target)?;
        atomic::clear_leftovers(&target)?;
        drop(draft(&target).map_err(Error::io("write", &target))?);
        let home = self.home().to_owned();
        let empty = Fingerprint::of_tree(&Files::new());
        owned::update(&home, &target, Durability::IfRoom, |entry| {
            entry.expect_ours(self, &target, found.as_ref().filter(|found| **found != empty))?;
            entry.run = self.name();
            Ok(())
        })?;
        Ok(FolderOutput { home, target, mode, standing: found, made: None, is_behind: true })
    }
}

impl FolderOutput {
    /// Where the result lies: an absolute path.
    pub fn path(&self) -> &Path {
        &self.target
    }

    /// Makes the folder what the archive at `best` holds: if that was written since, and the folder was not made within
    /// the second before `now` (longer where the archive is large), which is any clock that never goes back. `None` is the end,
    /// which makes it last. Where there is no archive yet, nothing is done.
    ///
    /// # Errors
    /// When there is no room; and [`Error::NotOurs`] when the folder was changed by somebody else since it was made.
    /// It is then what it was.
    pub fn sync(&mut self, best: &Path, now: Option<Duration>) -> Result<(), Error> {
        let about = match best.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            about => about.map_err(Error::io("read", best))?,
        };
        if let Some(now) = now {
            let large = (about.len() >= LARGE).then_some(now);
            self.made = self.made.or(large);
            let pace = PACE * u32::try_from(1 + (about.len() >> 20)).unwrap_or(u32::MAX);
            if !self.is_behind || self.made.is_some_and(|made| now.saturating_sub(made) < pace) {
                return Ok(());
            }
        }
        self.made = now.or(self.made);
        self.publish(best, if now.is_none() { Durability::Now } else { Durability::Later })?;
        self.is_behind = false;
        Ok(())
    }

    fn publish(&mut self, best: &Path, durability: Durability) -> Result<(), Error> {
        let archive = File::open(best).map_err(Error::io("read", best))?;
        let files = files::read_archive(io::BufReader::new(archive))
            .map_err(|error| Error::io("read", best)(io::Error::other(error)))?;
        let next = Fingerprint::of_tree(&files);
        let before = found(&self.target)?;
        if before.is_some() && before != self.standing {
            return Err(Error::NotOurs { path: self.target.clone() });
        }
        if before.as_ref() == Some(&next) {
            return Ok(());
        }
        let failed = |source| Error::io("write", &self.target)(source);
        let (draft, _lock) = draft(&self.target).map_err(failed)?;
        fill(draft.path(), files, durability).map_err(failed)?;
        if let Some(mode) = self.mode {
            fs::set_permissions(draft.path(), Permissions::from_mode(mode)).map_err(failed)?;
        }
        owned::update(&self.home, &self.target, durability, |entry| {
            entry.ours = before.iter().chain([&next]).cloned().collect();
            Ok(())
        })?;
        match &before {
            None => rename_new(draft.path(), &self.target).map_err(failed)?,
            Some(before) => {
                exchange(draft.path(), &self.target).map_err(failed)?;
                // Somebody may have been at work there in the meantime: then what they did goes back.
                if found(draft.path())?.as_ref() != Some(before) {
                    exchange(draft.path(), &self.target).map_err(failed)?;
                    return Err(Error::NotOurs { path: self.target.clone() });
                }
            }
        }
        // What was there before has the draft's name now; what cannot be removed is left to the next run.
        let draft = draft.keep();
        drop(clear(&draft));
        self.standing = Some(next);
        if durability == Durability::Now {
            atomic::sync_folder_of(&self.target).map_err(Error::io("sync the folder of", &self.target))?;
        }
        Ok(())
    }
}

/// What stands at `path`, whole; `None` where nothing does.
fn found(path: &Path) -> Result<Option<Fingerprint>, Error> {
    let Some(about) = look_at(path)? else { return Ok(None) };
    if !about.is_dir() {
        return Err(Error::NotAFolder { path: path.to_owned() });
    }
    // What we cannot read as a tree is none of ours.
    let files = files::read(path, |_| false).map_err(|_| Error::NotOurs { path: path.to_owned() })?;
    Ok(Some(Fingerprint::of_tree(&files)))
}

/// Lays `files` in the empty folder at `draft`, with all permission bits.
fn fill(draft: &Path, files: Files, durability: Durability) -> io::Result<()> {
    let files = Arc::new(files);
    Laid::new().lay(draft, &files, &Changes::new(), Leftovers::Stay)?;
    if durability == Durability::Now {
        let plain = files.iter().filter(|(_, entry)| matches!(entry, Entry::File { .. }));
        for (path, _) in plain {
            // A file that even its owner may not read lasts when the system gets round to it.
            File::open(draft.join(path)).map_or(Ok(()), |file| file.sync_all())?;
        }
    }
    // The deepest first: what is in a folder without permissions cannot be reached any more.
    for (path, entry) in files.iter().collect::<Vec<_>>().into_iter().rev() {
        if let Entry::Folder { mode } = entry {
            fs::set_permissions(draft.join(path), Permissions::from_mode(*mode))?;
        }
    }
    Ok(())
}
