//! The recorder: writes what happens into the journal and each new best to disk, then tells the reader.

use std::fs;
use std::io;
use std::time::{Duration, Instant};

use dwindle::Id;
use dwindle::event::Difference;
use dwindle::event::{Decision, Event, Observer, Purpose, Subject, Write};
use dwindle_exec::{Refusals, Shortage, TimeLimit};
use dwindle_store::journal::{Asked, Best, Origin, Record, Reliability, Stage, Step, Tally, Test};
use dwindle_store::rundir::OtherFailure;
use dwindle_store::steps::BestStep;

use super::super::refused;
use super::backlog::Trouble;
use super::falling::Falling;
use super::run_store::RunStore;
use crate::session::scratch::Scratch;

/// Where a run's events go.
pub(in crate::session) struct Recorder<'a> {
    reader: &'a mut dyn Observer,
    store: Option<&'a mut RunStore>,
    scratch: &'a Scratch,
    start: Instant,
    /// Logical tests so far.
    asked: u64,
    /// The last best told.
    best: BestStep,
    /// The numbers of a run without a journal.
    pub(in crate::session) tally: Tally,
    tests: u64,
    /// Algorithm and unit of the stage that is running.
    stage: (String, String),
    /// The size of the earlier result that the search starts from, and where it comes from, until it is the best.
    origin: Option<(u64, Origin)>,
    /// How often the input fails, where that is not always, until the first best.
    pub(in crate::session) reliability: Option<Reliability>,
    /// Whether the search begins anew, until the first best.
    pub(in crate::session) anew: bool,
    /// Whether the best is the one that the search starts from.
    is_origin: bool,
    /// The best that was not told yet: it is written first, so that what was told is on disk.
    untold: Option<Subject>,
    /// Tells that the system was short of memory while tests ran beside others.
    pub(in crate::session) shortage: Shortage,
    /// Tells what the sandbox refused to tests.
    pub(in crate::session) refusals: Refusals,
    /// The limit that falls, where there is one.
    pub(in crate::session) falling: Option<(Falling, TimeLimit)>,
}

impl<'a> Recorder<'a> {
    #[expect(clippy::disallowed_methods, reason = "paces what is made to last; decides nothing")]
    pub(in crate::session) fn new(
        reader: &'a mut dyn Observer,
        store: Option<&'a mut RunStore>,
        scratch: &'a Scratch,
    ) -> Self {
        Self {
            reader,
            store,
            scratch,
            start: Instant::now(),
            asked: 0,
            best: BestStep { asked: 0, id: Id(0), size: 0 },
            tally: Tally::default(),
            tests: 0,
            stage: (String::new(), String::new()),
            origin: None,
            reliability: None,
            anew: false,
            is_origin: false,
            untold: None,
            shortage: Shortage::default(),
            refusals: Refusals::default(),
            falling: None,
        }
    }

    fn note(&mut self, record: &Record) -> io::Result<()> {
        let Some(store) = &mut self.store else {
            self.tally.add(record);
            return Ok(());
        };
        store.record(record);
        let now = self.start.elapsed();
        let RunStore { journal, result, backlog, .. } = &mut **store;
        backlog.sync_if_due(journal, now);
        backlog.keep_if_due(result, now)?;
        result.sync(Some(now)).or_else(|error| backlog.excuse(error))
    }

    /// Tells the reader of the best.
    fn tell_best(&mut self) -> io::Result<()> {
        self.untold.take().map_or(Ok(()), |best| self.reader.event(&Event::Best(best)))
    }

    /// Tells the reader what went wrong meanwhile.
    fn warn(&mut self) -> io::Result<()> {
        let moved = self.scratch.moved();
        let Some(store) = &mut self.store else { return Ok(()) };
        if let Some(moved) = moved {
            store.backlog.warn(Trouble::Scratch, || moved);
        }
        if self.shortage.was_noticed() {
            store.backlog.warn(Trouble::Memory, || {
                "the system ended processes for lack of memory: tests that ran beside others then run again, alone; \
                 fewer --jobs, or --memory SIZE for each process of a test, leave more room"
                    .to_owned()
            });
        }
        // What the checks are refused may end the sandbox.
        if !self.stage.0.is_empty() && self.refusals.are_noted() {
            store.backlog.warn(Trouble::Refused, || refused::told(&self.refusals.first()));
        }
        let warnings = store.backlog.take_warnings();
        warnings.iter().try_for_each(|text| self.reader.event(&Event::Warning { text }))
    }
}

