//! What judges candidates: the command, what lies beside its candidates, and how its runs are judged.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use dwindle_exec::process::{Elsewhere, Limits};
use dwindle_exec::signature::Script;
use dwindle_exec::{Feed, Verdict};

use super::Confinement;
use crate::text::shell;

/// What judges candidates.
#[derive(Clone, Debug, Default)]
pub struct TestSpec {
    /// The program, a path made absolute when it has a slash.
    pub program: OsString,
    /// Its arguments.
    pub args: Vec<OsString>,
    /// How the candidate gets to it: by its path in `{}` or `--placeholder`, by `--stdin`, or in every way at once.
    pub feed: Feed,
    /// `--worker`: a process started once is told paths, a line at a time.
    pub worker: bool,
    /// How its runs are judged, as the options say; where they do not, by the failure that the first run shows.
    pub judged: Option<Verdict>,
    /// `--with`, and what the command names: files and directories laid beside the candidate.
    pub with: Vec<PathBuf>,
    /// Those of them that nobody asked for.
    pub along: Vec<PathBuf>,
    /// What the command names that is too large to be copied for each test unasked.
    pub too_large: Vec<PathBuf>,
    /// Whether the command is to find what it names; not with `--no-auto-with`.
    pub auto_with: bool,
    /// The complete environment of the tests.
    pub env: Vec<(OsString, OsString)>,
    /// Whether variables are reduced that say where temporary files go: then tests get no directory of their own for those.
    pub is_temp_tested: bool,
    /// `--sandbox` and its like.
    pub sandbox: Confinement,
    /// `--memory` and its like.
    pub limits: Limits,
    /// The program that supervises tests; a thread of this one where not given.
    pub keeper: Option<Keeper>,
    /// `--remote`: other machines that run tests.
    pub farm: Option<Farm>,
}

impl TestSpec {
    /// Whether the first runs are to find out which sandbox tests can have.
    pub fn has_open_sandbox(&self) -> bool {
        let Self { sandbox, keeper, farm, .. } = self;
        keeper.is_some() && farm.is_none() && sandbox.is_found() && !sandbox.is_known
    }
}

/// Other machines that run tests.
#[derive(Clone, Debug)]
pub struct Farm {
    /// Who has them run.
    pub machines: Arc<dyn Elsewhere>,
    /// How many tests run on this machine beside those at the farm; the first run is always there.
    pub here: usize,
    /// What the machines have to be like, which affects outcomes.
    pub platform: Vec<(String, String)>,
}

/// A program that supervises the tests of one slot: it calls [`dwindle_exec::process::serve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeper {
    /// Its path.
    pub program: PathBuf,
    /// The arguments with which it does so.
    pub args: Vec<OsString>,
}

/// What stands for the path of the candidate in a command.
pub const PLACEHOLDER: &str = "{}";

/// What a script exits with where the failure is gone.
const PASS_CODE: i32 = 1;

impl TestSpec {
    /// A command, of which a `{}` stands for the path of the candidate. It is judged by the failure that its first run shows.
    pub(crate) fn of_command(words: Vec<OsString>) -> Self {
        let holds = |word: &OsString| word.to_string_lossy().contains(PLACEHOLDER);
        let feed = if words.iter().any(holds) {
            Feed::Placeholder(PLACEHOLDER.to_owned())
        } else {
            Feed::Every { as_argument: false }
        };
        let mut words = words.into_iter();
        Self { program: words.next().unwrap_or_default(), args: words.collect(), feed, ..Self::default() }
    }

    /// A script, called with the path of the candidate and judged by its exit code.
    pub(crate) fn of_script(path: PathBuf) -> Self {
        // It runs in another directory.
        let path = std::path::absolute(&path).unwrap_or(path);
        let judged = Verdict::Script(Script { pass_codes: vec![PASS_CODE], also_interesting: Vec::new() });
        Self {
            program: path.into_os_string(),
            feed: Feed::Every { as_argument: true },
            judged: Some(judged),
            ..Self::default()
        }
    }

    /// Leaves out of what the command names whatever is called like a candidate, which lies in that place.
    pub fn make_room(&mut self, is_candidate: impl Fn(&OsStr) -> bool) {
        let clashes = |path: &Path| {
            let first = path.components().next().map(Component::as_os_str);
            let name = if path.is_absolute() { path.file_name() } else { first };
            name.is_some_and(&is_candidate)
        };
        let named = std::mem::take(&mut self.along);
        self.with.retain(|path| !(clashes(path) && named.iter().any(|named| path.ends_with(named))));
        self.along = named.into_iter().filter(|path| !clashes(path)).collect();
    }

    /// What is laid beside the candidate although nobody asked for it, and what is not, as lines to be told.
    pub fn said_along(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.along.is_empty() {
            let names = shell::quoted(&self.along);
            lines.push(format!("copied beside each candidate, since the command names it: {names}"));
        }
        if !self.too_large.is_empty() {
            let names = shell::quoted(&self.too_large);
            lines.push(format!(
                "not copied beside each candidate, since it is large: {names}; if the test needs it, name it with --with"
            ));
        }
        lines
    }
}

/// Whether a file has the first line of a script.
pub fn begins_as_script(path: &Path) -> bool {
    let mut first = [0; 2];
    File::open(path).and_then(|mut file| file.read_exact(&mut first)).is_ok() && first == *b"#!"
}
