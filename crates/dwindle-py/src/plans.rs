//! Texts that have a syntax, reduced by a plan.
//!
//! A plan calls its test. So it runs on a thread of its own, where a test is a question to whoever asks here, and the
//! answer what is told. That thread knows nothing of Python.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dwindle::control::{Control, Halt, Stopper};
use dwindle::event::{Event, Observer, Write};
use dwindle::search::NotTold;
use dwindle::test::{Executor, NoJudgement, Slot};
use dwindle::tree::Parse;
use dwindle::{Candidate, Engine, Judgement, Plan, Stop, Text};
use dwindle_syntax::earley::Earley;
use dwindle_syntax::language::Language;
use dwindle_syntax::notation::Notation;
use pyo3::prelude::*;

use crate::pieces::Pieces;
use crate::steps::{Next, Steps, Ticket};
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
    shared: Arc<Shared>,
    control: Control,
    /// Where the judgements of what was asked, and is not told yet, are waited for.
    open: BTreeMap<u64, Sender<Result<Judgement, NoJudgement>>>,
    is_over: bool,
    is_over_budget: bool,
}

/// What the thread of the plan says.
#[derive(Debug)]
enum Said {
    Asked(Question),
    Ended(Result<Text, Stop>),
}

/// A candidate to be judged.
#[derive(Debug)]
struct Question {
    number: u64,
    text: Vec<u8>,
    patience: u32,
    answer: Sender<Result<Judgement, NoJudgement>>,
}

/// What both threads know.
#[derive(Debug)]
struct Shared {
    tickets: AtomicU64,
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
            tickets: AtomicU64::new(0),
            tests: AtomicU64::new(0),
            best: Mutex::new(text.bytes().to_vec()),
            unwanted: Mutex::default(),
        });
        let (says, said) = channel();
        let control = Control::default();
        let engine = Engine::new().jobs(jobs).budget(budget).control(control.clone());
        let (asking, mut notes) =
            (Asking { says: says.clone(), shared: Arc::clone(&shared) }, Notes(Arc::clone(&shared)));
        std::thread::spawn(move || {
            let ended = engine.run_observed(&asking, &mut notes, |search| plan.run(search, text));
            // Nobody listens any more where the search was dropped.
            let _unheard = says.send(Said::Ended(ended.map(|planned| planned.text)));
        });
        let (open, said) = (BTreeMap::new(), Mutex::new(said));
        Ok(Self { jobs, said, shared, control, open, is_over: false, is_over_budget: false })
    }

    fn answer(&mut self, ticket: u64, answer: Result<Judgement, NoJudgement>) -> Result<(), NotTold> {
        let waiting = self.open.remove(&ticket).ok_or(NotTold::NotAsked(ticket))?;
        locked(&self.shared.unwanted).remove(&ticket);
        // Nobody waits for it any more where the plan has ended.
        let _unheard = waiting.send(answer);
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
            Ok(Said::Asked(Question { number, text, patience, answer })) => {
                self.open.insert(number, answer);
                Ok(Next::Candidate(Ticket { number, pieces: Pieces::Text(text), patience }))
            }
            Ok(Said::Ended(ended)) => self.end(ended),
            Err(RecvTimeoutError::Timeout) => Ok(if is_idle { Next::Later } else { Next::Nothing }),
            Err(RecvTimeoutError::Disconnected) => Err(io::Error::other("the plan has ended with no result")),
        }
    }

    fn tell(&mut self, ticket: u64, judgement: Judgement) -> Result<(), NotTold> {
        self.answer(ticket, Ok(judgement))
    }

    fn give_back(&mut self, ticket: u64) -> Result<(), NotTold> {
        self.answer(ticket, Err(NoJudgement::Stopped))
    }

    fn unwanted(&self) -> Vec<u64> {
        locked(&self.shared.unwanted).iter().copied().collect()
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

/// The test of the plan: it asks, and waits for the answer.
struct Asking {
    says: Sender<Said>,
    shared: Arc<Shared>,
}

struct AskingSlot<'a> {
    asking: &'a Asking,
    /// What is asked now.
    current: Arc<Mutex<Option<u64>>>,
}

impl Executor for Asking {
    fn open(&self, _slot: usize) -> io::Result<Box<dyn Slot + '_>> {
        Ok(Box::new(AskingSlot { asking: self, current: Arc::default() }))
    }
}

impl Slot for AskingSlot<'_> {
    fn judge(&mut self, candidate: &Candidate<'_>, patience: u32) -> Result<Judgement, NoJudgement> {
        let text = candidate.text().ok_or_else(|| candidate.unsupported("a text"))?.into_owned();
        let number = self.asking.shared.tickets.fetch_add(1, Ordering::Relaxed);
        let (answer, told) = channel();
        *locked(&self.current) = Some(number);
        let sent = self.asking.says.send(Said::Asked(Question { number, text, patience, answer }));
        let judged = if sent.is_ok() { told.recv().ok() } else { None };
        *locked(&self.current) = None;
        judged.unwrap_or(Err(NoJudgement::Stopped))
    }

    fn stopper(&self) -> Option<Stopper> {
        let (current, shared) = (Arc::clone(&self.current), Arc::clone(&self.asking.shared));
        Some(Arc::new(move || locked(&shared.unwanted).extend(*locked(&current))))
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
