//! The file that the agent works by.
//!
//! The agent decodes nothing: what is executed in place of an instruction under a jump is made here
//! (`trampolines`).

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::os::unix::fs::FileExt;

use dwindle_agent::layout::{self, Change, Compared, HEAD_BYTES, MAGIC, NONE, PATH_BYTES, Value, Word};

use crate::code::Code;
use crate::comparing::Comparing;
use crate::comparisons::all_comparisons;
use crate::debug::Debug;
use crate::loaderless::replaced;
use crate::nameless;
use crate::probe::Reading;
use crate::program::Program;
use crate::refusal::Refusal;
use crate::statements::{Kind, Statement};
use crate::trampolines::Trampolines;
use crate::watched::Watched;

/// Bytes of storage that are made garbage at most when a function is entered.
const MOST_GARBAGE: u64 = 1 << 16;

/// Bytes below the stack pointer that functions use without taking them.
const RED_ZONE: u64 = 128;

const PAGE: u64 = 4096;

/// Farther than the heap of a program grows, as a rule, and near enough for a jump.
const FAR: u64 = 1 << 30;

/// Values of probes for which there is room.
const VALUES: u64 = 1 << 20;

/// Changes for which there is room: those of later events are not told.
const CHANGES: u64 = 1 << 20;

/// Comparisons for which there is room: of later ones nothing is held on to.
const COMPARED: u64 = 1 << 23;

/// What a run is to be held against of what was compared.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Compares<'c> {
    /// Nothing: comparisons go unseen.
    Unseen,
    /// All is recorded.
    Recorded,
    /// These digests, by event.
    Digests(&'c [u32]),
}

/// The file that the agent works by. It is shared memory, and has no name.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) file: File,
    head: BTreeMap<usize, u64>,
    end: u64,
}

