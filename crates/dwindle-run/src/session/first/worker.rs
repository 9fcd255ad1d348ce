//! The strictest sandbox in which a worker says of the input what it says without one.

use std::borrow::Cow;
use std::path::Path;

use dwindle::event::Observer;
use dwindle::test::NoJudgement;
use dwindle::{Control, Halt, Outcome};
use dwindle_exec::process::{Level, Reached, Refused};
use dwindle_exec::{CommandPlace, CommandRunner};

use super::runs::halted;
use crate::error::RunError;
use crate::session::artifact::Artifact;
use crate::session::disk;
use crate::session::hindrance::Hindrance;
use crate::session::input::Input;
use crate::session::trial::Trial;
use crate::session::warning::warn;
use crate::settings::Settings;

/// The level for workers, and says what there is to say of it. To find it out takes one start of the worker where it answers `fail`
/// in the strictest sandbox, and at most five. One that was named takes one, to see whether the whole input is refused something, too.
pub(in crate::session) fn confined<A: Artifact>(
    settings: &Settings,
    input: &Input<A>,
    runner: &CommandRunner,
    control: &Control,
    reader: &mut dyn Observer,
) -> Result<Level, RunError> {
    let sandbox = &settings.test.sandbox;
    let is_open = settings.test.has_open_sandbox();
    if !is_open && (sandbox.is_found() || sandbox.level == Level::Off) {
        return Ok(sandbox.level);
    }
    let place = runner.open(settings.jobs);
    let place = place.map_err(|error| disk::explain(&error, Path::new(&input.name)))?;
    control.register(runner.stopper(&place));
    let mut confining = Confining { settings, input, runner, control, place };
    if is_open {
        let (level, told) = confining.strictest(sandbox.asked)?;
        told.iter().try_for_each(|text| warn(reader, text))?;
        return Ok(level);
    }
    let (_, refused) = confining.ask()?;
    if !refused.is_empty() {
        runner.refusals().are_usual();
        warn(reader, &Hindrance::of_candidates(&refused))?;
    }
    Ok(sandbox.level)
}

/// Asks a worker about the whole input in one sandbox after the other.
struct Confining<'a, A> {
    settings: &'a Settings,
    input: &'a Input<A>,
    runner: &'a CommandRunner,
    control: &'a Control,
    place: CommandPlace,
}

impl<A: Artifact> Confining<'_, A> {
    /// Its answer where it is, and what it was refused.
    fn ask(&mut self) -> Result<(Outcome, Vec<Refused>), RunError> {
        let whole = self.input.artifact.whole();
        let asked = whole.candidate(Cow::Owned(whole.full())).map_err(NoJudgement::from);
        match asked.and_then(|whole| self.runner.ask(&mut self.place, &whole, 1)) {
            Ok((judgement, refused)) => Ok((judgement.outcome, refused)),
            Err(NoJudgement::Broken(error)) => Err(disk::explain(&error, self.place.work())),
            Err(_) => Err(halted(self.control.halted().unwrap_or(Halt::Interrupted))),
        }
    }
}

impl<A: Artifact> Trial for Confining<'_, A> {
    fn enter(&mut self, level: Level) -> Result<Reached, RunError> {
        let entered = self.runner.confine_at(&mut self.place, self.settings.test.sandbox.at(level));
        entered.map_err(|error| disk::explain(&error, self.place.work()))?;
        self.control.register(self.runner.stopper(&self.place));
        Ok(self.place.reached().clone())
    }

    fn hindrance(&mut self) -> Result<Option<Hindrance>, RunError> {
        let (outcome, refused) = self.ask()?;
        if !refused.is_empty() {
            return Ok(Some(Hindrance::Refused(refused)));
        }
        if outcome == Outcome::Fail {
            return Ok(None);
        }
        self.enter(Level::Off)?;
        let (without, _) = self.ask()?;
        // What does not fail at all is told of by the checks.
        let [within, without] = [outcome, without].map(<&str>::from);
        Ok((within != without).then(|| {
            Hindrance::Differs(format!("the worker answers `{within}`, and without a sandbox `{without}`"))
        }))
    }
}
