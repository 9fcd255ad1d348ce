//! What the records of a run say: sizes over tests and over time, passes, and how it ended.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use dwindle::Id;
use dwindle_exec::Signature;
use dwindle_run::session::resume::SIGNATURE;
use dwindle_store::Error;
use dwindle_store::journal::{Answers, Damage, End, Header, Reader, Record, Start, Step, Tally};
use dwindle_store::rundir::{Answer, KeptFailure, PastRun};
use dwindle_store::steps::{self, BestStep};

/// The size of the best at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// In bytes, or what else its space counts.
    pub bytes: u64,
    /// In the units of the pass that found it.
    pub units: u64,
}

/// A new best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Logical tests until then.
    pub asked: u64,
    /// How long the tests took until then, one after the other.
    pub time: Duration,
    /// The size from then on.
    pub size: Size,
    /// The candidate.
    pub id: Id,
    /// The pass that found it, by its place in [`Run::passes`]; none found the input.
    pub pass: Option<usize>,
}

/// All turns of one pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pass {
    /// Its name.
    pub algorithm: String,
    /// The units that it works on.
    pub unit: String,
    /// How often it was its turn.
    pub turns: u64,
    /// Logical tests.
    pub tests: u64,
    /// How many of them found a new best.
    pub successes: u64,
    /// What they took away, in bytes; negative where the best became larger.
    pub bytes: i64,
    /// How long the tests took that ended in its turns, one after the other.
    pub time: Duration,
}

/// A run, as its directory tells it.
#[derive(Debug)]
pub struct Run {
    /// Its directory.
    pub dir: PastRun,
    /// What it was keyed by.
    pub header: Option<Header>,
    /// Each start of the program.
    pub starts: Vec<Start>,
    /// New bests, in the order in which they were found; each once, however often the run was resumed.
    pub points: Vec<Point>,
    /// Passes, in the order of their first turns.
    pub passes: Vec<Pass>,
    /// Logical tests.
    pub asked: u64,
    /// Where the answers of the last start came from.
    pub answers: Answers,
    /// How many tests ran, in all starts.
    pub ran: u64,
    /// How long they took, one after the other.
    pub time: Duration,
    /// How the last start ended; none where it was killed, or goes on.
    pub end: Option<End>,
    /// What cannot be read of the journal.
    pub damage: Option<Damage>,
    /// What it came to, as it was told.
    pub answer: Option<Answer>,
    /// Other failures that were met.
    pub others: Vec<KeptFailure>,
    /// The bests whose contents are kept.
    pub steps: Vec<BestStep>,
}

impl Run {
    /// Reads the run in `dir`.
    ///
    /// # Errors
    /// When the journal or the steps cannot be read, or are of another version.
    pub fn read(dir: PastRun) -> Result<Self, Error> {
        let mut reader = Reader::open(&dir.journal())?;
        let (mut read, mut tally) = (Reading::default(), Tally::default());
        for record in &mut reader {
            let record = record?;
            tally.add(&record);
            read.add(record);
        }
        Ok(Self {
            header: reader.header().cloned(),
            starts: read.starts,
            points: read.points,
            passes: read.passes,
            asked: tally.asked(),
            answers: tally.answers(),
            ran: read.ran,
            time: read.time,
            end: read.end,
            damage: reader.damage(),
            answer: dir.answer(),
            others: dir.other_failures(),
            steps: steps::all(&dir.steps())?,
            dir,
        })
    }

    /// What the run is called: its input, or where the records do not say that, its directory.
    pub fn name(&self) -> String {
        let name = self.dir.input();
        let name = if name.is_empty() { self.dir.name() } else { name };
        name.trim_end_matches(".trace").trim_end_matches(".patch").to_owned()
    }

    /// The word of the command, where that is known.
    pub fn command(&self) -> &str {
        let start = self.answer.as_ref().map(|answer| &answer.start["command"]);
        start.and_then(|command| command.as_str()).unwrap_or_default()
    }

