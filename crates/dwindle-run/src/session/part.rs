//! A run directory without a session: for commands that look at many inputs, and reduce several.

use std::path::PathBuf;

use dwindle::Text;
use dwindle::event::Observer;
use dwindle::search::Stop;
use dwindle_store::journal::Known;
use dwindle_store::rundir::RunDir;

use super::homes::{Home, open_dir};
use super::input::Input;
use super::resume;
use super::scratch::Scratch;
use super::store::Recorder;
use super::store::{MADE_BY, RunStore};
use crate::error::RunError;
use crate::settings::Settings;

/// The journal and the best of one of a command's reductions.
#[derive(Debug)]
pub struct Part {
    store: RunStore,
    known: Known,
}

/// The locked run directory of `settings` for `input`, made where there is none.
///
/// # Errors
/// When another run has it, or it cannot be made.
pub fn directory(settings: &Settings, input: &Input) -> Result<RunDir, RunError> {
    let mut dir = open_dir(settings, input, Home::Made, None)?.expect("it is made");
    if settings.memory.fresh {
        dir.start_over()?;
    }
    Ok(dir)
}

/// An input for [`directory`], whose run directory lies beside `path`.
pub fn beside(text: Text, name: std::ffi::OsString, path: PathBuf) -> Input {
    let shown = crate::text::shown(&path);
    Input { artifact: text, name, path: Some(path), shown, mode: None }
}

impl Part {
    /// Takes the reduction in `dir` up, or begins it.
    pub fn open(settings: &Settings, dir: RunDir) -> Result<Self, RunError> {
        let mut read = resume::Read::default();
        let resumed = dir.journal(MADE_BY, |record| read.add(&record))?;
        let result = dir.best(None)?;
        let floor = read.tally.size().filter(|_| result.path().exists()).map(|best| best.size);
        let mut store = RunStore::new((dir, resumed.journal), result, (read.tally, read.tests));
        store.floor = floor;
        store.begin(settings.jobs);
        Ok(Self { store, known: if settings.memory.no_cache { Known::default() } else { read.known } })
    }

    /// Runs `work`, whose tests are in `scratch`, with what writes its events down and tells `reader`; then notes how
    /// it ended.
    ///
    /// # Errors
    /// The journal's; what `work` gives is the caller's.
    pub fn run<R>(
        mut self,
        reader: &mut dyn Observer,
        scratch: &Scratch,
        work: impl FnOnce(&mut dyn Observer, &Known) -> (R, Option<Stop>),
    ) -> Result<(R, Option<Stop>), RunError> {
        let known = std::mem::take(&mut self.known);
        let mut recorder = Recorder::new(&mut *reader, Some(&mut self.store), scratch);
        let (worked, stop) = work(&mut recorder, &known);
        drop(recorder);
        self.store.end(reader, stop.as_ref(), &[], (0, false))?;
        Ok((worked, stop))
    }
}
