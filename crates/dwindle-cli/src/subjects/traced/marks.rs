//! What became of each line: how often it was executed, and how many of these executions matter.

use std::collections::BTreeMap;

use dwindle::Config;
use dwindle::space::Space;
use dwindle_trace::protocol::Kind;
use dwindle_trace::{Execution, relevant as by_names};
use serde::Serialize;

/// What a line is to the slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Mark {
    /// Some of its executions matter.
    Matters,
    /// It decided which way a function went that matters.
    Decides,
    /// It cannot be left out without what called it.
    Fixed,
    /// It is not needed, and may matter by what it did not do.
    Relevant,
    /// It was executed and is not needed: without it the outcome is the same.
    Unneeded,
    /// It was never executed.
    Never,
}

impl Mark {
    /// The sign in the margin.
    pub(super) const fn sign(self) -> char {
        match self {
            Self::Matters => '*',
            Self::Decides => '?',
            Self::Fixed => '+',
            Self::Relevant => '~',
            Self::Unneeded => '.',
            Self::Never => ' ',
        }
    }
}

/// One line with statements.
#[derive(Clone, Debug, Serialize)]
#[expect(clippy::struct_field_names, reason = "these are its names in records")]
pub(super) struct Line {
    /// The source file.
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: u32,
    /// What it is to the slice.
    pub(super) mark: Mark,
    /// How many of its executions matter.
    pub(super) matter: usize,
    /// How often it was executed.
    pub(super) executed: u64,
    /// Why it cannot be left out, as a clause about it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) why: String,
    /// Its text as the tracer has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) text: String,
    /// Whether a function is only entered or left there.
    #[serde(skip)]
    pub(super) is_passage: bool,
}

impl Line {
    fn executed(&mut self, times: u64, mark: Mark, why: &str) {
        self.executed += times;
        self.mark = self.mark.min(mark);
        if mark == Mark::Fixed && self.why.is_empty() {
            why.clone_into(&mut self.why);
        }
    }
}

/// The events that are not needed, and may matter by what they did not do.
pub(super) fn relevant(execution: &Execution, left: &Config) -> Config {
    let source =
        |file: &str| std::fs::read(file).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    by_names(execution, left, source)
}

/// The events of each line that is not needed, and no more, as far as they can be left out.
pub(super) fn unneeded(execution: &Execution, left: &Config, relevant: &Config) -> Vec<Config> {
    let recorded = execution.recorded();
    let lines = lines(execution, left, relevant);
    let mut events: BTreeMap<(&str, u32), Vec<u32>> = BTreeMap::new();
    for at in execution.free(&execution.full()).units() {
        let statement = recorded.statement(at);
        events.entry((&statement.file, statement.line)).or_default().push(at);
    }
    let unneeded = lines.iter().filter(|line| line.mark == Mark::Unneeded);
    unneeded
        .filter_map(|line| events.remove(&(line.file.as_str(), line.line)))
        .map(Config::of_units)
        .collect()
}

/// All lines with statements, in order.
pub(super) fn lines(execution: &Execution, left: &Config, relevant: &Config) -> Vec<Line> {
    let recorded = execution.recorded();
    let mut lines: BTreeMap<(&str, u32), Line> = BTreeMap::new();
    for statement in &recorded.statements {
        let line = lines.entry((&statement.file, statement.line)).or_insert_with(|| Line {
            file: statement.file.clone(),
            line: statement.line,
            mark: Mark::Never,
            matter: 0,
            executed: 0,
            why: String::new(),
            text: statement.text.clone(),
            is_passage: true,
        });
        line.is_passage &= matches!(statement.kind, Kind::Entry | Kind::Exit);
    }
    // Of each executed statement the first mark of its executions.
    let mut marks: BTreeMap<u32, Mark> = BTreeMap::new();
    for event in &recorded.events {
        let statement = recorded.statement(event.number);
        let Some(line) = lines.get_mut(&(statement.file.as_str(), statement.line)) else { continue };
        let is_kept = left.contains(event.number);
        let is_fixed = execution.is_fixed(event.number);
        // Its frame is there, whether or not it is.
        let is_reached = event.parent.is_none_or(|parent| left.contains(parent));
        let mark = match statement.kind {
            _ if is_kept && !is_fixed => Mark::Matters,
            Kind::Predicate if is_reached => Mark::Decides,
            _ if is_kept => Mark::Fixed,
            _ if relevant.contains(event.number) => Mark::Relevant,
            _ => Mark::Unneeded,
        };
        let why = match &*statement.fixed {
            "" if event.fixed => "an exception or a jump leaves it, or the program ends there",
            why => why,
        };
        line.executed(1, mark, why);
        line.matter += usize::from(mark == Mark::Matters);
        marks.entry(event.statement).and_modify(|first| *first = mark.min(*first)).or_insert(mark);
    }
    for passed in &recorded.passed {
        let statement = &recorded.statements[passed.statement as usize];
        let Some(line) = lines.get_mut(&(statement.file.as_str(), statement.line)) else { continue };
        // A part goes with the whole.
        let whole = statement.part_of.map(|whole| marks.get(&whole).copied().unwrap_or(Mark::Unneeded));
        let mark = whole.map_or(Mark::Fixed, |whole| whole.max(Mark::Fixed));
        line.executed(passed.count, mark, &statement.fixed);
    }
    lines.into_values().collect()
}
