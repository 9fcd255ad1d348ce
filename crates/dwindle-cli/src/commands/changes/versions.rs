//! The two versions, what changed between them, and what is known of its history.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle::files::Files;
use dwindle::space::{Shared, Space};
use dwindle_changes::git::{GitError, History, Note, Repository};
use dwindle_changes::{Changes, Kind, Origins, Trail, Versions, trees};
use dwindle_run::error::RunError;
use dwindle_run::session::artifact::Passing;
use dwindle_run::session::artifact::{Artifact, Made};
use dwindle_run::session::input::Input;
use dwindle_run::session::scratch;
use dwindle_run::text::{escaped, plural};

use crate::asked;
use crate::asked::Between;

/// Two versions, as what a run is about.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) versions: Versions,
    pub(super) past: Option<Past>,
    /// What the two are called.
    pub(super) name: String,
    /// Notes and warnings, a line each.
    pub(super) notes: Vec<String>,
    /// The options that name the two the other way round; none where that cannot be said.
    pub(super) swapped: Vec<OsString>,
    /// Where the run directory and the patches lie, and the name that they derive theirs from.
    pub(super) path: PathBuf,
    digest: Vec<u8>,
}

/// What led from the one to the other.
#[derive(Clone, Debug)]
pub(super) struct Past {
    pub(super) history: History,
    pub(super) origins: Origins,
    pub(super) trail: Arc<Trail>,
}

impl Opened {
    /// Reads the versions, and what changed between them.
    ///
    /// # Errors
    /// When they cannot be read, or are the same.
    pub(super) fn new(asked: &asked::Changes) -> Result<Self, RunError> {
        match &asked.between {
            Between::Revisions { good, bad } => Self::revisions(asked, good, bad.as_deref()),
            Between::Directories { good, bad } => Self::directories(asked, good, bad),
        }
    }

    fn directories(asked: &asked::Changes, good: &Path, bad: &Path) -> Result<Self, RunError> {
        let read =
            |dir: &Path| trees::read(dir).map_err(|error| RunError::usage(format!("failed to {error}")));
        let versions = versions(asked, &read(good)?, &read(bad)?)?;
        let swapped = ["--good-dir".into(), bad.into(), "--bad-dir".into(), good.into()];
        let (good, bad) = (absolute(good), absolute(bad));
        let name = format!("{}..{}", last(&good), last(&bad));
        if versions.changes().units() == 0 {
            return Err(same(&name));
        }
        let (versions, blanks) = blanks(asked, versions, &name)?;
        let notes = blanks.into_iter().collect();
        let path = bad.with_file_name(file_name(&name));
        let digest = digest(asked, &versions);
        Ok(Self { versions, past: None, name, notes, swapped: swapped.into(), path, digest })
    }

