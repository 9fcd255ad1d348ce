//! The recorder: writes what happens into the journal and each new best to disk, then tells the reader.

use std::fs;
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use dwindle::event::{Event, Observer, Purpose, Subject, Write};
use dwindle::journal::{Asked, Best, Journal, Record, Stage, Step, Tally, Test};
use dwindle::rundir::{FolderOutput, Output, RunDir};

/// Where a run's events go.
pub(super) struct Recorder<'a> {
    reader: &'a mut dyn Observer,
    shelf: Option<&'a mut Shelf>,
    start: Instant,
    /// Logical tests so far.
    asked: u64,
    /// The size of the last best told.
    size: u64,
    /// The numbers of a run without a journal.
    tally: Tally,
    tests: u64,
    /// Algorithm and unit of the stage that is running.
    stage: (String, String),
}

/// What a run keeps on disk.
#[derive(Debug)]
pub(crate) struct Shelf {
    pub(super) dir: RunDir,
    pub(super) journal: Journal,
    pub(super) result: Output,
    /// Of a directory tree, the folder that is made of the result.
    pub(super) folder: Option<FolderOutput>,
    /// Whether candidates are directory trees, which are kept as archives.
    pub(super) is_tree: bool,
    pub(super) tally: Tally,
    /// Tests recorded so far, in this run of the program and earlier ones.
    pub(super) tests: u64,
    /// The size of the best that an earlier run left: on the way back to it nothing is written over it.
    pub(super) floor: Option<u64>,
    /// Other failures met so far that were not known before.
    pub(super) others: Vec<String>,
}

impl<'a> Recorder<'a> {
    #[expect(clippy::disallowed_methods, reason = "paces what is made to last; decides nothing")]
    pub(super) fn new(reader: &'a mut dyn Observer, shelf: Option<&'a mut Shelf>) -> Self {
        Self {
            reader,
            shelf,
            start: Instant::now(),
            asked: 0,
            size: 0,
            tally: Tally::default(),
            tests: 0,
            stage: (String::new(), String::new()),
        }
    }

    /// The numbers of a run without a journal.
    pub(super) fn into_tally(self) -> Tally {
        self.tally
    }

    fn note(&mut self, record: &Record) -> io::Result<()> {
        let Some(shelf) = &mut self.shelf else {
            self.tally.add(record);
            return Ok(());
        };
        shelf.record(record).map_err(io::Error::from)?;
        let now = self.start.elapsed();
        shelf.journal.sync_if_due(now).map_err(io::Error::from)?;
        shelf.result.sync_if_due(now).map_err(io::Error::from)?;
        let Shelf { result, folder: Some(folder), .. } = &mut **shelf else { return Ok(()) };
        folder.update_if_due(now, result.path()).map_err(io::Error::from)
    }
}

impl Shelf {
    /// Where the user finds the result.
    pub(super) fn shown(&self) -> &Path {
        self.folder.as_ref().map_or(self.result.path(), FolderOutput::path)
    }

    /// Appends a record, and counts it.
    pub(super) fn record(&mut self, record: &Record) -> Result<(), dwindle::journal::Error> {
        self.journal.append(record)?;
        self.tally.add(record);
        Ok(())
    }
}

impl Observer for Recorder<'_> {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        match *event {
            Event::Tested { subject, outcome, reason, ms, purpose } => {
                let tests = self.shelf.as_mut().map_or(&mut self.tests, |shelf| &mut shelf.tests);
                *tests += 1;
                let n = *tests;
                self.note(&Record::Test(Test {
                    n,
                    id: subject.id,
                    outcome,
                    reason: reason.cloned(),
                    duration: Duration::from_secs_f64(ms / 1000.0),
                    size: subject.size,
                    units: subject.units as u64,
                    confirms: purpose == Purpose::Confirm,
                }))?;
            }
            Event::Asked { id, number, .. } => {
                self.asked = number.unwrap_or(self.asked);
                self.note(&Record::Asked(Asked { n: self.asked, id, known: number.is_none() }))?;
            }
            Event::Best(Subject { id, size, units }) => {
                let (algorithm, unit) = self.stage.clone();
                let units = units as u64;
                self.size = size;
                self.note(&Record::Best(Best { asked: self.asked, id, size, units, unit, algorithm }))?;
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
        self.reader.event(event)
    }

    fn keep(&mut self, write: Write<'_>) -> io::Result<()> {
        let now = self.start.elapsed();
        if let Some(shelf) = &mut self.shelf
            && shelf.floor.is_none_or(|floor| self.size < floor)
        {
            shelf.result.write(now, |out| write(out)).map_err(io::Error::from)?;
            let Shelf { result, folder: Some(folder), .. } = &mut **shelf else { return Ok(()) };
            folder.written(now, result.path()).map_err(io::Error::from)?;
        }
        Ok(())
    }

    fn aside(&mut self, signature: &str, subject: Subject, write: Write<'_>) -> io::Result<()> {
        let Some(shelf) = &mut self.shelf else { return Ok(()) };
        let name = if shelf.is_tree { "candidate.tar" } else { "candidate" };
        let kept = shelf.dir.aside(signature, subject.size, |folder| {
            let mut file = io::BufWriter::new(fs::File::create(folder.join(name))?);
            write(&mut file)?;
            io::Write::flush(&mut file)
        });
        if matches!(kept?, dwindle::rundir::Aside::New) {
            shelf.others.push(signature.to_owned());
        }
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
