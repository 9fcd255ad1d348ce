//! How a recorded run would have gone with other numbers of jobs: its tests take one tick each, and nothing else takes any.

mod information;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::{fs, io};

use anyhow::{Context, Result, ensure};
use clap::Args;
use dwindle::event::{Event, Observer};
use dwindle::plan::Plan;
use dwindle::slots::{Asked, End, Slots};
use dwindle::space::{Space, Unit};
use dwindle::tree::Parse;
use dwindle::{Candidate, Engine, Id, Judgement, Outcome, Stop, Text};
use dwindle_store::journal::{Reader, Record};
use dwindle_syntax::language::Language;
use xtask::mean::ratio;
use xtask::program::{command, print, write};

/// What is run.
#[derive(Args)]
pub(crate) struct Options {
    /// The journal of a run on a text, with its default passes
    journal: PathBuf,
    /// The input of that run
    input: PathBuf,
    /// A script that succeeds where the candidate, its argument, fails: it judges what is not on record
    #[arg(long)]
    test: Option<PathBuf>,
    /// Numbers of jobs
    #[arg(long, num_args = 1.., default_values_t = [1, 2, 4, 8, 16, 32, 64, 128, 256])]
    jobs: Vec<usize>,
    /// Print each question of the run with one job instead: the pass, the outcome (in brackets if it is not on record), and the text
    #[arg(long)]
    questions: bool,
}

/// What a run came to.
struct Run {
    ticks: u64,
    tests: u64,
    started: u64,
    /// Tests whose outcome is known.
    judged: u64,
    text: Text,
    /// The passes of the tests in the order in which they began, and whether they failed.
    answers: Vec<(String, bool)>,
}

/// Prints a table: ticks, speed-up, how much it can be at most by what the answers tell, which the run with one job says, and how many
/// tests ran.
///
/// What the recorded run never tested is judged by the test, or taken to pass where there is none: then what runs ahead of a
/// question that fails is worth less than it is said to be.
pub(crate) fn run(options: &Options) -> Result<()> {
    let judge = Judge::new(options)?;
    let bytes = fs::read(&options.input).with_context(|| options.input.display().to_string())?;
    let text = Text::new(bytes)?;
    if options.questions {
        let run = simulated(&judge, &options.input, &text, 1, &mut |question| print(question))?;
        return print(&format!("{} tests, {} bytes\n", run.tests, run.text.bytes().len()));
    }
    let mut first: Option<Run> = None;
    print("jobs   ticks  speed-up  at most  tests    run  judged  bytes\n")?;
    let mut bits = None;
    for &jobs in &options.jobs {
        let run = simulated(&judge, &options.input, &text, jobs, &mut |_| Ok(()))?;
        if jobs == 1 {
            bits = Some(information::bits(&run.answers));
        }
        let one = first.as_ref().map_or(run.ticks, |first| first.ticks);
        print(&format!(
            "{jobs:>4}  {:>6}  {:>8.1}  {:>7}  {:>5}  {:>5}  {:>6}  {}\n",
            run.ticks,
            ratio(one, run.ticks),
            bits.map_or_else(String::new, |bits| format!("{:.1}", information::bound(bits, jobs))),
            run.tests,
            run.started,
            run.judged,
            run.text.bytes().len()
        ))?;
        let same =
            first.as_ref().is_none_or(|first| first.text.id() == run.text.id() && first.tests == run.tests);
        ensure!(same, "{jobs} jobs came to another result than {} did", options.jobs[0]);
        first.get_or_insert(run);
    }
    Ok(())
}

/// What is on record, and who judges the rest.
struct Judge {
    recorded: HashMap<Id, Outcome>,
    judged: RefCell<HashMap<Id, Outcome>>,
    test: Option<PathBuf>,
    /// Where the test finds its candidate.
    place: tempfile::TempDir,
    name: OsString,
}

impl Judge {
    fn new(options: &Options) -> Result<Self> {
        let mut recorded = HashMap::new();
        for record in Reader::open(&options.journal)? {
            if let Record::Test(test) = record? {
                recorded.insert(test.id, test.outcome);
            }
        }
        let test = options.test.as_ref().map(fs::canonicalize).transpose()?;
        let name = options.input.file_name().context("the input has no name")?.to_owned();
        Ok(Self { recorded, judged: RefCell::default(), test, place: tempfile::tempdir()?, name })
    }

