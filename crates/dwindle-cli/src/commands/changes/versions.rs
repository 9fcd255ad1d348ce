//! The two versions, what changed between them, and what is known of its history.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle::Outcome;
use dwindle::files::Files;
use dwindle::search::Shared;
use dwindle::space::Space;
use dwindle::test::CommandPlace;
use dwindle_changes::git::{GitError, History, Note, Repository};
use dwindle_changes::{Changes, Origins, Trail, Versions, trees};

use crate::error::CliError;
use crate::exit::Exit;
use crate::session::artifact::{Artifact, Made};
use crate::session::input::Input;
use crate::session::scratch;
use crate::settings::{self, Between};
use crate::ui::escaped;

/// Two versions, as what a run is about.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) versions: Versions,
    pub(super) past: Option<Past>,
    /// What the two are called.
    pub(super) name: String,
    /// What is worth knowing, a line each.
    pub(super) notes: Vec<String>,
    /// Where the run directory and the patches lie, and the name that they derive theirs from.
    path: PathBuf,
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
    pub(super) fn new(asked: &settings::Changes) -> Result<Self, CliError> {
        match &asked.between {
            Between::Revisions { good, bad } => Self::revisions(asked, good, bad.as_deref()),
            Between::Directories { good, bad } => Self::directories(asked, good, bad),
        }
    }

    fn directories(asked: &settings::Changes, good: &Path, bad: &Path) -> Result<Self, CliError> {
        let read =
            |dir: &Path| trees::read(dir).map_err(|error| CliError::usage(format!("failed to {error}")));
        let versions = versions(asked, &read(good)?, &read(bad)?)?;
        let (good, bad) = (absolute(good), absolute(bad));
        let name = format!("{}..{}", last(&good), last(&bad));
        if versions.changes().units() == 0 {
            return Err(same(&name));
        }
        let path = bad.with_file_name(file_name(&name));
        Ok(Self { digest: digest(asked, &versions), versions, past: None, name, notes: Vec::new(), path })
    }

    fn revisions(asked: &settings::Changes, good: &str, bad: Option<&str>) -> Result<Self, CliError> {
        // What a run that was killed left of a working tree.
        scratch::remove_stale(&std::env::temp_dir());
        let mut repository = Repository::open(Path::new(".")).map_err(|error| refused(&error))?;
        let good_id = repository.commit(good).map_err(|error| refused(&error))?;
        let uncommitted = match bad {
            Some(_) => None,
            None => repository.uncommitted().map_err(|error| refused(&error))?,
        };
        let bad_commit = repository.commit(bad.unwrap_or("HEAD")).map_err(|error| refused(&error))?;
        let bad_id = uncommitted.clone().unwrap_or_else(|| bad_commit.clone());
        let bad_name = bad.unwrap_or(if uncommitted.is_some() { "uncommitted" } else { "HEAD" });
        let name = format!("{good}..{bad_name}");
        let read =
            |repository: &mut Repository, id: &str| repository.files(id).map_err(|error| refused(&error));
        let (good_version, bad_version) = (read(&mut repository, &good_id)?, read(&mut repository, &bad_id)?);
        let versions = versions(asked, &good_version.files, &bad_version.files)?;
        let mut odd: Vec<Note> = good_version.notes.into_iter().chain(bad_version.notes).collect();
        odd.sort();
        odd.dedup();
        let mut notes: Vec<String> = odd.iter().map(noted).collect();
        if versions.changes().units() == 0 {
            return Err(notes.into_iter().fold(same(&name), CliError::detail));
        }
        let folder = repository.own_path("dwindle").map_err(|error| refused(&error))?;
        fs::create_dir_all(&folder).map_err(|error| {
            CliError::usage(format!("make {}: {error}", escaped(&folder)))
                .hint("patches and run directories lie there")
        })?;
        let past = match (asked.fix, &uncommitted) {
            (false, None) => past(repository, versions.changes(), &good_id, &bad_commit, None),
            (false, Some(tree)) => past(repository, versions.changes(), &good_id, &bad_commit, Some(tree)),
            (true, None) => past(repository, versions.changes(), &bad_commit, &good_id, None),
            // What is not committed is no beginning of a history.
            (true, Some(_)) => Ok(None),
        };
        let past = past.unwrap_or_else(|error| {
            notes.push(format!("without the history of the changes: failed to {error}"));
            None
        });
        let path = folder.join(file_name(&name));
        Ok(Self { digest: digest(asked, &versions), versions, past, name, notes, path })
    }

    /// What a session is opened on.
    pub(super) fn input(self: &Arc<Self>) -> Input<Arc<Self>> {
        let name = self.path.file_name().unwrap_or(self.path.as_os_str()).to_owned();
        let (path, shown) = (Some(self.path.clone()), self.name.clone());
        Input { name, path, shown, mode: None, artifact: Arc::clone(self) }
    }

    /// Refuses to lay something beside the candidate where a version has something of that name.
    ///
    /// # Errors
    /// When one of `with` would lie over a file of a version.
    pub(super) fn leave_room_for(&self, with: &[PathBuf]) -> Result<(), CliError> {
        let changes = self.versions.changes();
        for path in with {
            let name = Path::new(path.file_name().unwrap_or_default());
            let is_there =
                |version: &Files| version.get(name).is_some() || version.below(name).next().is_some();
            if is_there(changes.good()) || is_there(changes.bad()) {
                return Err(CliError::usage(format!(
                    "--with {}: a version has something called {} itself",
                    escaped(path),
                    escaped(name)
                ))
                .hint("it is laid in the uppermost directory of each candidate: give it another name"));
            }
        }
        Ok(())
    }

    /// Where patches and run directories lie, by the name that theirs derive from.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }
}

