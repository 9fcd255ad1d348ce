//! A folder for each failure, and lists of the inputs that show none.
//!
//! Every file is a result like any other: written whole, and only where nothing else stands. What an earlier run
//! wrote there and this one did not is removed, so the folders are those of the failures that there are.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use dwindle_run::error::RunError;
use dwindle_run::session::disk;
use dwindle_run::session::tagged;
use dwindle_run::text::escaped;
use dwindle_store::rundir::{RunDir, entries, slug};

use super::earlier::{self, Earlier};
use super::failures::{Failures, Kind};
use super::look::{Seen, read};
use super::memory::Shows;

/// Where results go.
pub(super) struct Folders<'a> {
    dir: &'a RunDir,
    root: PathBuf,
    written: BTreeSet<PathBuf>,
    earlier: Vec<Earlier>,
}

impl<'a> Folders<'a> {
    /// Results in the folder `root`, which holds nothing or what earlier runs wrote.
    pub(super) fn open(dir: &'a RunDir, root: &Path) -> Result<Self, RunError> {
        let (written, earlier) = (BTreeSet::new(), earlier::results(root));
        let folders = Self { dir, root: root.to_owned(), written, earlier };
        if root.exists() && !root.is_dir() {
            return Err(occupied(root, "not a directory"));
        }
        for file in folders.files()? {
            if dir.result(&file, None).is_err() {
                return Err(occupied(&file, "Dwindle did not write this file, or it has been changed since"));
            }
        }
        Ok(folders)
    }

    /// The smallest input that earlier runs reduced `failure` to, if it has fewer bytes than `bound`.
    pub(super) fn smaller(&self, failure: &str, bound: Option<usize>) -> Option<&[u8]> {
        earlier::smaller(&self.earlier, failure, bound).map(|it| it.bytes.as_slice())
    }

    /// Keeps what earlier runs came to and `failures` do not; gives lines that say where.
    pub(super) fn keep(&self, failures: &Failures) -> Vec<String> {
        let reduced = failures
            .0
            .iter()
            .filter_map(|kind| Some((escaped(kind.failure.to_string()), kind.reduced.as_ref()?.bytes())));
        earlier::keep(&self.earlier, &reduced.collect::<Vec<_>>(), self.dir)
    }

    /// Writes all that there is to write, and takes away what there is no more.
    pub(super) fn write(
        &mut self,
        failures: &Failures,
        inputs: &[Seen],
        others: &[PathBuf],
    ) -> Result<(), RunError> {
        for (nth, (kind, also)) in failures.distinct().into_iter().enumerate() {
            self.failure(&folder_name(nth, kind), kind, &also, inputs)?;
        }
        let list = |which: &dyn Fn(&Seen) -> bool| -> Vec<&PathBuf> {
            inputs.iter().filter(|seen| which(seen)).flat_map(|seen| &seen.files).collect()
        };
        self.list("passing.txt", &list(&|seen| matches!(seen.shows, Some(Shows::Passes(_)))))?;
        self.list("varying.txt", &list(&|seen| matches!(seen.shows, Some(Shows::Varies(..)))))?;
        self.list(
            "not-examined.txt",
            &list(&|seen| seen.shows.is_none()).into_iter().chain(others).collect::<Vec<_>>(),
        )?;
        self.tidy()
    }

    fn failure(
        &mut self,
        folder: &str,
        kind: &Kind,
        also: &[&Kind],
        inputs: &[Seen],
    ) -> Result<(), RunError> {
        let folder = Path::new(folder);
        let mut says = format!("{}\n", escaped(kind.failure.to_string()));
        let mut files: Vec<&PathBuf> = Vec::new();
        for (nth, kind) in std::iter::once(&kind).chain(also).enumerate() {
            let seen = &inputs[kind.inputs[0]];
            let tag = |word: &str| earlier::tag(word, nth);
            if nth > 0 {
                let same = escaped(kind.failure.to_string());
                says.extend([earlier::ALSO, &same, "\n"]);
            }
            files.extend(kind.inputs.iter().flat_map(|&number| &inputs[number].files));
            let named = |word: &str| folder.join(tagged(&seen.name, &tag(word)));
            self.put(&named("found"), read(&seen.files[0])?.bytes())?;
            if let Some(text) = &kind.reduced {
                self.put(&named("reduced"), text.bytes())?;
            }
        }
        files.sort();
        self.put(&folder.join(earlier::SAYS), says.as_bytes())?;
        self.list(folder.join("inputs.txt"), &files)
    }

    fn list(&mut self, name: impl AsRef<Path>, files: &[&PathBuf]) -> Result<(), RunError> {
        let lines: String = files.iter().flat_map(|file| [file_name(file), "\n".to_owned()]).collect();
        if lines.is_empty() { Ok(()) } else { self.put(name.as_ref(), lines.as_bytes()) }
    }

    fn put(&mut self, name: &Path, bytes: &[u8]) -> Result<(), RunError> {
        let path = self.root.join(name);
        let folder = path.parent().unwrap_or(&self.root);
        fs::create_dir_all(folder).map_err(|error| occupied(folder, &error.to_string()))?;
        if !fs::read(&path).is_ok_and(|there| there == bytes) {
            let mut output = self.dir.result(&path, None)?;
            disk::write(&mut output, bytes)?;
        }
        self.written.insert(path);
        Ok(())
    }

    /// Removes what earlier runs wrote and this one did not.
    fn tidy(&self) -> Result<(), RunError> {
        for file in self.files()? {
            if !self.written.contains(&file) && self.dir.result(&file, None).is_ok() {
                fs::remove_file(&file).map_err(|error| occupied(&file, &error.to_string()))?;
                // The last one takes the folder along; any other fails to.
                file.parent().map(fs::remove_dir).transpose().ok();
            }
        }
        Ok(())
    }

    /// All files in the folder and those in it.
    fn files(&self) -> Result<Vec<PathBuf>, RunError> {
        let mut files = Vec::new();
        for path in entries::of(&self.root).map_err(|error| occupied(&self.root, &error.to_string()))? {
            match entries::of(&path) {
                Ok(below) => files.extend(below),
                Err(_) => files.push(path),
            }
        }
        Ok(files)
    }
}

fn occupied(path: &Path, why: &str) -> RunError {
    RunError::usage(format!("{}: {why}", escaped(path))).hint(
        "choose another directory for the results: --output-dir DIR; existing files are never overwritten",
    )
}

/// `001-sigsegv` for the first failure.
pub(super) fn folder_name(nth: usize, kind: &Kind) -> String {
    format!("{:03}-{}", nth + 1, slug(&kind.failure.to_string(), 60))
}

/// A file by its name alone.
pub(super) fn file_name(file: &Path) -> String {
    escaped(file.file_name().unwrap_or(file.as_os_str()))
}
