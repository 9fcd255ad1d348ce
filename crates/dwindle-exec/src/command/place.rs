//! The place of one slot: where candidates are laid for a command, whatever kind they are of.

use std::borrow::Cow;
use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle::candidate::{FilesCandidate, Leftovers};
use dwindle::{Candidate, Reason};

use super::invocation::{Feed, Invocation};
use crate::process::{self, Launcher, Reached, Supervisor};
use crate::scratch::{Laid, clear, folder_of};

/// How long a test that has to end gets between the polite signal and the other.
const GRACE: Duration = Duration::from_millis(200);
/// How much of the head and of the tail of each output stream is looked at.
const OUTPUT_CAP: usize = 256 * 1024;

/// The place of one slot: a working directory that is made afresh for each test.
#[derive(Debug)]
pub struct CommandPlace {
    dir: PathBuf,
    pub(super) work: PathBuf,
    pub(super) file: PathBuf,
    name: OsString,
    with: Vec<PathBuf>,
    /// With `--keep-temps`, how many directories there are.
    keep_temps: Option<u64>,
    /// Whether the working directory holds nothing but what belongs there.
    pub(super) fresh: bool,
    pub(super) command: process::Command,
    /// How candidates get to the command.
    pub(super) feed: Feed,
    /// Whether the arguments are those of the candidate.
    pub(super) has_own_args: bool,
    /// Whether the candidate is one file.
    pub(super) holds_text: bool,
    pub(super) supervisor: Supervisor,
    /// The tree that lies here, where the candidate is one.
    tree: Laid,
    /// What the last build here came to, and how often the tree had been edited before it.
    pub(super) built: Option<(u64, Result<(), String>)>,
}

impl CommandPlace {
    /// A place with directories in `dir`, which is made, for what `invocation` runs; program and arguments come later.
    pub(super) fn open(
        dir: PathBuf,
        invocation: &Invocation,
        launcher: &Launcher,
        keep_temps: bool,
    ) -> io::Result<Self> {
        fs::create_dir_all(&dir)?;
        let Invocation { name, with, env, limits, feed, .. } = invocation;
        let mut place = Self {
            supervisor: launcher.open(&dir)?,
            work: dir.join("work"),
            dir,
            file: PathBuf::new(),
            name: name.clone(),
            with: with.clone(),
            keep_temps: keep_temps.then_some(0),
            fresh: false,
            command: process::Command {
                program: OsString::new(),
                args: Vec::new(),
                env: env.clone(),
                limits: *limits,
                grace: GRACE,
                output_cap: OUTPUT_CAP,
            },
            feed: feed.clone(),
            has_own_args: false,
            holds_text: false,
            tree: Laid::new(),
            built: None,
        };
        place.settle();
        Ok(place)
    }

    /// Goes on with another supervisor.
    pub(super) fn supervise(&mut self, launcher: &Launcher) -> io::Result<()> {
        self.supervisor = launcher.open(&self.dir)?;
        Ok(())
    }

    /// What came of the sandbox that tests here were to have.
    pub const fn reached(&self) -> &Reached {
        self.supervisor.reached()
    }

    /// The candidate's path, as the test sees it.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// How candidates here get to the command.
    pub const fn feed(&self) -> &Feed {
        &self.feed
    }

    /// Whether a directory tree was laid here.
    pub const fn holds_tree(&self) -> bool {
        self.tree.is_laid()
    }

    /// The working directory of the test.
    pub fn work(&self) -> &Path {
        &self.work
    }

    /// The command as it is run here, with the candidate's path in its arguments.
    pub const fn command(&self) -> &process::Command {
        &self.command
    }

    /// The slot's own directory, in which the working directories lie.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Why the candidate here is unresolved, where it could not be built.
    pub fn unbuilt(&self) -> Option<Reason> {
        let (_, came_to) = self.built.as_ref()?;
        came_to.as_ref().err().map(|why| Reason::Said { what: format!("the build failed: {why}") })
    }