impl Artifact for Arc<Opened> {
    /// In clean directories: what the two versions say must not depend on products of builds of the other.
    fn whole(&self) -> Shared<'static, CommandPlace> {
        Arc::new(self.versions.clean())
    }

    fn digest(&self) -> Cow<'_, [u8]> {
        (&self.digest).into()
    }

    /// Never: the patch that is kept says what, and not which changes.
    fn revive(&self, _: Vec<u8>) -> Option<Made> {
        None
    }

    fn laid_as<'a>(&self, _: &'a OsStr) -> &'a OsStr {
        OsStr::new("")
    }

    fn room(&self) -> u64 {
        self.versions.changes().good().size().max(self.versions.changes().bad().size())
    }

    fn has_home(&self) -> bool {
        false
    }

    fn not_failing(&self, shown: &str, outcome: Outcome) -> String {
        match outcome {
            Outcome::Pass => format!("the bad version passes: {shown}"),
            _ => format!("the bad version cannot be told: {shown}"),
        }
    }

    fn cannot_tell_of_nothing(&self) -> Option<&'static str> {
        Some("the good version cannot be told")
    }

    fn too_loose(&self) -> &'static str {
        "the good version fails, too"
    }

    fn tighten(&self) -> &'static str {
        "go further back for a good version; or the test fails for another reason: name what is bad by --bad-matches"
    }
}

fn versions(asked: &settings::Changes, good: &Files, bad: &Files) -> Result<Versions, CliError> {
    let (older, newer) = if asked.fix { (bad, good) } else { (good, bad) };
    let changes =
        Changes::between(older, newer).map_err(|error| CliError::new(Exit::Internal, error.to_string()))?;
    let versions = Versions::new(Arc::new(changes), asked.fix);
    Ok(if asked.clean { versions.clean() } else { versions })
}

/// All that makes this run another than one on other versions, or one that asks otherwise.
fn digest(asked: &settings::Changes, versions: &Versions) -> Vec<u8> {
    let settings::Changes { fix, levels, algorithm, plain, clean, .. } = asked;
    let (good, bad) = (versions.id(&dwindle::Config::empty()), versions.id(&versions.full()));
    format!("{good} {bad} {fix} {levels:?} {algorithm} {plain} {clean}").into_bytes()
}

fn past(
    mut repository: Repository,
    changes: &Changes,
    older: &str,
    newer: &str,
    uncommitted: Option<&String>,
) -> Result<Option<Past>, GitError> {
    let mut history = repository.history(older, newer)?;
    if let Some(tree) = uncommitted {
        history = history.with_uncommitted(tree.clone());
    }
    if history.commits.is_empty() {
        return Ok(None);
    }
    let origins = Origins::find(changes, &mut repository, &history)?;
    let trail = Arc::new(Trail::new(repository, &history)?);
    Ok(Some(Past { history, origins, trail }))
}

fn refused(error: &GitError) -> CliError {
    let told = CliError::usage(format!("failed to {error}"));
    match error {
        GitError::NotARepository { .. } => {
            told.hint("run it in a repository, or compare two directories: --good-dir DIR --bad-dir DIR")
        }
        GitError::NoGit(_) => {
            told.hint("install git, or compare two directories: --good-dir DIR --bad-dir DIR")
        }
        GitError::UnknownRevision { .. } => told.hint("`git log --oneline` and `git tag` list what there is"),
        _ => told,
    }
}

fn same(name: &str) -> CliError {
    CliError::usage(format!("the good and the bad version are the same: {name}"))
        .hint("nothing changed between them, so no change can be the cause")
}

fn noted(note: &Note) -> String {
    match note {
        Note::SubmoduleEmpty(path) => format!(
            "the submodule {} is an empty folder: its commit is not at hand (git submodule update --init)",
            escaped(path)
        ),
        Note::LargeFile(path) => {
            format!("{} is only a pointer to a file that is kept elsewhere", escaped(path))
        }
        other => format!("{other:?}"),
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