    fn revisions(asked: &asked::Changes, good: &str, bad: Option<&str>) -> Result<Self, RunError> {
        // What a run that was killed left of a working tree.
        scratch::remove_stale(&std::env::temp_dir());
        let git = |error| told(&error);
        let mut repository = Repository::open(Path::new(".")).map_err(git)?;
        let good_id = repository.commit(good).map_err(git)?;
        let uncommitted = match bad {
            Some(_) => None,
            None => repository.uncommitted().map_err(git)?,
        };
        let bad_commit = repository.commit(bad.unwrap_or("HEAD")).map_err(git)?;
        let bad_id = uncommitted.clone().unwrap_or_else(|| bad_commit.clone());
        let bad_name = bad.unwrap_or(if uncommitted.is_some() { "uncommitted" } else { "HEAD" });
        let name = format!("{good}..{bad_name}");
        let (good_version, bad_version) =
            (repository.files(&good_id).map_err(git)?, repository.files(&bad_id).map_err(git)?);
        let versions = versions(asked, &good_version.files, &bad_version.files)?;
        let mut odd: Vec<Note> = good_version.notes.into_iter().chain(bad_version.notes).collect();
        odd.sort();
        odd.dedup();
        let mut notes: Vec<String> = odd.iter().map(noted).collect();
        if versions.changes().units() == 0 {
            return Err(notes.into_iter().fold(same(&name), RunError::detail));
        }
        let (versions, blanks) = blanks(asked, versions, &name)?;
        notes.extend(blanks);
        let folder = repository.own_path("dwindle").map_err(git)?;
        fs::create_dir_all(&folder).map_err(|error| {
            RunError::usage(format!("failed to create {}: {error}", escaped(&folder)))
                .hint("patches and run data are kept there; check its permissions")
        })?;
        let past = match (asked.fix, &uncommitted) {
            (false, tree) => past(repository, versions.changes(), &good_id, &bad_commit, tree.as_ref()),
            (true, None) => past(repository, versions.changes(), &bad_commit, &good_id, None),
            // What is not committed is no beginning of a history.
            (true, Some(_)) => Ok(None),
        };
        let past = past.unwrap_or_else(|error| {
            notes.push(format!("note: the commits of the changes are not known: failed to {error}"));
            None
        });
        let (versions, past) = match past {
            Some((changes, past)) => (versions.of(Arc::new(changes)), Some(past)),
            None => (versions, None),
        };
        let path = folder.join(file_name(&name));
        let swapped = bad.map(|bad| ["--good", bad, "--bad", good].map(OsString::from).into());
        let (digest, swapped) = (digest(asked, &versions), swapped.unwrap_or_default());
        Ok(Self { versions, past, name, notes, swapped, path, digest })
    }

    /// What a session is opened on.
    pub(super) fn input(self: &Arc<Self>) -> Input<Subject> {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str()).to_owned();
        let (path, shown) = (Some(self.path.clone()), self.name.clone());
        Input { name, path, shown, mode: None, artifact: Subject(Arc::clone(self)) }
    }

    /// Refuses to lay something beside the candidate where a version has something of that name.
    ///
    /// # Errors
    /// When one of `with` would lie over a file of a version.
    pub(super) fn leave_room_for(&self, with: &[PathBuf]) -> Result<(), RunError> {
        let changes = self.versions.changes();
        for path in with {
            let name = Path::new(path.file_name().unwrap_or_default());
            let is_there =
                |version: &Files| version.get(name).is_some() || version.below(name).next().is_some();
            if is_there(changes.good()) || is_there(changes.bad()) {
                return Err(RunError::usage(format!(
                    "--with {}: a version already contains a file or directory named {}",
                    escaped(path),
                    escaped(name)
                ))
                .hint("copy it to another name first: it is placed in the top directory of each candidate"));
            }
        }
        Ok(())
    }
}

/// What a session is about.
#[derive(Clone, Debug)]
pub(super) struct Subject(Arc<Opened>);

impl Artifact for Subject {
    /// In clean directories: what the two versions say must not depend on products of builds of the other.
    fn whole(&self) -> Shared {
        Arc::new(self.0.versions.clean())
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        (&self.0.digest).into()
    }

    /// Never: the patch that is kept says what, and not which changes.
    fn restore(&self, _: Vec<u8>) -> Option<Made> {
        None
    }

    fn laid_as<'a>(&self, _: &'a OsStr) -> &'a OsStr {
        OsStr::new("")
    }

    fn room(&self) -> u64 {
        self.0.versions.changes().good().size().max(self.0.versions.changes().bad().size())
    }

    fn passing(&self) -> Option<&dyn Passing> {
        Some(&*self.0)
    }
}

fn versions(asked: &asked::Changes, good: &Files, bad: &Files) -> Result<Versions, RunError> {
    let (older, newer) = if asked.fix { (bad, good) } else { (good, bad) };
    let changes = Changes::between(older, newer).map_err(|error| RunError::internal(error.to_string()))?;
    let versions = Versions::new(Arc::new(changes), asked.fix);
    Ok(if asked.clean { versions.clean() } else { versions })
}

