//! `dwindle fuzz`: looks for inputs that fail, and reduces the first one of each failure.
//!
//! Inputs are tried in rounds of a fixed width, and what they showed is looked at in their order, so the same is
//! found at any number of jobs.
//!
//! There is no input yet, so there is no session. A round is 32 inputs, put to `Search::probe` as the units of a
//! space. The first input of each failure is reduced by an engine of its own. A run that took too long counts only
//! as what it comes to alone with twice the time. There is no coverage: an input joins the population for a way to
//! end, or a message, that was not seen before.

mod change;
mod findings;
mod member;
mod owner;
mod population;
mod source;

use std::cell::RefCell;

use dwindle::Stop;
use dwindle::Text;
use dwindle::search::Search;
use dwindle_exec::CommandRunner;
use dwindle_exec::process::Sandbox;
use dwindle_exec::signature::Signature;
use dwindle_run::error::RunError;
use dwindle_run::exit::Exit;
use dwindle_run::session::disk;
use dwindle_run::session::first::not_started;
use dwindle_store::journal::Known;

use super::many::failure::Failure;
use super::many::oracle::Oracle;
use super::many::runs::{Runs, Shown};
use super::many::shrink::{Same, Shrunk, State};
use super::many::testing::Testing;
use crate::args;
use crate::asked::Fuzz;
use crate::resolve;
use crate::ui::{SharedUi, Ui};
use findings::{Findings, Looked};
use source::Source;

/// How many inputs are tried at once, whatever the number of jobs.
const ROUND: u64 = 32;
/// How many tests an input is worth that is to become one of those that others are made from.
const TAKING_UP: u64 = 64;

/// Looks for failures, and tells of those that it found.
pub(super) fn run(words: &args::Fuzz, ui: &mut Ui) -> Result<Exit, RunError> {
    let settings = resolve::fuzz(words)?;
    let source = Source::new(&settings)?;
    let findings = Findings::open(&settings)?;
    let common = &settings.common;
    ui.begin_looking(common.jobs)?;
    let largest = settings.seeds.iter().map(|seed| seed.bytes.len()).max().unwrap_or(settings.bounds.bytes);
    let testing = Testing::open(common, largest as u64, ui)?;
    for line in &settings.left_out {
        ui.say(line);
    }
    let clock = ui.clock;
    let shared = RefCell::new(ui);
    let mut hunt = Hunt {
        settings: &settings,
        oracle: common.test.judged.clone().map_or(Oracle::Crashes, Oracle::Named),
        testing: &testing,
        ui: &shared,
        source,
        findings,
        looked: Looked::default(),
        sandbox: common.test.sandbox.sandbox(),
    };
    let stop = hunt.hunt()?;
    let Hunt { findings, mut looked, .. } = hunt;
    looked.ended(stop.as_ref(), &findings, clock.elapsed());
    let ui = shared.into_inner();
    ui.answer(&findings.to_string())?;
    testing.say_what_is_kept(ui);
    ui.end(&looked.to_string(), &looked)?;
    Ok(looked.exit())
}

/// A search for failures.
struct Hunt<'a, 'ui> {
    settings: &'a Fuzz,
    oracle: Oracle,
    testing: &'a Testing<'a>,
    ui: &'a RefCell<&'ui mut Ui>,
    source: Source,
    findings: Findings,
    looked: Looked,
    /// That of all inputs but the first seed.
    sandbox: Sandbox,
}

impl Hunt<'_, '_> {
    /// Looks until the budget is spent or there are no more inputs; gives why it ended before that, if it did.
    fn hunt(&mut self) -> Result<Option<Stop>, RunError> {
        self.confine()?;
        let runs = Runs::new(self.runner("search")?, self.oracle.clone());
        let testing = self.testing;
        testing.search(&runs, &mut SharedUi(self.ui), |search| self.rounds(search, &runs))
    }

    /// Finds out the sandbox by the first seed, or by an empty input where there is none.
    fn confine(&mut self) -> Result<(), RunError> {
        if !self.testing.settings.test.has_open_sandbox() {
            return Ok(());
        }
        let seed = self.settings.seeds.first().map(|seed| seed.bytes.clone()).unwrap_or_default();
        let seed = Text::new(seed).expect("it was read as one");
        let runs = Runs::new(self.runner("first")?, self.oracle.clone());
        let mut shown = None;
        let mut ui = SharedUi(self.ui);
        self.testing.search(&runs, &mut ui, |search| {
            let (mut all, ran) = runs.all(search, std::slice::from_ref(&seed));
            shown = all.pop().flatten();
            ran
        })?;
        if let Some(shown) = shown {
            self.sandbox = self.testing.confined((&seed, &self.settings.name), &shown.failure, &mut ui)?;
        }
        Ok(())
    }

