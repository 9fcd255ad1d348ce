//! A program to be traced.

use std::ffi::OsString;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use dwindle_agent::layout::{Compared, Event};
use dwindle_trace::protocol::Probe;

use crate::compared::by_event;
use crate::debug::Debug;
use crate::plan::{Compares, Plan};
use crate::probe::{self, Reading};
use crate::program::Program;
use crate::refusal::Refusal;
use crate::server::{Server, Start};
use crate::statements::{Statement, statements};
use crate::watched::{Watched, watched};

/// Executed statements that are recorded at most, if no other number is named.
pub const MOST_EVENTS: u64 = 4_000_000;

/// A program to be traced, and what is known of it.
#[derive(Debug)]
pub struct Tracer {
    /// The program.
    pub program: Program,
    /// Its source.
    pub debug: Debug,
    /// Its statements.
    pub statements: Vec<Statement>,
    /// What is read on the way.
    pub readings: Vec<Reading>,
    /// What is read before and after statements while a run is recorded.
    pub watched: Vec<Watched>,
    /// Executed statements that are recorded at most.
    pub most: u64,
    /// Becomes true where the tracer is asked to end.
    pub stop: Arc<AtomicBool>,
}

impl Tracer {
    /// Reads a program.
    pub fn read(path: &Path) -> Result<Self, Refusal> {
        if dwindle_agent::IMAGE.is_none() {
            return Err(Refusal::NotHere);
        }
        let program = Program::read(path)?;
        let debug = Debug::read(&program)?;
        let statements = statements(&program, &debug)?;
        Ok(Self {
            program,
            debug,
            statements,
            readings: Vec::new(),
            watched: Vec::new(),
            most: MOST_EVENTS,
            stop: Arc::default(),
        })
    }

    /// A statement by its number.
    pub(crate) fn statement(&self, number: u32) -> Result<&Statement, Refusal> {
        self.statements.get(number as usize).ok_or(Refusal::OtherTrace)
    }

    /// The statement that begins at an address.
    pub(crate) fn at(&self, address: u64) -> Option<&Statement> {
        let place = self.statements.binary_search_by_key(&address, |statement| statement.address).ok()?;
        self.statements.get(place)
    }

    /// Reads values before some lines.
    pub(crate) fn add_probes(&mut self, probes: &[Probe]) -> Result<(), Refusal> {
        for (number, probe) in (0..).zip(probes) {
            let readings = probe::readings(&self.program, &self.debug, &self.statements, probe, number)?;
            self.readings.extend(readings);
        }
        Ok(())
    }

    /// Also records what events make of variables.
    pub(crate) fn watch(&mut self) -> Result<(), Refusal> {
        self.watched = watched(&self.program, &self.debug, &self.statements)?;
        Ok(())
    }

    /// Starts the program, to be recorded; storage holds the garbage of that number.
    pub fn start(
        &self,
        arguments: &[OsString],
        input: Option<File>,
        garbage: usize,
    ) -> Result<Server, Refusal> {
        let plan = self.plan(&self.watched, Compares::Recorded, self.most)?;
        Server::start(
            &self.program,
            plan,
            Start { arguments, input, apart: false, garbage },
            Arc::clone(&self.stop),
        )
    }

    /// Starts the program, to follow recorded events.
    pub fn start_following(&self, start: Start<'_>, recorded: &[Event]) -> Result<Server, Refusal> {
        self.start_comparing(start, recorded, Compares::Unseen)
    }

    /// The same, held against what the recorded run compared.
    pub fn start_exact(
        &self,
        start: Start<'_>,
        recorded: &[Event],
        compared: &[Compared],
    ) -> Result<Server, Refusal> {
        let mut events = recorded.to_vec();
        let digests = by_event(compared, &mut events);
        self.start_comparing(start, &events, Compares::Digests(&digests))
    }

    /// The same, with other digests or none.
    pub(crate) fn start_comparing(
        &self,
        start: Start<'_>,
        recorded: &[Event],
        compares: Compares<'_>,
    ) -> Result<Server, Refusal> {
        let plan = self.plan(&[], compares, recorded.len() as u64)?;
        let mut server = Server::start(&self.program, plan, start, Arc::clone(&self.stop))?;
        server.set_recorded(recorded)?;
        Ok(server)
    }

    fn plan(&self, watched: &[Watched], compares: Compares<'_>, events: u64) -> Result<Plan, Refusal> {
        let (statements, readings) = (&self.statements, &self.readings);
        Plan::write(&self.program, &self.debug, statements, readings, watched, compares, events)
    }
}