impl Observer for Recorder<'_> {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        self.tell_best()?;
        match *event {
            // It may end the sandbox, and is asked about again.
            Event::Tested { reason: Some(reason), purpose: Purpose::Confirm, .. }
                if Refusals::are_why(reason) => {}
            Event::Tested { subject, outcome, reason, ms, purpose } => {
                let tests = self.store.as_mut().map_or(&mut self.tests, |store| &mut store.tests);
                *tests += 1;
                let (n, duration) = (*tests, Duration::from_secs_f64(ms / 1000.0));
                if let Some((falling, _)) = &mut self.falling {
                    falling.tested(subject.id, outcome, duration);
                }
                self.note(&Record::Test(Test {
                    n,
                    id: subject.id,
                    outcome,
                    reason: reason.cloned(),
                    duration,
                    size: subject.size,
                    units: subject.units as u64,
                    confirms: purpose == Purpose::Confirm,
                }))?;
            }
            Event::Asked { id, number, .. } => {
                self.asked = number.unwrap_or(self.asked);
                self.note(&Record::Asked(Asked { n: self.asked, id, known: number.is_none() }))?;
            }
            Event::Best(best @ Subject { id, size, units }) => {
                let (algorithm, unit) = self.stage.clone();
                let units = units as u64;
                self.best = BestStep { asked: self.asked, id, size };
                let origin = self.origin.take_if(|(start, _)| *start == size).map(|(_, origin)| origin);
                self.is_origin = origin.is_some();
                let (asked, reliability) = (self.asked, self.reliability.take());
                let anew = std::mem::take(&mut self.anew);
                let record = Best { asked, id, size, units, unit, algorithm, origin, reliability, anew };
                self.note(&Record::Best(record))?;
                self.untold = Some(best);
                if let Some((falling, limit)) = &mut self.falling {
                    falling.best(id, limit);
                }
                return self.warn();
            }
            Event::Earlier(earlier) if earlier.decision == Decision::Start => {
                // It is not to be written over by the input, which is told first.
                if let Some(store) = &mut self.store {
                    store.floor = Some(store.floor.map_or(earlier.size, |it| it.min(earlier.size)));
                }
                let names = |changed: &Vec<Difference>| changed.iter().map(|it| it.name.clone()).collect();
                let origin = Origin {
                    run: earlier.run.clone(),
                    path: earlier.path.clone(),
                    changed: earlier.changed.as_ref().map(names),
                };
                self.origin = Some((earlier.size, origin));
            }
            Event::CauseBegan { number, .. } => {
                if let Some(store) = &mut self.store {
                    store.begin_cause(number)?;
                }
            }
            Event::StageBegan(stage) => {
                self.stage = (stage.algorithm.to_owned(), stage.unit.to_owned());
                self.note(&stage_record(Step::Began, &stage, stage.units, stage.size, None))?;
            }
            Event::StageEnded { stage, units, size, certificate } => {
                self.note(&stage_record(Step::Ended, &stage, units, size, certificate))?;
            }
            _ => {}
        }
        self.warn()?;
        self.reader.event(event)
    }

    fn keep(&mut self, write: Write<'_>) -> io::Result<()> {
        let now = self.start.elapsed();
        if let Some(store) = &mut self.store
            && std::mem::take(&mut self.is_origin)
        {
            let kept = store.dir.origin().and_then(|mut origin| origin.write(now, |out| write(out)));
            kept.or_else(|error| store.backlog.excuse(error))?;
        }
        if let Some(store) = &mut self.store
            && (!store.is_by_size || store.floor.is_none_or(|floor| self.best.size <= floor))
        {
            let RunStore { result, backlog, .. } = &mut **store;
            backlog.keep(result, now, write)?;
            result.sync(Some(now)).or_else(|error| backlog.excuse(error))?;
        }
        if let Some(store) = &mut self.store {
            store.step(self.best, write)?;
        }
        self.tell_best()?;
        self.warn()?;
        self.reader.keep(write)
    }

    fn look(&mut self, subject: Subject, write: Write<'_>) -> io::Result<()> {
        self.reader.look(subject, write)
    }

    fn aside(&mut self, signature: &str, subject: Subject, write: Write<'_>) -> io::Result<()> {
        let Some(store) = &mut self.store else { return Ok(()) };
        let name = if store.is_tree { "candidate.tar" } else { "candidate" };
        let kept = store.dir.aside(signature, subject.size, |folder| {
            let mut file = io::BufWriter::new(fs::File::create(folder.join(name))?);
            write(&mut file)?;
            io::Write::flush(&mut file)
        });
        match kept {
            Ok(OtherFailure::New) => store.others.push(signature.to_owned()),
            Ok(OtherFailure::TooMany) => store.backlog.warn(Trouble::ManyAside, || {
                format!(
                    "{} other failures, {} MiB in all, are kept at most; further ones are only counted",
                    OtherFailure::MOST,
                    OtherFailure::MOST_BYTES >> 20
                )
            }),
            Ok(_) => {}
            Err(error) => store.backlog.warn(Trouble::Aside, || {
                format!("failed to {error}; the run continues without this other failure")
            }),
        }
        self.warn()?;
        self.reader.aside(signature, subject, write)
    }
}

fn stage_record(
    step: Step,
    stage: &dwindle::event::Stage<'_>,
    units: usize,
    size: u64,
    certificate: Option<usize>,
) -> Record {
    Record::Stage(Stage {
        step,
        algorithm: stage.algorithm.to_owned(),
        unit: stage.unit.to_owned(),
        size,
        units: units as u64,
        removals: certificate.map(|removals| removals as u64),
    })
}