    fn rounds(&mut self, search: &mut Search<'_>, runs: &Runs) -> Result<(), Stop> {
        loop {
            let left = self
                .testing
                .settings
                .budget
                .tests
                .map_or(ROUND, |most| (most - self.looked.inputs).min(ROUND));
            if left == 0 {
                return Ok(());
            }
            let inputs = self.source.round(usize::try_from(left).expect("a round is short"))?;
            if inputs.is_empty() {
                self.looked.exhausted = true;
                return Ok(());
            }
            let (shown, ran) = runs.all(search, &inputs);
            // Where the round was stopped, what failed until then is found all the same.
            let mut ended = ran;
            for (input, shown) in inputs.iter().zip(shown) {
                let Some(shown) = shown else { continue };
                self.looked.inputs += 1;
                match self.look_at(search, runs, input, shown) {
                    // An error of ours ends it at once.
                    Err(Stop::Broken(error))
                        if error.get_ref().and_then(|it| it.downcast_ref::<RunError>()).is_some() =>
                    {
                        return Err(error.into());
                    }
                    looked_at => ended = ended.and(looked_at),
                }
            }
            self.testing.tell_refused(&runs.refusals(), &mut SharedUi(self.ui))?;
            ended?;
        }
    }

    /// Looks at what one input showed.
    fn look_at(
        &mut self,
        search: &mut Search<'_>,
        runs: &Runs,
        input: &Text,
        first: Shown,
    ) -> Result<(), Stop> {
        if let Some((kind, why)) = &first.not_started {
            return Err(not_started(&self.testing.settings.test.program, *kind, why).into());
        }
        let mut shown = first;
        let confirmed = shown.timed_out;
        if confirmed {
            // No clock decides alone: what a run comes to that took too long shows when it runs again.
            self.looked.again += 1;
            match runs.again(search, input)? {
                Some(now) => shown = now,
                None => return Ok(()),
            }
        }
        if !shown.fails {
            return self.learn(input, &shown.failure.signature);
        }
        self.looked.failing += 1;
        if self.is_known(|failure| shown.is(failure, input)) {
            return Ok(());
        }
        let mut failure = Some(shown.failure.clone());
        let mut stopped = Ok(());
        if !confirmed {
            self.looked.again += 1;
            failure = match runs.again(search, input) {
                Ok(now) => now.filter(|now| now.fails).and_then(|now| shown.of_both(&now, input)),
                Err(stop) => {
                    stopped = Err(stop);
                    failure
                }
            };
            // Only now it is known what differs from run to run.
            if failure.as_ref().is_some_and(|failure| self.is_known(|known| known.is(failure))) {
                return Ok(());
            }
        }
        let number = self.findings.add(failure.as_ref().unwrap_or(&shown.failure), input)?;
        self.ui.borrow().found(self.findings.all.len());
        stopped?;
        let Some(failure) = failure else {
            self.findings.all[number].state = State::Unreliable;
            return Ok(());
        };
        let test = Same::failure(self.runner("reduce")?, failure, self.testing.asked());
        let shrunk = self.shrink(input, &test, None)?;
        self.looked.reducing += shrunk.tests;
        self.findings.reduced(number, input, &shrunk)?;
        self.ui.borrow().record("found", &self.findings.all[number])?;
        match shrunk.stop {
            None => Ok(()),
            Some(Stop::Broken(error)) => Err(disk::explain(&error, self.testing.scratch.path()).into()),
            Some(stop) => Err(stop),
        }
    }

    /// Takes an input up into the population if the command behaves as it never did, reduced as far as it still
    /// does so.
    fn learn(&mut self, input: &Text, behaviour: &Signature) -> Result<(), Stop> {
        let Some(population) = self.source.population() else { return Ok(()) };
        let is_seed = self.looked.inputs <= self.settings.seeds.len() as u64;
        if !population.is_new(behaviour) || is_seed {
            return Ok(());
        }
        // What an input is taken up for is no failure.
        let test = Same::new(self.runner("reduce")?, behaviour.clone(), None);
        let Shrunk { text, tests, stop } = self.shrink(input, &test, Some(TAKING_UP))?;
        self.looked.taking_up += tests;
        if let Some(population) = self.source.population() {
            population.add(text);
            self.looked.taken_up += 1;
        }
        match (stop, self.testing.control.halted()) {
            (Some(Stop::Broken(error)), _) => Err(disk::explain(&error, self.testing.scratch.path()).into()),
            (_, Some(halt)) => Err(halt.into()),
            // Its own budget is spent, or it is done.
            (_, None) => Ok(()),
        }
    }

    /// Whether a failure was found before; then one more input shows it.
    fn is_known(&mut self, is: impl Fn(&Failure) -> bool) -> bool {
        let known = self.findings.find(is);
        if let Some(number) = known {
            self.findings.all[number].inputs += 1;
        }
        known.is_some()
    }

    fn shrink(&self, input: &Text, test: &Same, budget: Option<u64>) -> Result<Shrunk, RunError> {
        let input = (input, self.settings.name.as_os_str());
        self.testing.shrink(input, test, budget, &Known::default(), &mut SharedUi(self.ui))
    }

    fn runner(&self, room: &str) -> Result<CommandRunner, RunError> {
        Ok(self.testing.runner(&self.settings.name, room)?.confine(self.sandbox.clone()))
    }
}