    /// What the last build came to, if what it was made of still lies here.
    pub(super) fn is_built(&self) -> bool {
        self.built.as_ref().is_some_and(|(edits, _)| *edits == self.tree.edits())
    }

    /// Remembers what a build came to.
    pub(super) fn remember_build(&mut self, came_to: Result<(), String>) {
        self.built = Some((self.tree.edits(), came_to));
    }

    /// What ends the run that is in flight here.
    pub(crate) fn stopper(&self) -> process::Stopper {
        self.supervisor.stopper()
    }

    /// What a persistent worker is asked through, and its command.
    pub(crate) fn worker(&mut self) -> (&mut Supervisor, &process::Command) {
        self.fresh = false;
        (&mut self.supervisor, &self.command)
    }

    /// Goes on in a directory of its own in `spare`, after there was no room left where it was.
    pub(super) fn move_to(&mut self, spare: &Path) -> io::Result<()> {
        if self.keep_temps.is_none() {
            // Room for others; what cannot go now goes at the end of the run.
            drop(clear(&self.work));
        }
        let mut number = 0;
        self.dir = loop {
            // Places of several runners may move to the same spare directory.
            let dir = spare.join(format!("slot{number}"));
            match fs::create_dir(&dir) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => number += 1,
                made => break made.map(|()| dir)?,
            }
        };
        self.supervisor.allow(&self.dir)?;
        self.work = self.dir.join("work");
        (self.fresh, self.tree, self.built) = (false, Laid::new(), None);
        self.settle();
        Ok(())
    }

    fn settle(&mut self) {
        if let Some(count) = &mut self.keep_temps {
            self.work = self.dir.join(format!("test{count}"));
            *count += 1;
        }
        // Without a name the candidate is the working directory itself.
        self.file = if self.name.is_empty() { self.work.clone() } else { self.work.join(&self.name) };
    }

    /// Makes the working directory anew unless it is as it should be, without the candidate.
    fn clear(&mut self) -> io::Result<()> {
        if self.keep_temps.is_some() {
            self.settle();
        } else {
            let only_the_candidate = self.fresh || self.holds_only_the_candidate();
            let done = only_the_candidate
                && match fs::remove_file(&self.file) {
                    Ok(()) => true,
                    // Another error: a test took away the permissions of the directory.
                    Err(error) => error.kind() == io::ErrorKind::NotFound,
                };
            if done {
                return Ok(());
            }
            clear(&self.work)?;
        }
        fs::create_dir_all(&self.work)?;
        self.with.iter().try_for_each(|path| lay_beside(path, &self.work))
    }

    /// Makes the working directory as it is without a candidate, for candidates that are no files.
    fn empty(&mut self) -> io::Result<()> {
        if !self.fresh || self.keep_temps.is_some() {
            self.clear()?;
        }
        self.fresh = true;
        Ok(())
    }

    /// Removes what a test left beside the tree, and lays afresh what belongs there.
    fn clear_around_the_tree(&mut self) -> io::Result<()> {
        if self.keep_temps.is_some() {
            self.settle();
            self.tree = Laid::new();
        }
        fs::create_dir_all(&self.work)?;
        if self.file != self.work {
            let mode = fs::metadata(&self.work)?.permissions().mode();
            if mode & 0o700 != 0o700 {
                fs::set_permissions(&self.work, Permissions::from_mode(mode | 0o700))?;
            }
            for entry in fs::read_dir(&self.work)? {
                let entry = entry?;
                if entry.file_name() != self.name {
                    clear(&entry.path())?;
                }
            }
        }
        Ok(())
    }

    fn holds_only_the_candidate(&self) -> bool {
        let Ok(entries) = fs::read_dir(&self.work) else { return false };
        self.with.is_empty()
            && entries.take(2).all(|entry| {
                entry.is_ok_and(|entry| {
                    entry.file_name() == self.name && entry.file_type().is_ok_and(|kind| kind.is_file())
                })
            })
    }
}