    /// What sizes are counted in, as far as that is known: other things than texts and directories have measures of their own.
    pub fn measure(&self) -> &'static str {
        match self.command() {
            "reduce" | "isolate" | "maximize" | "" => "bytes",
            _ => "size",
        }
    }

    /// The failure that was kept, where the first run fixed it.
    pub fn failure(&self) -> Option<String> {
        let json = fs::read(self.dir.path().join(SIGNATURE)).ok()?;
        Some(serde_json::from_slice::<Signature>(&json).ok()?.to_string())
    }

    /// The first and the last size.
    pub fn sizes(&self) -> Option<(u64, u64)> {
        Some((self.points.first()?.size.bytes, self.points.last()?.size.bytes))
    }

    /// The input as the run read it, where it is kept.
    pub fn original(&self) -> Option<Vec<u8>> {
        let first = self.points.first()?;
        let at = self.steps.iter().position(|step| step.id == first.id)?;
        steps::contents(&self.dir.steps(), at).ok().flatten()
    }

    /// The contents of the best that `point` is, where they are kept.
    pub fn contents(&self, point: &Point) -> Option<Vec<u8>> {
        let at = self.steps.iter().position(|step| step.id == point.id)?;
        steps::contents(&self.dir.steps(), at).ok().flatten()
    }

    /// The result that was written as the file whose name ends in `tag` before its ending, as long as it is still as it was written.
    pub fn result(&self, tag: &str) -> Option<Vec<u8>> {
        let is_it = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.contains(&format!(".{tag}.")) || name.ends_with(&format!(".{tag}"))
        };
        fs::read(self.dir.results().into_iter().find(is_it)?).ok()
    }

    /// What people read of the result: the file that was written, or the last best.
    pub fn shown_result(&self) -> Option<Vec<u8>> {
        let named = self.answer.as_ref().and_then(|answer| answer.end["result"][0]["text"].as_str());
        let results = self.dir.results();
        let path = results.iter().find(|path| named.is_some_and(|named| path.ends_with(named)));
        let path = path.or_else(|| results.first());
        let last = || self.contents(self.points.last()?);
        path.and_then(|path| fs::read(path).ok()).or_else(last).or_else(|| fs::read(self.dir.best()).ok())
    }
}

/// What was read so far.
#[derive(Debug, Default)]
struct Reading {
    starts: Vec<Start>,
    points: Vec<Point>,
    passes: Vec<Pass>,
    ran: u64,
    time: Duration,
    end: Option<End>,
    /// The passes whose turn it is, each within the one before.
    turns: Vec<usize>,
    /// A resumed run goes through the same questions again; each counts where it came first.
    asked: BTreeSet<Id>,
    bests: BTreeSet<Id>,
}

impl Reading {
    fn add(&mut self, record: Record) {
        match record {
            Record::Run(start) => {
                self.starts.push(start);
                self.turns.clear();
                self.end = None;
            }
            Record::Test(test) => {
                self.ran += 1;
                self.time += test.duration;
                if let Some(pass) = self.turn() {
                    pass.time += test.duration;
                }
            }
            Record::Asked(asked) if !asked.known && self.asked.insert(asked.id) => {
                if let Some(pass) = self.turn() {
                    pass.tests += 1;
                }
            }
            Record::Best(best) if self.bests.insert(best.id) => {
                let size = Size { bytes: best.size, units: best.units };
                let before = self.points.last().map(|point| point.size.bytes);
                if let (Some(before), Some(pass)) = (before, self.turn()) {
                    pass.successes += 1;
                    pass.bytes += before.cast_signed() - best.size.cast_signed();
                }
                let pass = self.turns.last().copied();
                self.points.push(Point { asked: best.asked, time: self.time, size, id: best.id, pass });
            }
            Record::Stage(stage) => {
                let is_it = |pass: &Pass| pass.algorithm == stage.algorithm && pass.unit == stage.unit;
                let found = self.passes.iter().position(is_it);
                if stage.step == Step::Ended {
                    let within = self.turns.iter().rposition(|turn| Some(*turn) == found);
                    self.turns.truncate(within.unwrap_or(self.turns.len()));
                    return;
                }
                let at = found.unwrap_or(self.passes.len());
                if found.is_none() {
                    let (algorithm, unit) = (stage.algorithm.clone(), stage.unit.clone());
                    let (turns, tests, successes, bytes, time) = (0, 0, 0, 0, Duration::ZERO);
                    self.passes.push(Pass { algorithm, unit, turns, tests, successes, bytes, time });
                }
                self.passes[at].turns += 1;
                self.turns.push(at);
            }
            Record::End(end) => self.end = Some(end),
            _ => {}
        }
    }

    fn turn(&mut self) -> Option<&mut Pass> {
        self.passes.get_mut(*self.turns.last()?)
    }
}
