//! A result file: always complete, and never written over something that is not Dwindle's own.

use std::fs::{self, File, FileTimes};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_exec::scratch::Stamp;

use super::atomic::{self, Draft, Durability};
use super::found::{Fingerprint, Found};
use super::{FolderOutput, RunDir, layout, owned, replaced};
use crate::Error;
use crate::pace::Pace;

/// A result file, to be written again with each new best.
///
/// Before every write it is checked that the file is still what was written last; if the user changed it,
/// the write fails with [`Error::NotOurs`], and their changes stay.
#[derive(Debug)]
pub struct Output {
    target: PathBuf,
    mode: Option<u32>,
    /// The file as it was left by the last write, or found in the beginning; `None` while there is none.
    standing: Option<Found>,
    pace: Pace,
    /// The record that answers for the file, unless it lies in the run directory.
    record: Option<Record>,
    /// Where the version is kept that another run left, or this one before it was started over.
    replaced: Option<PathBuf>,
    /// Where this is the archive of a tree, the folder that is made of it for the user.
    pub folder: Option<FolderOutput>,
}

/// The record in the home of the input's runs.
#[derive(Debug)]
struct Record {
    home: PathBuf,
    mirror: Option<Mirror>,
    /// Where the input itself is what gets replaced: what the copy holds that is there or is going to be made.
    original: Option<Fingerprint>,
    /// Whether that copy is there.
    is_kept: bool,
}

/// Another home that is told of a result.
#[derive(Debug)]
struct Mirror {
    home: PathBuf,
    run: String,
    subject: String,
}

impl RunDir {
    /// The copy of the best in this directory, to be written with each new best.
    ///
    /// # Errors
    /// When leftovers of a killed run cannot be removed.
    pub fn best(&self, mode: Option<u32>) -> Result<Output, Error> {
        Output::private(self.best_path(), mode)
    }

    /// The copy of the earlier result that this run starts from.
    ///
    /// # Errors
    /// As for [`RunDir::best`].
    pub fn origin(&self) -> Result<Output, Error> {
        Output::private(self.origin_path(), None)
    }

    /// The result at `target`, with these permission bits (or those of new files). Its folder must exist.
    ///
    /// # Errors
    /// [`Error::NotOurs`] or [`Error::NotAFile`] when something is there that Dwindle did not write for this
    /// input; [`Error::InUse`] when another run is writing it; [`Error::is_unwritable`] when nothing can be
    /// written there.
    pub fn result(&self, target: &Path, mode: Option<u32>) -> Result<Output, Error> {
        let target = owned::absolute(target)?;
        let found = Found::at(&target)?;
        atomic::begin(&target).map_err(Error::io("write", &target))?;
        atomic::clear_leftovers(&target)?;
        let (home, run) = (self.home().to_owned(), self.name());
        let before = owned::update(&home, &target, Durability::IfRoom, |entry| {
            entry.expect_ours(self, &target, found.as_ref().map(|found| &found.fingerprint))?;
            entry.subject = self.key().subject();
            Ok(std::mem::replace(&mut entry.run, run.clone()))
        })?;
        let replaced = match &found {
            Some(found) if before != run || self.started_over => {
                let of = if home.join(&before).join(layout::LOCK).exists() { before } else { run.clone() };
                replaced::keep(&home.join(of), &target, &found.fingerprint)
            }
            _ => None,
        };
        let mirror = self.mirror.clone().map(|home| Mirror { home, run, subject: self.key().subject() });
        let record = Some(Record { home, mirror, original: None, is_kept: false });
        Ok(Output { target, mode, standing: found, pace: Pace::default(), record, replaced, folder: None })
    }

    /// The input itself, to be replaced by the result; what it was is kept beside it as `<name>.orig`.
    ///
    /// The copy is made before the first write, and nothing ever overwrites it. A later run in place on what
    /// an earlier one made leaves the copy as it is, because what it holds is still the original.
    ///
    /// # Errors
    /// [`Error::OriginalInTheWay`] when the copy's place is taken by something else; the others as for
    /// [`RunDir::result`].
    pub fn in_place(&self, input: &Path) -> Result<Output, Error> {
        let target = input.canonicalize().map_err(Error::io("read", input))?;
        let found =
            Found::at(&target)?.ok_or_else(|| Error::io("read", input)(io::ErrorKind::NotFound.into()))?;
        let copy = layout::original(&target);
        for path in [&target, &copy] {
            atomic::clear_leftovers(path)?;
        }
        atomic::begin(&target).map_err(Error::io("write", &target))?;
        let kept = Found::at(&copy)?.map(|kept| kept.fingerprint);
        let (home, run) = (self.home().to_owned(), self.name());
        owned::update(&home, &target, Durability::IfRoom, |entry| {
            entry.expect_no_other(self, &target)?;
            let is_our_work = |entry: &owned::Entry, kept| {
                entry.ours.contains(&found.fingerprint) && entry.original.as_ref() == Some(kept)
            };
            if let Some(kept) = &kept
                && *kept != found.fingerprint
                && !is_our_work(entry, kept)
                && !owned::elsewhere(&self.known, &target).any(|(_, entry)| is_our_work(&entry, kept))
            {
                return Err(Error::OriginalInTheWay { input: target.clone(), path: copy.clone() });
            }
            entry.run = run;
            Ok(())
        })?;
        let mode = fs::metadata(&target).map_err(Error::io("look at", &target))?.permissions().mode();
        let (is_kept, original) = (kept.is_some(), kept.unwrap_or_else(|| found.fingerprint.clone()));
        Ok(Output {
            target,
            mode: Some(mode & 0o7777),
            pace: Pace::default(),
            record: Some(Record { home, mirror: None, original: Some(original), is_kept }),
            standing: Some(found),
            replaced: None,
            folder: None,
        })
    }
}