/// The versions, without the lines that differ only in blanks if these are to be left out; and what is said of them.
fn blanks(
    asked: &asked::Changes,
    versions: Versions,
    name: &str,
) -> Result<(Versions, Option<String>), RunError> {
    let changes = versions.changes();
    let blanks = changes.blanks();
    if blanks.is_empty() {
        return Ok((versions, None));
    }
    let lines: u64 = blanks.units().map(|unit| u64::from(changes.lines_of(unit).0)).sum();
    let are_ends = blanks.units().all(|unit| changes.unit(unit).kind == Kind::LineEnds);
    let what = if are_ends { "line endings" } else { "line endings or other whitespace" };
    let files = plural(blanks.len() as u64, "file");
    let said = match lines {
        1 => format!("1 line in {files} differs only in {what}"),
        lines => format!("{} in {files} differ only in {what}", plural(lines, "line")),
    };
    if !asked.ignore_blanks {
        let warning =
            format!("warning: {said}; in each file they count as one change (--ignore-blanks ignores them)");
        return Ok((versions, Some(warning)));
    }
    let left = versions.without_blanks().map_err(|error| RunError::internal(error.to_string()))?;
    if left.changes().units() == 0 {
        return Err(RunError::usage(format!("the good and the bad version differ only in {what}: {name}"))
            .hint("omit --ignore-blanks to search these changes"));
    }
    Ok((left, Some(format!("note: {said}; they stay as in the bad version"))))
}

/// All that makes this run another than one on other versions, or one that asks otherwise.
fn digest(asked: &asked::Changes, versions: &Versions) -> Vec<u8> {
    let asked::Changes { fix, levels, algorithm, plain, clean, .. } = asked;
    let (good, bad) = (versions.id(&dwindle::Config::empty()), versions.id(&versions.full()));
    format!("{good} {bad} {fix} {levels:?} {algorithm} {plain} {clean}").into_bytes()
}

/// What led from the `older` to the `newer` version, and the changes between them cut where commits do.
fn past(
    mut repository: Repository,
    changes: &Changes,
    older: &str,
    newer: &str,
    uncommitted: Option<&String>,
) -> Result<Option<(Changes, Past)>, GitError> {
    let mut history = repository.history(older, newer)?;
    if let Some(tree) = uncommitted {
        history = history.with_uncommitted(tree.clone());
    }
    if history.commits.is_empty() {
        return Ok(None);
    }
    let (changes, origins) = Origins::find(changes, &mut repository, &history)?;
    let trail = Arc::new(Trail::new(repository, &history)?);
    Ok(Some((changes, Past { history, origins, trail })))
}

/// What git could not do, and what to do about it.
fn told(error: &GitError) -> RunError {
    let told = RunError::usage(format!("failed to {error}"));
    match error {
        GitError::NotARepository { .. } => {
            told.hint("run it inside a repository, or compare two directories: --good-dir DIR --bad-dir DIR")
        }
        GitError::NoGit(_) => {
            told.hint("install git, or compare two directories: --good-dir DIR --bad-dir DIR")
        }
        GitError::UnknownRevision { .. } => told.hint("`git log --oneline` and `git tag` list the revisions"),
        _ => told,
    }
}

fn same(name: &str) -> RunError {
    RunError::usage(format!("the good and the bad version are the same: {name}"))
        .hint("give two versions that differ")
}

fn noted(note: &Note) -> String {
    match note {
        Note::SubmoduleEmpty(path) => format!(
            "note: the submodule {} is an empty directory, because its commit is not available here (git submodule update --init)",
            escaped(path)
        ),
        Note::LargeFile(path) => {
            format!("note: {} is only a pointer to a file in Git LFS", escaped(path))
        }
        other => format!("note: {other:?}"),
    }
}

/// A name for files: what a revision may have in it and a file name not is replaced.
fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter == '/' || letter.is_control() { '_' } else { letter };
    format!("{}.patch", name.chars().map(plain).collect::<String>())
}

fn absolute(dir: &Path) -> PathBuf {
    dir.canonicalize().unwrap_or_else(|_| dir.to_owned())
}

fn last(dir: &Path) -> String {
    dir.file_name().map_or_else(|| "root".to_owned(), |name| name.to_string_lossy().into_owned())
}
