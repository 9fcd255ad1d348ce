//! Texts that have a syntax, reduced by a plan.
//!
//! A plan waits for its tests. So it runs on a thread of its own, whose slots hand candidates to whoever asks here, and what
//! is told back. That thread knows nothing of Python, and is the only one, however many tests run at once.

use std::collections::BTreeSet;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dwindle::control::{Control, Halt};
use dwindle::event::{Event, Observer, Write};
use dwindle::search::NotTold;
use dwindle::slots::{Asked, End, Slots};
use dwindle::tree::Parse;
use dwindle::{Engine, Judgement, Plan, Stop, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;
use dwindle_syntax::notation::Notation;
use pyo3::prelude::*;

use crate::pieces::Pieces;
use crate::steps::{Next, Steps};
use crate::told;

/// How long a question is waited for before somebody may interrupt.
const PATIENCE: Duration = Duration::from_millis(100);

/// The same where tests run already: there may be nothing more to ask before one of them ends.
const MOMENT: Duration = Duration::from_millis(2);

/// Reduces a text by its syntax tree, then by tokens and characters, until nothing changes.
#[derive(Debug)]
pub(crate) struct PlanSearch {
    jobs: usize,
    said: Mutex<Receiver<Said>>,
    tells: Sender<(u64, End)>,
    shared: Arc<Shared>,
    control: Control,
    /// What was asked and is not told yet.
    open: BTreeSet<u64>,
    is_over: bool,
    is_over_budget: bool,
}

/// What the thread of the plan says.
#[derive(Debug)]
enum Said {
    Asked(Asked),
    Ended(Result<Text, Stop>),
}

/// What both threads know.
#[derive(Debug)]
struct Shared {
    /// Outcomes that had to be found out by a test, in serial order.
    tests: AtomicU64,
    best: Mutex<Vec<u8>>,
    unwanted: Mutex<BTreeSet<u64>>,
}

impl PlanSearch {
    /// A search in a text that fails. The grammar is a language of this package, or the one that `grammar` says.
    pub(crate) fn new(
        text: Text,
        language: Option<&str>,
        grammar: Option<&str>,
        jobs: usize,
        budget: Option<u64>,
    ) -> PyResult<Self> {
        let plan = match (language, grammar) {
            (Some(name), _) => {
                Plan::syntactic(Arc::new(Language::by_name(name).map_err(told::wrong)?.parser()))
            }
            (None, Some(source)) => Plan::grammatical(parser(source, &text)?),
            (None, None) => Plan::suited_to(&text),
        };
        let shared = Arc::new(Shared {
            tests: AtomicU64::new(0),
            best: Mutex::new(text.bytes().to_vec()),
            unwanted: Mutex::default(),
        });
        let ((says, said), (tells, ended)) = (channel(), channel());
        let (jobs, control) = (jobs.max(1), Control::default());
        let engine = Engine::new().budget(budget).control(control.clone());
        let (running, noted) = (BTreeSet::new(), Arc::clone(&shared));
        let asking = Asking { jobs, says: says.clone(), ended, running, shared: Arc::clone(&shared) };
        std::thread::spawn(move || {
            let ended = engine.run_in(asking, &mut Notes(noted), |search| plan.run(search, text));
            // Nobody listens any more where the search was dropped.
            let _unheard = says.send(Said::Ended(ended.map(|planned| planned.text)));
        });
        let (open, said) = (BTreeSet::new(), Mutex::new(said));
        Ok(Self { jobs, said, tells, shared, control, open, is_over: false, is_over_budget: false })
    }

    fn answer(&mut self, ticket: u64, end: End) -> Result<(), NotTold> {
        if !self.open.remove(&ticket) {
            return Err(NotTold::NotAsked(ticket));
        }
        locked(&self.shared.unwanted).remove(&ticket);
        // Nobody waits for it any more where the plan has ended.
        let _unheard = self.tells.send((ticket, end));
        Ok(())
    }

    fn end(&mut self, ended: Result<Text, Stop>) -> io::Result<Next> {
        self.is_over = true;
        match ended {
            Ok(text) => *locked(&self.shared.best) = text.bytes().to_vec(),
            Err(Stop::Budget) => self.is_over_budget = true,
            Err(stop) => return Err(io::Error::other(stop)),
        }
        Ok(Next::Nothing)
    }
}

impl Steps for PlanSearch {
    fn ask(&mut self) -> io::Result<Next> {
        if self.is_over || self.open.len() >= self.jobs {
            return Ok(Next::Nothing);
        }
        let is_idle = self.open.is_empty();
        let said = self.said.get_mut().unwrap_or_else(PoisonError::into_inner);
        match said.recv_timeout(if is_idle { PATIENCE } else { MOMENT }) {
            Ok(Said::Asked(asked)) => {
                self.open.insert(asked.ticket);
                Next::of(Some(asked))
            }
            Ok(Said::Ended(ended)) => self.end(ended),
            Err(RecvTimeoutError::Timeout) => Ok(if is_idle { Next::Later } else { Next::Nothing }),
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the plan has ended with no result")),
        }
    }

    fn tell(&mut self, ticket: u64, judgement: Judgement) -> Result<(), NotTold> {
        self.answer(ticket, End::Judged(judgement))
    }

    fn give_back(&mut self, ticket: u64) -> Result<(), NotTold> {
        self.answer(ticket, End::Stopped)
    }

    fn unwanted(&self) -> Vec<u64> {
        locked(&self.shared.unwanted).intersection(&self.open).copied().collect()
    }

    fn best(&self) -> io::Result<Pieces> {
        Ok(Pieces::Text(locked(&self.shared.best).clone()))
    }

    fn size(&self) -> u64 {
        locked(&self.shared.best).len() as u64
    }

    fn tests(&self) -> u64 {
        self.shared.tests.load(Ordering::Relaxed)
    }

    fn is_over_budget(&self) -> bool {
        self.is_over_budget
    }
}

impl Drop for PlanSearch {
    /// Ends the plan, whose questions nobody answers any more.
    fn drop(&mut self) {
        self.control.halt(Halt::Interrupted);
    }
}

/// Where the plan's tests run: at whoever asks.
struct Asking {
    jobs: usize,
    says: Sender<Said>,
    ended: Receiver<(u64, End)>,
    running: BTreeSet<u64>,
    shared: Arc<Shared>,
}

impl Slots for Asking {
    fn width(&self) -> usize {
        self.jobs
    }

    fn start(&mut self, asked: &Asked) {
        self.running.insert(asked.ticket);
        // Where nobody asks any more, it ends as stopped.
        let _unheard = self.says.send(Said::Asked(asked.clone()));
    }

    fn stop(&mut self, ticket: u64) {
        locked(&self.shared.unwanted).insert(ticket);
    }

    fn wait(&mut self) -> (u64, End) {
        if let Ok((ticket, end)) = self.ended.recv() {
            self.running.remove(&ticket);
            return (ticket, end);
        }
        (self.running.pop_first().expect("a test was started"), End::Stopped)
    }

    fn ended(&mut self) -> Option<(u64, End)> {
        let ended = self.ended.try_recv().ok()?;
        self.running.remove(&ended.0);
        Some(ended)
    }
}

/// Notes how far the plan is.
struct Notes(Arc<Shared>);

impl Observer for Notes {
    fn event(&mut self, event: &Event<'_>) -> io::Result<()> {
        if let Event::Asked { number: Some(number), .. } = event {
            self.0.tests.store(*number, Ordering::Relaxed);
        }
        Ok(())
    }

    fn keep(&mut self, write: Write<'_>) -> io::Result<()> {
        let mut best = Vec::new();
        write(&mut best)?;
        *locked(&self.0.best) = best;
        Ok(())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The parser of a grammar, in any of the notations that are read, which has to match the text.
fn parser(source: &str, text: &Text) -> PyResult<Arc<dyn Parse>> {
    let notation = Notation::read("the grammar", source, None).map_err(told::wrong)?;
    let parser = Earley::new(notation.grammar, notation.lexis.as_ref()).map_err(told::wrong)?;
    parser
        .parse(text)
        .map_err(|error| told::wrong(format!("the text does not match the grammar: {error}")))?;
    Ok(Arc::new(parser))
}