impl Plan {
    /// Writes what is to be known of a program, with room for so many events. Statements that are part of others are counted where comparisons are seen.
    pub(crate) fn write(
        program: &Program,
        debug: &Debug,
        statements: &[Statement],
        readings: &[Reading],
        watched: &[Watched],
        compares: Compares<'_>,
        events: u64,
    ) -> Result<Self, Refusal> {
        let mut plan =
            Self { file: nameless::file("dwindle-trace")?, head: BTreeMap::new(), end: HEAD_BYTES };
        plan.set(Word::Magic, MAGIC);
        plan.set(Word::Entry, program.entry()?);

        let compared = match compares {
            Compares::Unseen => Vec::new(),
            Compares::Recorded | Compares::Digests(_) => all_comparisons(program, debug, statements)?,
        };
        // What is compared is seen the same way whether a run is recorded or follows.
        let are_counted = !matches!(compares, Compares::Unseen);
        let mut comparing = Comparing::new(&compared);
        let room = Trampolines::room(statements.len() + compared.len()).next_multiple_of(PAGE);
        // Before the program: behind it is where its heap grows. One at a fixed place may have no room there.
        let lowest = program.lowest()? & !(PAGE - 1);
        let before = lowest.wrapping_sub(room + 16 * PAGE);
        let address = if lowest > 0 && before > lowest { lowest + FAR } else { before };
        let mut trampolines = Trampolines::new(address);
        let mut table = Vec::new();
        let asked = readings.iter().map(|reading| (reading, false));
        let watched = watched.iter().map(|watched| (&watched.reading, true));
        let mut probes: Vec<(&Reading, bool)> = asked.chain(watched).collect();
        probes.sort_by_key(|(reading, _)| reading.statement);
        let mut codes: BTreeMap<usize, Code> = BTreeMap::new();
        for (number, statement) in statements.iter().enumerate() {
            let function = &debug.functions[statement.function];
            if !codes.contains_key(&statement.function) {
                codes.clear();
                codes.insert(
                    statement.function,
                    Code::read(program, function.code.clone(), function.code.start)?,
                );
            }
            let code = &codes[&statement.function];
            let wrong = || program.unreadable("its lines do not fit its code");
            let tables = code.has_tables();
            let mut others = statements[number + 1..].iter();
            let next = others.find(|next| are_counted || next.kind != Kind::Part).map(|next| next.address);
            let led_to = |address: u64| {
                // Where a table leads, a row begins.
                let row = function.rows.binary_search_by_key(&address, |row| row.address).is_ok();
                (row && tables) || next == Some(address)
            };
            let (displaced, by_jump) = code.displaceable(statement.address, led_to).ok_or_else(wrong)?;
            let stub = if by_jump { Some(trampolines.add_stub(number)) } else { None };
            let trampoline = comparing.within(displaced, &mut trampolines).ok_or_else(wrong)?;
            let probe = probes.partition_point(|(reading, _)| reading.statement < number);
            let probe =
                probes.get(probe).is_some_and(|(reading, _)| reading.statement == number).then_some(probe);
            let entry = statement.kind == Kind::Entry;
            let flags = match statement.kind {
                Kind::Entry => layout::ENTRY,
                Kind::Predicate => layout::PREDICATE,
                Kind::Part if are_counted => layout::PART,
                Kind::Part => layout::PART | layout::UNSEEN,
                _ => 0,
            };
            let garbage = if entry { (statement.storage + RED_ZONE).min(MOST_GARBAGE) } else { 0 };
            let small = |number: u64| u32::try_from(number).map_err(|_| wrong());
            table.extend(
                layout::Statement {
                    address: small(statement.address)?,
                    trampoline: small(trampoline as u64)?,
                    function: small(statement.function as u64)?,
                    flags,
                    poison: small(garbage)?,
                    stub: stub.map_or(Ok(NONE), |place| small(place as u64))?,
                    probe: probe.map_or(Ok(NONE), |place| small(place as u64))?,
                }
                .bytes(),
            );
        }
        let mut codes: BTreeMap<usize, Code> = BTreeMap::new();
        let starts: BTreeSet<u64> = statements.iter().map(|statement| statement.address).collect();
        for (number, (of, _)) in compared.iter().enumerate() {
            let function = &debug.functions[*of];
            if !codes.contains_key(of) {
                codes.clear();
                codes.insert(*of, Code::read(program, function.code.clone(), function.code.start)?);
            }
            let code = &codes[of];
            let tables = code.has_tables();
            let led_to = |address: u64| {
                let row = tables && function.rows.iter().any(|row| row.address == address);
                row || starts.contains(&address)
                    || compared.get(number + 1).is_some_and(|(_, next)| next.address == address)
            };
            let wrong = || program.unreadable("its lines do not fit its code");
            comparing.alone(number, code, led_to, &mut trampolines).ok_or_else(wrong)?;
        }
        let at = |statement: Option<&Statement>| statement.map_or(0, |statement| statement.address);
        plan.set(Word::TextFrom, at(statements.first()) & !(PAGE - 1));
        let last = compared.last().map_or(0, |(_, last)| last.address).max(at(statements.last()));
        plan.set(Word::TextTo, (last + 16).next_multiple_of(PAGE));
        plan.set(Word::CodeBytes, room);
        plan.set(Word::CodeAddress, address);
        plan.table(Word::CodeAt, &trampolines.code, room)?;
        plan.set(Word::Statements, statements.len() as u64);
        plan.table(Word::StatementsAt, &table, table.len() as u64)?;
        plan.table(Word::CountsAt, &[], statements.len() as u64 * 8)?;
        let steps = probes.iter().map(|(reading, _)| reading.steps.len()).sum();
        let (table, further) = comparing.table(steps).ok_or_else(|| Refusal::Static(program.path.clone()))?;
        plan.set(Word::Comparisons, compared.len() as u64);
        plan.table(Word::ComparisonsAt, &table, table.len() as u64)?;
        plan.probes(&probes, &further)?;
        let digests: Vec<u8> = match compares {
            Compares::Digests(digests) => digests.iter().flat_map(|digest| digest.to_le_bytes()).collect(),
            Compares::Unseen | Compares::Recorded => Vec::new(),
        };
        let room = if matches!(compares, Compares::Recorded) { COMPARED } else { 0 };
        plan.set(Word::ComparedRoom, room);
        plan.set(Word::Compared, digests.len() as u64 / 4);
        plan.table(Word::ComparedAt, &digests, (room * Compared::BYTES).max(digests.len() as u64))?;
        let replaced = replaced(program, debug)?;
        let pairs = replaced.iter().flat_map(|(address, place)| [*address, *place as u64]);
        let pairs: Result<Vec<u32>, _> = pairs.map(u32::try_from).collect();
        let pairs: Vec<u8> = pairs
            .map_err(|_| Refusal::Static(program.path.clone()))?
            .into_iter()
            .flat_map(u32::to_le_bytes)
            .collect();
        plan.set(Word::Replaced, replaced.len() as u64);
        plan.table(Word::ReplacedAt, &pairs, pairs.len() as u64)?;
        plan.set(Word::ValuesRoom, VALUES);
        plan.table(Word::ValuesAt, &[], VALUES * Value::BYTES)?;
        let changes = if probes.iter().any(|(_, watched)| *watched) { CHANGES } else { 0 };
        plan.set(Word::ChangesRoom, changes);
        plan.table(Word::ChangesAt, &[], changes * Change::BYTES)?;
        plan.table(Word::OutputAt, &[], 2 * PATH_BYTES)?;
        plan.set(Word::EventsRoom, events);
        plan.table(Word::KeptAt, &[], events)?;
        plan.table(Word::EventsAt, &[], events * layout::Event::BYTES)?;
        plan.set(Word::Length, plan.end);
        plan.file.set_len(plan.end)?;
        for (word, value) in &plan.head {
            plan.file.write_all_at(&value.to_le_bytes(), *word as u64 * 8)?;
        }
        Ok(plan)
    }

