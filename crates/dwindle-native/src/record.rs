//! What was recorded, as records of the protocol; and back.

use std::collections::BTreeMap;

use dwindle_agent::layout::{Change, End as AgentEnd, Event, GARBAGE, NONE, Snapshot};
use dwindle_trace::protocol::{self, End, Passed, Record, Report, Stopped, Value, Variable};

use crate::refusal::Refusal;
use crate::server::{Run, Status};
use crate::sources::Sources;
use crate::statements::{Bound, Kind, Statement};
use crate::tracer::Tracer;

/// Who writes the records.
const NAME: &str = concat!("native ", env!("CARGO_PKG_VERSION"));

/// The records of a run, without its first and without its end. All statements of the program are among them, also those that
/// were not executed.
pub(crate) fn records(tracer: &Tracer, run: &Run, events: &[Event]) -> Result<Vec<Record>, Refusal> {
    let trace = protocol::Trace {
        version: protocol::VERSION,
        tracer: NAME.to_owned(),
        serve: true,
        exact: true,
        garbage: GARBAGE.iter().map(|byte| format!("{byte:#04x}")).collect(),
        ..protocol::Trace::default()
    };
    let mut records = vec![Record::Trace(trace)];
    let mut sources = Sources::default();
    let mut whole = 0;
    for (id, statement) in (0..).zip(&tracer.statements) {
        let path = &tracer.debug.files[statement.file];
        let is_part = statement.kind == Kind::Part;
        whole = if is_part { whole } else { id };
        records.push(Record::Statement(protocol::Statement {
            id,
            file: Sources::shown(path),
            line: statement.line,
            function: tracer.debug.functions[statement.function].name.clone(),
            kind: kind(statement.kind),
            text: sources.line(path, statement.line),
            fixed: why_fixed(tracer, statement).to_owned(),
            part_of: is_part.then_some(whole),
        }));
    }
    let counts = (0..).zip(&run.counts).filter(|(_, count)| **count > 0);
    records.extend(counts.map(|(statement, count)| Record::Passed(Passed { statement, count: *count })));
    let mut values = run.values.iter().peekable();
    let mut changes = run.changes.iter().peekable();
    for (number, event) in (0..).zip(events) {
        let statement = tracer.statement(event.statement)?;
        let next =
            events.get(event.next as usize).map(|next| tracer.statement(next.statement)).transpose()?;
        records.push(Record::Event(protocol::Event {
            number,
            statement: event.statement,
            parent: (event.parent != NONE).then_some(event.parent),
            outcome: next.and_then(|next| outcome(tracer, statement, next)),
            fixed: is_fixed(tracer, statement, next),
            values: std::iter::from_fn(|| changes.next_if(|change| change.event == number))
                .filter_map(|change| variable(tracer, change))
                .collect(),
        }));
        while let Some(value) = values.next_if(|value| value.event == number) {
            records.push(Record::Value(shown(tracer, value)));
        }
    }
    Ok(records)
}

/// Columns that a value takes at most, so that it is short.
const SHORT: usize = 60;

/// What an event made of a variable, if it came to its end.
fn variable(tracer: &Tracer, change: &Change) -> Option<Variable> {
    let watched = tracer.watched.get(change.number as usize)?;
    if change.ended == 0 || (watched.lent && change.before == change.after) {
        return None;
    }
    let text = |value: &Snapshot| watched.reading.form.whole_text(value).map(|text| shortened(&text));
    let known = !watched.declared && !is_garbage(change, watched.reading.bytes);
    let before = known.then(|| text(&change.before)).flatten();
    Some(Variable { name: watched.name.clone(), before, after: Some(text(&change.after)?) })
}

/// Whether it held what storage holds that was not initialised; of a value of a few bytes that cannot be told.
fn is_garbage(change: &Change, bytes: u32) -> bool {
    let mask = u64::MAX >> (64 - 8 * bytes.clamp(1, 8));
    bytes >= 4 && change.before.value[0] == u64::from_ne_bytes([GARBAGE[0]; 8]) & mask
}

/// A text that is not longer than a value may be.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(SHORT) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn shown(tracer: &Tracer, value: &dwindle_agent::layout::Value) -> Value {
    let reading = tracer.readings.iter().find(|reading| reading.number == value.number);
    let text = reading.filter(|_| value.found != 0).map(|reading| reading.form.text(value.value));
    Value { probe: value.number, event: value.event, value: text }
}

/// Whether partial executions cannot do without an event as long as its call is made: it enters or leaves a function,
/// settles what that gives back, or is left by an exception or a jump to where another event begins.
fn is_fixed(tracer: &Tracer, statement: &Statement, next: Option<&Statement>) -> bool {
    !why_fixed(tracer, statement).is_empty() || next.is_none_or(|next| !statement.leads_to(next.address))
}

/// Why no execution of a statement can be left out, if none can.
fn why_fixed(tracer: &Tracer, statement: &Statement) -> &'static str {
    match statement.kind {
        Kind::Entry => "it enters the function",
        Kind::Exit => "it leaves the function",
        Kind::Part => "it is part of the statement before",
        _ if statement.gives && tracer.debug.functions[statement.function].gives => {
            "it settles what the function returns"
        }
        _ if statement.gives => "it leaves the function",
        Kind::Plain | Kind::Predicate | Kind::Call => match statement.bound {
            Some(Bound::Jumps) => "it leads elsewhere",
            Some(Bound::Register) => "it sets a variable that is in a register",
            None => "",
        },
    }
}