    /// The outcome on record, or what the test comes to; none where there is no test.
    fn outcome(&self, id: Id, text: &[u8]) -> io::Result<Option<Outcome>> {
        let known = self.recorded.get(&id).copied().or_else(|| self.judged.borrow().get(&id).copied());
        let (None, Some(test)) = (known, &self.test) else { return Ok(known) };
        let candidate = self.place.path().join(&self.name);
        write(&candidate, text).map_err(io::Error::other)?;
        let mut command = command(test);
        command.arg(&candidate).current_dir(self.place.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let outcome = if command.status()?.success() { Outcome::Fail } else { Outcome::Pass };
        self.judged.borrow_mut().insert(id, outcome);
        Ok(Some(outcome))
    }
}

fn simulated(
    judge: &Judge,
    path: &Path,
    text: &Text,
    jobs: usize,
    log: &mut dyn FnMut(&str) -> Result<()>,
) -> Result<Run> {
    let parse: Option<Arc<dyn Parse>> =
        Language::of_file(path, text.bytes()).map(|language| Arc::new(language.parser()) as _);
    let plan = parse.clone().map_or_else(|| Plan::suited_to(text), Plan::syntactic);
    let pass = RefCell::new(String::new());
    let (mut passes, mut clock) = (Passes { pass: &pass }, Clock::default());
    let slots = Recorded {
        judge,
        width: jobs,
        running: BTreeMap::new(),
        clock: &mut clock,
        pass: &pass,
        parse: parse.as_deref(),
        log,
    };
    let (left, tests) = Engine::new().run_in(slots, &mut passes, |search| {
        let space = Arc::new(text.cut(Unit::Lines));
        search.adopt(&space, &space.full(), Outcome::Fail)?;
        let planned = plan.run(search, text.clone())?;
        Ok::<_, Stop>((planned.text, search.count().tests))
    })?;
    let Clock { now: ticks, started, judged, answers } = clock;
    Ok(Run { ticks, tests, started, judged, text: left, answers })
}

/// Notes which pass runs.
struct Passes<'r> {
    pass: &'r RefCell<String>,
}

impl Observer for Passes<'_> {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        if let Event::StageBegan(stage) = event {
            *self.pass.borrow_mut() = format!("{}/{}", stage.algorithm, stage.unit);
        }
        Ok(())
    }
}

#[derive(Default)]
struct Clock {
    now: u64,
    started: u64,
    judged: u64,
    answers: Vec<(String, bool)>,
}

/// Slots in which each test takes a tick.
struct Recorded<'r> {
    judge: &'r Judge,
    width: usize,
    /// By the time of their end, then by their order of starting.
    running: BTreeMap<(u64, u64), End>,
    clock: &'r mut Clock,
    /// The pass that runs.
    pass: &'r RefCell<String>,
    parse: Option<&'r dyn Parse>,
    log: &'r mut dyn FnMut(&str) -> Result<()>,
}

impl Slots for Recorded<'_> {
    fn width(&self) -> usize {
        self.width
    }

    fn start(&mut self, asked: &Asked) {
        let text = match asked.candidate() {
            Ok(Candidate::Text(pieces)) => pieces.concat(),
            _ => Vec::new(),
        };
        self.clock.started += 1;
        let (end, said) = match self.judge.outcome(asked.id, &text) {
            Ok(outcome) => {
                self.clock.judged += u64::from(outcome.is_some());
                self.clock.answers.push((self.pass.borrow().clone(), outcome == Some(Outcome::Fail)));
                let said =
                    outcome.map_or_else(|| "(pass)".into(), |outcome| format!("{outcome:?}").to_lowercase());
                (End::Judged(Judgement::from(outcome.unwrap_or(Outcome::Pass))), said)
            }
            Err(error) => (End::Broken(error), "broken".into()),
        };
        // A log that cannot be written ends nothing.
        let errors = self.parse.map_or(0, |parse| parse.errors(&Text::new(text.clone()).unwrap_or_default()));
        let _told = (self.log)(&format!(
            "{}\t{said}\t{errors}\t{:?}\n",
            self.pass.borrow(),
            String::from_utf8_lossy(&text)
        ));
        self.running.insert((self.clock.now + 1, asked.ticket), end);
    }

    fn stop(&mut self, ticket: u64) {
        if let Some(&key) = self.running.keys().find(|(_, running)| *running == ticket) {
            self.running.remove(&key);
            self.running.insert((self.clock.now, ticket), End::Stopped);
        }
    }

    fn wait(&mut self) -> (u64, End) {
        let ((time, ticket), end) = self.running.pop_first().expect("a test was started");
        self.clock.now = time;
        (ticket, end)
    }

    fn time_stands_still(&self) -> bool {
        true
    }

    fn ended(&mut self) -> Option<(u64, End)> {
        let entry = self.running.first_entry()?;
        let &(time, ticket) = entry.key();
        (time <= self.clock.now).then(|| (ticket, entry.remove()))
    }
}