impl Output {
    /// A file inside the run directory, which needs no leave.
    fn private(target: PathBuf, mode: Option<u32>) -> Result<Self, Error> {
        atomic::clear_leftovers(&target)?;
        let pace = Pace::default();
        Ok(Self { target, mode, standing: None, pace, record: None, replaced: None, folder: None })
    }

    /// Where the version is kept that another run left here, or this one before it was started over; `None` where there
    /// was none, or it could not be kept.
    pub fn replaced(&self) -> Option<&Path> {
        self.replaced.as_deref()
    }

    /// Where the result lies: an absolute path, unless it is in the run directory.
    pub fn path(&self) -> &Path {
        &self.target
    }

    /// Where the user finds it.
    pub fn shown(&self) -> &Path {
        self.folder.as_ref().map_or(&self.target, FolderOutput::path)
    }

    /// Replaces the file, whole or not at all. `now` is any clock that never goes back: the contents are
    /// made to last if that was not done within the second before.
    ///
    /// # Errors
    /// Those of `content`; when there is no room; and [`Error::NotOurs`] when the file was changed by
    /// somebody else since the last write. The file is then what it was.
    pub fn write(
        &mut self,
        now: Duration,
        content: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Error> {
        let durability = if self.pace.is_due(now) { Durability::Now } else { Durability::Later };
        self.expect_untouched()?;
        let draft = Draft::write(&self.target, self.mode, durability, content)
            .map_err(Error::io("write", &self.target))?;
        self.keep_original()?;
        self.promise(&draft.fingerprint, durability)?;
        let next = Found { fingerprint: draft.fingerprint.clone(), stamp: draft.stamp };
        draft.publish(&self.target, durability).map_err(Error::io("replace", &self.target))?;
        self.standing = Some(next);
        self.folder.iter_mut().for_each(|folder| folder.is_behind = true);
        self.pace.wrote();
        if durability == Durability::Now {
            self.pace.synced(Some(now));
        }
        Ok(())
    }

    /// Makes the last write last, unless a write was made to last less than a second before `now`; `None` is the end. Of
    /// an archive with a folder, it is the folder that is kept up to date before the end: see [`FolderOutput::sync`].
    ///
    /// # Errors
    /// When the system cannot write it to the disk.
    pub fn sync(&mut self, now: Option<Duration>) -> Result<(), Error> {
        let target = &self.target;
        if let (Some(folder), Some(_)) = (&mut self.folder, now) {
            return folder.sync(target, now);
        }
        self.pace.sync(now, || {
            match File::open(target).and_then(|file| file.sync_all()) {
                // The user removed it: then there is nothing to make last.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                synced => synced.map_err(Error::io("sync", target))?,
            }
            atomic::sync_folder_of(target).map_err(Error::io("sync the folder of", target))
        })?;
        self.folder.as_mut().map_or(Ok(()), |folder| folder.sync(target, now))
    }

    /// Checks that the file is what we left there: by its stamp, and by its contents if that is new.
    fn expect_untouched(&self) -> Result<(), Error> {
        if self.record.is_none() {
            return Ok(());
        }
        if let (Some(standing), Ok(about)) = (&self.standing, fs::symlink_metadata(&self.target))
            && about.is_file()
            && standing.stamp == Stamp::from(&about)
        {
            return Ok(());
        }
        let ours = self.standing.as_ref().map(|standing| &standing.fingerprint);
        match Found::at(&self.target)? {
            Some(found) if Some(&found.fingerprint) != ours => {
                Err(Error::NotOurs { path: self.target.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Before an input is replaced for the first time, keeps a copy of it.
    fn keep_original(&mut self) -> Result<(), Error> {
        let Some(Record { is_kept: is_kept @ false, original: Some(original), .. }) = &mut self.record else {
            return Ok(());
        };
        let copy = layout::original(&self.target);
        let failed = |source| Error::io("keep a copy in", &copy)(source);
        let mut input = File::open(&self.target).map_err(Error::io("read", &self.target))?;
        let modified = input.metadata().and_then(|about| about.modified());
        let draft = Draft::write(&copy, self.mode, Durability::Now, |to| io::copy(&mut input, to).map(drop))
            .map_err(failed)?;
        if draft.fingerprint != *original {
            return Err(Error::NotOurs { path: self.target.clone() });
        }
        if let Ok(modified) = modified {
            // A courtesy: some file systems keep no times.
            drop(draft.file().set_times(FileTimes::new().set_modified(modified)));
        }
        draft.publish_new(&copy, Durability::Now).map_err(failed)?;
        *is_kept = true;
        Ok(())
    }

    /// Records what is going to stand in the file, beside what stands there now.
    fn promise(&self, next: &Fingerprint, durability: Durability) -> Result<(), Error> {
        let Some(Record { home, mirror, original, .. }) = &self.record else { return Ok(()) };
        let standing = self.standing.as_ref().map(|standing| &standing.fingerprint);
        if let Some(Mirror { home, run, subject }) = mirror {
            // A courtesy to runs that are kept elsewhere.
            drop(fs::create_dir_all(home).map_err(Error::io("make", home)).and_then(|()| {
                owned::update(home, &self.target, Durability::Later, |entry| {
                    entry.ours = standing.into_iter().chain([next]).cloned().collect();
                    (entry.run, entry.subject) = (run.clone(), subject.clone());
                    Ok(())
                })
            }));
        }
        owned::update(home, &self.target, durability, |entry| {
            entry.ours = standing.into_iter().chain([next]).cloned().collect();
            entry.original.clone_from(original);
            Ok(())
        })
    }
}
