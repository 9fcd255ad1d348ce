//! The beginning of a run: the first run of the test, and what is judged by it.

use dwindle::Control;
use dwindle::event::Observer;
use dwindle::test::Verdict;

use super::artifact::Artifact;
use super::homes::{Home, open_dir};
use super::input::Input;
use super::judge::AnyTest;
use super::runner::with_build;
use super::scratch::Scratch;
use super::{Session, first, resume};
use crate::error::CliError;
use crate::settings::{self, Settings};

impl<A: Artifact> Session<A> {
    /// Runs the test on the input for the first time, and opens the run directory.
    ///
    /// # Errors
    /// Whatever stands against a run: see [`Exit`](crate::exit::Exit).
    pub(crate) fn open(
        settings: &Settings,
        mut input: Input<A>,
        control: &Control,
        reader: &mut dyn Observer,
    ) -> Result<Self, CliError> {
        if settings.test.feed == settings::Feed::Worker {
            // A worker is told paths a line at a time.
            input.name = input.name.to_string_lossy().replace(['\n', '\r'], "_").into();
        }
        let scratch = Scratch::new(room(settings, &input.artifact), settings.jobs, settings.keep_temps)?;
        // Before the first test: another run may be at work on the same.
        let early = match settings.output {
            settings::Output::Nowhere => None,
            _ => open_dir(settings, &input, Home::IfThere, None)?,
        };
        let runner = with_build(settings, input.artifact.laid_as(&input.name), &scratch)?;
        let limit = runner.limit();
        limit.set(settings.timeout);
        let (first, verdict, output) = if settings.test.feed == settings::Feed::Worker {
            (Vec::new(), None, Vec::new())
        } else {
            let first = first::run(settings, &input, &runner, control, reader)?;
            let verdict = resume::settled(settings, early.as_ref(), first.verdict);
            // What prevents a failure has not been run yet.
            let runs = if input.artifact.prevents() { Vec::new() } else { first.runs };
            (runs, Some(verdict), first.output)
        };
        let signature = match &verdict {
            Some(Verdict::Signature(signature)) => Some(signature.clone()),
            _ => None,
        };
        let ending = match (&settings.test.judged, &verdict) {
            (settings::Judged::Conditions(asked), Some(Verdict::Conditions(now))) if now != asked => {
                Some(now.clone())
            }
            _ => None,
        };
        let test = AnyTest::new(settings.repeat, runner, verdict, input.artifact.prevents());
        let mut session = Self {
            settings: settings.clone(),
            control: control.clone(),
            input,
            scratch,
            test,
            limit,
            first,
            signature,
            output,
            ending,
            shelf: None,
            past: resume::Past::default(),
            checked: None,
        };
        if settings.output != settings::Output::Nowhere {
            let dir = if let Some(dir) = early {
                dir
            } else {
                // Where nothing can be kept, the run goes on all the same, and nobody can continue it.
                let last = session.scratch.path().join("state");
                open_dir(settings, &session.input, Home::Made, Some(&last))?.expect("it is made")
            };
            session.open_shelf(dir)?;
        }
        Ok(session)
    }
}

/// What a slot needs; nobody knows that of a build, so there it is more than any memory has.
fn room(settings: &Settings, artifact: &impl Artifact) -> u64 {
    if settings.build.is_some() { u64::MAX } else { artifact.room() }
}
