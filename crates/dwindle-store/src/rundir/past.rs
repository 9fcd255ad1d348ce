//! The directory of a run that is over, or at work elsewhere: what can be read of it. Nothing is locked or changed.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use dwindle_exec::scratch::folder_of;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::atomic::{self, Durability};
use super::other_failures::{self, KeptFailure};
use super::{RunDir, bounded, layout, owned};

/// The directory of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastRun {
    path: PathBuf,
}

impl PastRun {
    /// The run whose directory is `path`, or that was at work last of those whose home it is; `None` where it is neither.
    pub fn at(path: &Path) -> Option<Self> {
        // Its parent says of which input it is a run.
        let path = path.canonicalize().ok()?;
        if path.join(layout::JOURNAL).is_file() {
            return Some(Self { path });
        }
        Self::latest([path])
    }

    /// The run that was at work last of those in `homes`.
    pub fn latest(homes: impl IntoIterator<Item = PathBuf>) -> Option<Self> {
        Self::all(homes).into_iter().next()
    }

    /// The runs in `homes`, that which was at work last first.
    fn all(homes: impl IntoIterator<Item = PathBuf>) -> Vec<Self> {
        let runs =
            homes.into_iter().filter_map(|home| layout::runs(&home.canonicalize().ok()?).ok()).flatten();
        let mut runs: Vec<PathBuf> = runs.filter(|path| path.join(layout::JOURNAL).is_file()).collect();
        runs.sort_by_cached_key(|path| Reverse(bounded::last_change(path)));
        runs.into_iter().map(|path| Self { path }).collect()
    }

    /// All runs in the same home, that which was at work last first.
    pub fn siblings(&self) -> Vec<Self> {
        Self::siblings_of(&self.path)
    }

    /// All runs in the home that the directory `path` lies in, which need not be that of a run.
    pub fn siblings_of(path: &Path) -> Vec<Self> {
        path.parent().map(|home| Self::all([home.to_owned()])).unwrap_or_default()
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory's own name: the beginning of the run's key.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// The name of the input, which its home has, where that lies beside the input.
    pub fn input(&self) -> String {
        let name = self.path.parent().and_then(layout::input_of).unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    /// The journal.
    pub fn journal(&self) -> PathBuf {
        self.path.join(layout::JOURNAL)
    }

    /// The file with every best.
    pub fn steps(&self) -> PathBuf {
        self.path.join(layout::STEPS)
    }

    /// What the run came to; none where it was killed, or goes on.
    pub fn answer(&self) -> Option<Answer> {
        let json = fs::read(self.path.join(layout::ANSWER)).ok()?;
        serde_json::from_slice(&json).ok().filter(|answer: &Answer| answer.format == 1)
    }

    /// The copy of the last best, where there is one.
    pub fn best(&self) -> PathBuf {
        self.path.join(layout::BEST)
    }

    /// The files that this run wrote as its results and that are still as it wrote them.
    pub fn results(&self) -> Vec<PathBuf> {
        let standing = self.path.parent().and_then(|home| owned::standing(home).ok()).unwrap_or_default();
        let (ours, name) = (standing.into_iter(), self.name());
        ours.filter(|(_, entry)| entry.run == name).map(|(path, _)| path).collect()
    }

    /// Other failures that were met, in the order in which they were.
    pub fn other_failures(&self) -> Vec<KeptFailure> {
        other_failures::kept(&self.path.join(layout::OTHER_FAILURES))
    }
}

/// What a run came to, as it was told to people and to programs, and the command that asked for it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Always 1.
    pub format: u32,
    /// The command line, for a shell.
    pub command: String,
    /// Where it was typed, as far as that is text.
    pub directory: String,
    /// What people were told at the end.
    pub summary: String,
    /// What they were given on standard output, where that was the answer.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub said: String,
    /// What programs are told first: the data of `start` in docs/messages.schema.json.
    pub start: Value,
    /// What they are told last: the data of `end`.
    pub end: Value,
}

impl Answer {
    /// Keeps it in the directory `run`, in the place of what an earlier start of the program came to.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, run: &Path) -> io::Result<()> {
        let mut json = serde_json::to_vec(self)?;
        json.push(b'\n');
        atomic::replace(&run.join(layout::ANSWER), Durability::Later, &json)
    }
}

impl RunDir {
    /// Where every best is kept, or will be.
    pub fn steps_path(&self) -> PathBuf {
        self.path.join(layout::STEPS)
    }
}

/// The homes in the folder of `input` that are those of runs on it: its own, and those of what is asked of it, such as a
/// trace.
pub fn homes_beside(input: &Path) -> Vec<PathBuf> {
    let own = layout::home(input, None);
    let stem = input.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let others = fs::read_dir(folder_of(&own)).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_of = |path: &PathBuf| {
        let name = layout::input_of(path).unwrap_or_default();
        name.to_string_lossy().strip_prefix(&stem).is_some_and(|rest| matches!(rest, "" | ".trace"))
    };
    others.filter(is_of).collect()
}