    fn set(&mut self, word: Word, value: u64) {
        self.head.insert(word as usize, value);
    }

    /// Puts a table at the end of the file.
    fn table(&mut self, at: Word, bytes: &[u8], room: u64) -> Result<(), Refusal> {
        self.set(at, self.end);
        self.file.write_all_at(bytes, self.end)?;
        self.end = (self.end + room).next_multiple_of(PAGE);
        Ok(())
    }

    /// The probes with their steps, and further steps behind them.
    fn probes(&mut self, readings: &[(&Reading, bool)], further: &[layout::Step]) -> Result<(), Refusal> {
        let (mut table, mut steps) = (Vec::new(), Vec::new());
        let small = |number: usize| u32::try_from(number).unwrap_or(NONE);
        for (reading, watched) in readings {
            table.extend(
                layout::Probe {
                    statement: small(reading.statement),
                    number: reading.number,
                    step: small(steps.len() / usize::try_from(layout::Step::BYTES).unwrap_or(1)),
                    steps: small(reading.steps.len()),
                    bytes: reading.bytes,
                    watched: u32::from(*watched),
                    element: reading.led_to.map_or(0, |led_to| led_to.element),
                    pointer: reading.led_to.map_or(0, |led_to| led_to.pointer),
                    count: reading.led_to.map_or(0, |led_to| led_to.count),
                }
                .bytes(),
            );
            steps.extend(reading.steps.iter().flat_map(layout::Step::bytes));
        }
        steps.extend(further.iter().flat_map(layout::Step::bytes));
        self.set(Word::Probes, readings.len() as u64);
        self.table(Word::ProbesAt, &table, table.len() as u64)?;
        self.table(Word::StepsAt, &steps, steps.len() as u64)
    }

    /// Where a table is.
    pub(crate) fn at(&self, table: Word) -> u64 {
        self.head.get(&(table as usize)).copied().unwrap_or(0)
    }

    /// A word as it is now.
    pub(crate) fn word(&self, word: Word) -> Result<u64, Refusal> {
        let mut bytes = [0; 8];
        self.file.read_exact_at(&mut bytes, word.offset())?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Sets a word.
    pub(crate) fn write_word(&self, word: Word, value: u64) -> Result<(), Refusal> {
        Ok(self.file.write_all_at(&value.to_le_bytes(), word.offset())?)
    }

    /// The first entries of a table.
    pub(crate) fn read<T>(
        &self,
        table: Word,
        count: u64,
        bytes: u64,
        of: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<T>, Refusal> {
        let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let mut all = vec![0; size(count * bytes)];
        self.file.read_exact_at(&mut all, self.at(table))?;
        Ok(all.chunks_exact(size(bytes)).filter_map(of).collect())
    }
}
