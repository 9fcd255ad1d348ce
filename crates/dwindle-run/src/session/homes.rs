//! Where a run's records and its result lie: beside the input, or elsewhere where that cannot be.
//!
//! They are a list of places, the last of them the scratch directory. What Dwindle wrote is recognised by the
//! records of all of them.

pub mod original;
mod tagged;

use std::fs::{self, DirBuilder};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use dwindle_store::rundir::{FolderOutput, Output, RunDir, expect_ours, home, home_in, moved_home};

use super::artifact::Artifact;
use super::input::Input;
use super::{Session, key};
use crate::error::RunError;
use crate::settings::{self, Settings};
use crate::text::shown;
pub use tagged::tagged;

impl<A: Artifact> Session<A> {
    /// The path whose name, with what each is, the results get: the input's, or that of `-o` for a pair.
    pub(super) fn base(&self) -> PathBuf {
        let beside = self.input.beside();
        match &self.settings.output {
            settings::Output::Pair(Some(path)) if path.is_dir() => {
                path.join(beside.file_name().unwrap_or_default())
            }
            settings::Output::Pair(Some(path)) => path.clone(),
            _ => beside,
        }
    }

    /// A result beside `base` under the input's name with `tag` in it, or in the working directory where nothing can be
    /// written there; `kept_there` nowhere else, and under the name of `base`.
    pub(super) fn near(
        &self,
        dir: &RunDir,
        base: &Path,
        tag: &str,
        kept_there: bool,
    ) -> Result<Output, dwindle_store::Error> {
        if kept_there {
            let name = tagged(base.file_name().unwrap_or_default(), tag);
            return dir.result(&base.with_file_name(name), self.input.mode);
        }
        // Results of one of many inputs lie in a folder of their own; where that cannot be, opening them says so.
        drop(base.parent().map(fs::create_dir_all));
        let name = tagged(&self.input.name, tag);
        match dir.result(&base.with_file_name(&name), self.input.mode) {
            Err(error) if error.is_unwritable() => dir.result(Path::new(&name), self.input.mode),
            opened => opened,
        }
    }

    /// The folder in which a tree that is left is shown; none where it goes to standard output.
    pub(super) fn folder(&self, dir: &RunDir) -> Result<Option<FolderOutput>, RunError> {
        let at = match &self.settings.output {
            settings::Output::File(path) => path.clone(),
            settings::Output::Beside | settings::Output::Pair(_) => {
                folder_of(&self.base(), self.settings.tag)
            }
            settings::Output::Stdout | settings::Output::Nowhere | settings::Output::InPlace => {
                return Ok(None);
            }
        };
        if self.input.holds(&at) {
            return Err(RunError::usage(format!("{} is inside the input", shown(&at)))
                .hint("choose a directory elsewhere with -o DIR: nothing is written to the input"));
        }
        let here = Path::new(at.file_name().unwrap_or_default());
        let opened = match dir.folder(&at, self.input.mode) {
            Err(error)
                if error.is_unwritable()
                    && matches!(
                        self.settings.output,
                        settings::Output::Beside | settings::Output::Pair(None)
                    )
                    && !self.input.holds(here) =>
            {
                dir.folder(here, self.input.mode)
            }
            opened => opened,
        };
        Ok(Some(opened?))
    }
}

/// Whether a run directory is made where there is none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    Made,
    IfThere,
}

/// Opens and locks the run directory, in the first place where that can be; in `last` where it can be in none.
pub(super) fn open_dir<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    home: Home,
    last: Option<&Path>,
) -> Result<Option<RunDir>, RunError> {
    let Places { homes, known, mirror } = places(settings, input);
    let key = || key::of(settings, input, settings.tag);
    let mut refused = None;
    for place in homes {
        let key = key()?;
        let given = settings.memory.state.given.as_deref();
        let place = given.and_then(|state| moved_home(state, &place, &key)).unwrap_or(place);
        if home == Home::IfThere && !place.join(key.short()).exists() {
            continue;
        }
        if settings.memory.state.user.as_deref().is_some_and(|user| place.starts_with(user)) {
            make_private(&place);
        }
        match RunDir::open(&place, key) {
            Err(error) if error.is_unwritable() || error.is_full() => {
                refused.get_or_insert(error);
            }
            opened => {
                return Ok(Some(opened?.knowing(known, mirror)));
            }
        }
    }
    let Some(error) = refused.filter(|_| home == Home::Made) else { return Ok(None) };
    if let Some(last) = last.filter(|_| settings.memory.state.given.is_none()) {
        return Ok(Some(RunDir::open(last, key()?)?.knowing(known, mirror)));
    }
    Err(RunError::usage(format!("failed to {error}"))
        .hint("choose a directory for run data that can be written, with --state-dir DIR"))
}

/// Refuses to replace a file by the result that no run on the input left there, before anything is tested.
pub(super) fn refuse_foreign<A: Artifact>(settings: &Settings, input: &Input<A>) -> Result<(), RunError> {
    let settings::Output::File(target) = &settings.output else { return Ok(()) };
    // That of a tree is a folder.
    if input.artifact.is_tree() {
        return Ok(());
    }
    let Places { mut homes, known, mirror: _ } = places(settings, input);
    if let Some(state) = &settings.memory.state.given {
        let key = key::of(settings, input, settings.tag)?;
        homes.extend(homes.first().and_then(|place| moved_home(state, place, &key)));
    }
    homes.extend(known);
    Ok(expect_ours(&homes, target)?)
}

/// Where run data may be.
struct Places {
    /// The homes that runs on the input may have, the best first.
    homes: Vec<PathBuf>,
    /// Those that may know of results of earlier runs.
    known: Vec<PathBuf>,
    /// The one that is told of results as well.
    mirror: Option<PathBuf>,
}

fn places<A: Artifact>(settings: &Settings, input: &Input<A>) -> Places {
    let beside = input.beside();
    let next_to_it = home(&beside, None);
    let beside = std::path::absolute(&beside).unwrap_or(beside);
    let user = settings.memory.state.user.as_deref().map(|user| home_in(user, &beside));
    let mut usual: Vec<PathBuf> = std::iter::once(next_to_it).chain(user.clone()).collect();
    // Nothing is written into a directory that is the input.
    let here = Path::new(".");
    if !input.artifact.is_tree() || !input.holds(&here.join("runs")) {
        usual.push(home(&beside, Some(here)));
    }
    match &settings.memory.state.given {
        Some(given) => Places { homes: vec![home_in(given, &beside)], known: usual, mirror: user },
        None => Places { homes: usual.clone(), known: usual, mirror: None },
    }
}

/// Makes the folders above `home` for the user's eyes only, those that are not there yet.
fn make_private(home: &Path) {
    // Where that cannot be, opening the run directory says so.
    drop(home.parent().map(|parent| DirBuilder::new().recursive(true).mode(0o700).create(parent)));
}

/// `src` and `min` make `src.min`.
pub(super) fn folder_of(base: &Path, tag: &str) -> PathBuf {
    let mut name = base.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{tag}"));
    base.with_file_name(name)
}
