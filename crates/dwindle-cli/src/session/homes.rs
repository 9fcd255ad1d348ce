//! Where a run's records and its result lie: beside the input, or elsewhere where that cannot be.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use dwindle::rundir::{FolderOutput, Output, RunDir};

use super::artifact::Artifact;
use super::disk::disk;
use super::input::{Input, shown};
use super::{Session, key};
use crate::error::CliError;
use crate::settings::{self, Settings};

impl<A: Artifact> Session<A> {
    /// The result beside the input, or in the working directory when nothing can be written there.
    pub(super) fn beside(&self, dir: &RunDir, beside: &Path) -> Result<Output, dwindle::rundir::Error> {
        let name = tagged(&self.input.name, self.settings.tag);
        match dir.result(&beside.with_file_name(&name), self.input.mode) {
            Err(error) if error.is_unwritable() => dir.result(Path::new(&name), self.input.mode),
            result => result,
        }
    }

    /// The folder in which a tree that is left is shown; none where it goes to standard output.
    pub(super) fn folder(&self, dir: &RunDir, beside: &Path) -> Result<Option<FolderOutput>, CliError> {
        let at = match &self.settings.output {
            settings::Output::File(path) => path.clone(),
            settings::Output::Beside => {
                let mut name = beside.file_name().unwrap_or_default().to_owned();
                name.push(format!(".{}", self.settings.tag));
                beside.with_file_name(name)
            }
            settings::Output::Stdout | settings::Output::Nowhere | settings::Output::InPlace => {
                return Ok(None);
            }
        };
        if self.input.holds(&at) {
            return Err(CliError::usage(format!("{} lies inside the input", shown(&at)))
                .hint("name a folder elsewhere with -o DIR: nothing is written into the input"));
        }
        let here = Path::new(at.file_name().unwrap_or_default());
        let opened = match dir.folder(&at, self.input.mode) {
            Err(error)
                if error.is_unwritable()
                    && self.settings.output == settings::Output::Beside
                    && !self.input.holds(here) =>
            {
                dir.folder(here, self.input.mode)
            }
            opened => opened,
        };
        opened.map(Some).map_err(|error| disk(&error))
    }
}

/// Whether a run directory is made where there is none.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Home {
    Made,
    IfThere,
}

/// Opens and locks the run directory: beside the input, or in the working directory where that cannot be.
pub(super) fn open_dir<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    home: Home,
) -> Result<Option<RunDir>, CliError> {
    let beside = input.beside();
    let here = Path::new(".");
    // Nothing is written into a directory that is the input.
    let elsewhere = (!input.artifact.is_tree() || !input.holds(&here.join("runs"))).then_some(here);
    for parent in std::iter::once(None).chain(elsewhere.map(Some)) {
        let key = key::of(settings, input, settings.tag).map_err(|error| disk(&error))?;
        let place = dwindle::rundir::home(&beside, parent);
        if home == Home::IfThere && !place.join(key.short()).exists() {
            continue;
        }
        match RunDir::open(&place, key) {
            Err(error) if error.is_unwritable() && parent.is_none() && elsewhere.is_some() => {}
            opened => return opened.map(Some).map_err(|error| disk(&error)),
        }
    }
    Ok(None)
}

/// `crash.c` and `min` make `crash.min.c`.
pub(crate) fn tagged(name: &OsStr, tag: &str) -> OsString {
    let path = Path::new(name);
    let (Some(stem), Some(extension)) = (path.file_stem(), path.extension()) else {
        let mut name = name.to_owned();
        name.push(format!(".{tag}"));
        return name;
    };
    let mut tagged = stem.to_owned();
    tagged.push(format!(".{tag}."));
    tagged.push(extension);
    tagged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tag_stands_before_the_extension() {
        let tagged = |name: &str| tagged(OsStr::new(name), "min");
        assert_eq!(tagged("crash.c"), "crash.min.c");
        assert_eq!(tagged("a.tar.gz"), "a.tar.min.gz");
        assert_eq!(tagged("Makefile"), "Makefile.min");
        assert_eq!(tagged(".bashrc"), ".bashrc.min");
    }
}