impl Drop for CommandPlace {
    /// Gives back the room of the last candidate, which may be large and in memory.
    fn drop(&mut self) {
        if self.keep_temps.is_none() {
            drop(clear(&self.work));
        }
    }
}

impl CommandPlace {
    /// Makes the next run one on `candidate`, in a working directory as it is at first.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn lay(&mut self, candidate: &Candidate<'_>) -> io::Result<()> {
        self.holds_text = matches!(candidate, Candidate::Text(_));
        match candidate {
            Candidate::Text(pieces) => self.lay_text(pieces),
            Candidate::Files(files) => self.lay_files(files),
            Candidate::Args(args) => {
                self.empty()?;
                (self.command.args, self.has_own_args) = (args.clone(), true);
                Ok(())
            }
            Candidate::Env(env) => {
                self.empty()?;
                self.command.env.clone_from(env);
                Ok(())
            }
            _ => Err(candidate.unsupported("something a command can be run on")),
        }
    }

    fn lay_text(&mut self, pieces: &[Cow<'_, [u8]>]) -> io::Result<()> {
        self.clear()?;
        write_pieces(&File::create_new(&self.file)?, pieces)?;
        self.fresh = true;
        Ok(())
    }

    fn lay_files(&mut self, files: &FilesCandidate<'_>) -> io::Result<()> {
        let FilesCandidate { base, changes, contents, leftovers } = files;
        let first = !self.fresh && !self.tree.is_laid();
        let all_go = *leftovers == Leftovers::Go;
        self.fresh = false;
        if all_go || first {
            self.clear_around_the_tree()?;
        }
        self.tree.lay(&self.file, base, changes, *leftovers)?;
        // Where leftovers stay, so does this, unless a test removed it.
        let work = &self.work;
        let missing = |path: &&PathBuf| all_go || first || fs::symlink_metadata(beside(path, work)).is_err();
        self.with.iter().filter(missing).try_for_each(|path| lay_beside(path, work))?;
        if let Some((path, pieces)) = contents {
            let file = self.tree.rewrite(&self.file, path)?;
            write_pieces(&file, pieces)?;
            self.tree.touch(path, &file)?;
        }
        Ok(())
    }
}

fn write_pieces(file: &File, pieces: &[Cow<'_, [u8]>]) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 16, file);
    pieces.iter().try_for_each(|piece| file.write_all(piece))?;
    file.flush()
}

/// Where a file or a folder is laid in `dir`: under its own name, or at the same path where that is relative.
fn beside(path: &Path, dir: &Path) -> PathBuf {
    dir.join(if path.is_relative() { path.as_os_str() } else { path.file_name().unwrap_or_default() })
}

/// Copies a file or a folder into `dir`.
fn lay_beside(path: &Path, dir: &Path) -> io::Result<()> {
    if path.file_name().is_none() {
        let why = format!("{} has no name of its own", path.display());
        return Err(io::Error::new(io::ErrorKind::InvalidInput, why));
    }
    let to = beside(path, dir);
    to.parent().map_or(Ok(()), fs::create_dir_all)?;
    copy(path, &to)
}

/// Copies a file, or a folder with all that is in it.
///
/// What links lead to is copied, so that a test that writes there does no harm; those that lead nowhere, or to a
/// folder that they are in, stay links.
fn copy(path: &Path, to: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_symlink() && !leads_elsewhere(path) {
        return symlink(fs::read_link(path)?, to);
    }
    let kind = fs::metadata(path)?;
    if kind.is_dir() {
        fs::create_dir(to)?;
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
        return Ok(());
    }
    fs::copy(path, to).map(|_bytes| ())
}

/// Whether a link leads to something that it is not in itself.
fn leads_elsewhere(link: &Path) -> bool {
    match (link.canonicalize(), folder_of(link).canonicalize()) {
        (Ok(there), Ok(folder)) => !folder.starts_with(there),
        _ => false,
    }
}