/// How a predicate came out: whether what follows it in the source came next.
fn outcome(tracer: &Tracer, statement: &Statement, next: &Statement) -> Option<bool> {
    if statement.kind != Kind::Predicate || statement.ways.len() > 2 {
        return None;
    }
    let inside = |way: &&Statement| way.file == statement.file && way.line > statement.line;
    let ways = statement.ways.iter().filter_map(|address| tracer.at(*address));
    let follows = ways.filter(inside).min_by_key(|way| way.line)?;
    Some(follows.address == next.address)
}

const fn kind(kind: Kind) -> protocol::Kind {
    match kind {
        Kind::Plain | Kind::Part => protocol::Kind::Statement,
        Kind::Predicate => protocol::Kind::Predicate,
        Kind::Call => protocol::Kind::Call,
        Kind::Entry => protocol::Kind::Entry,
        Kind::Exit => protocol::Kind::Exit,
    }
}

/// Where a program was when its run was ended.
pub(crate) fn stopped(tracer: &Tracer, run: &Run, events: &[Event]) -> Stopped {
    let count = events.len() as u64;
    let last = run.at.and_then(|at| events.get(at as usize)).or(events.last());
    let Some(statement) = last.and_then(|last| tracer.statement(last.statement).ok()) else {
        return Stopped { events: count, ..Stopped::default() };
    };
    Stopped {
        events: count,
        file: Sources::shown(&tracer.debug.files[statement.file]),
        line: statement.line,
        function: tracer.debug.functions[statement.function].name.clone(),
    }
}

/// How a run ended; where it took another way than the recorded one, with what it did.
pub(crate) fn end(tracer: &Tracer, run: &Run, events: &[Event]) -> Result<End, Refusal> {
    let diverged = |why: String| Ok(End::Diverged { event: run.at, why });
    let place = |number: Option<u32>| {
        let statement = number.and_then(|number| tracer.statements.get(number as usize));
        statement.map_or_else(String::new, |statement| {
            let path = &tracer.debug.files[statement.file];
            format!("{}:{}", Sources::shown(path), statement.line)
        })
    };
    match run.end {
        AgentEnd::Diverged => return diverged(format!("it came to {} instead", place(run.found))),
        AgentEnd::Beyond => {
            return diverged(format!(
                "it went on to {}, where the recorded run was at its end",
                place(run.found)
            ));
        }
        AgentEnd::Compared => return diverged(format!("it compared other values at {}", place(run.found))),
        AgentEnd::TooMany => {
            let Stopped { file, line, function, .. } = stopped(tracer, run, events);
            let at = format!("{file}:{line}, in {function}");
            return Err(Refusal::TooLong { most: tracer.most, at });
        }
        AgentEnd::Thread => return Err(Refusal::Threads),
        AgentEnd::Fork => return Err(Refusal::Forks),
        AgentEnd::Terminal => return Err(Refusal::AtTerminal),
        AgentEnd::None | AgentEnd::Ran | AgentEnd::Unprepared => {}
    }
    Ok(match run.status {
        Status::Exited(code) => {
            let at = run.at.and_then(|at| events.get(at as usize));
            let last = at.map(|event| tracer.statement(event.statement)).transpose()?;
            let returned = last.is_none_or(|last| last.kind == Kind::Exit || last.gives)
                && at.is_none_or(|event| event.parent == NONE);
            End::Exit { code, event: if returned { None } else { run.at } }
        }
        Status::Signalled(number) => {
            // An abort speaks of no address, and nor does the use of one that none can have.
            let crash = [4, 7, 8, 11].contains(&number) && run.address != u64::MAX;
            End::Signal { number, event: run.at, address: crash.then(|| format!("{:#x}", run.address)) }
        }
        Status::TimedOut => End::Diverged { event: run.at, why: "it took too long".into() },
    })
}

/// What a partial execution came to.
pub(crate) fn report(tracer: &Tracer, run: &Run, events: &[Event]) -> Result<Report, Refusal> {
    let values = run.values.iter().map(|value| shown(tracer, value)).collect();
    Ok(Report { end: end(tracer, run, events)?, values })
}

/// The events of a recorded trace.
pub(crate) fn events(tracer: &Tracer, trace: &str) -> Result<Vec<Event>, Refusal> {
    let mut events: Vec<Event> = Vec::new();
    // Of each event, the last one of the call that it made last; under `NONE`, the last one that has no parent.
    let mut last: BTreeMap<u32, u32> = BTreeMap::new();
    for line in trace.lines().filter(|line| line.starts_with("{\"event\"")) {
        let Ok(Record::Event(event)) = serde_json::from_str(line) else { return Err(Refusal::OtherTrace) };
        let statement = tracer.statement(event.statement)?;
        let number = u32::try_from(events.len()).map_err(|_| Refusal::OtherTrace)?;
        let parent = event.parent.unwrap_or(NONE);
        let before = last.get(&parent).copied().filter(|before| {
            let function =
                events.get(*before as usize).and_then(|event| tracer.statement(event.statement).ok());
            statement.kind != Kind::Entry
                && function.is_some_and(|found| found.function == statement.function)
        });
        if let Some(before) = before.and_then(|before| events.get_mut(before as usize)) {
            before.next = number;
        }
        last.insert(parent, number);
        events.push(Event { statement: event.statement, parent, next: NONE, compared: 0 });
    }
    Ok(events)
}
