//! A recorded run: its statements, its events, and how it ended.

use std::collections::BTreeMap;
use std::io::{self, BufRead};

use crate::protocol::{self, End, Event, Kind, Passed, Record, Refused, Statement, Stopped, Trace, Value};

/// What a tracer recorded of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// Who recorded it.
    pub trace: Trace,
    /// The statements, by number.
    pub statements: Vec<Statement>,
    /// The events, by number.
    pub events: Vec<Event>,
    /// How often statements were executed that are part of others.
    pub passed: Vec<Passed>,
    /// What the probes came to, in order.
    pub values: Vec<Value>,
    /// How the run ended.
    pub end: End,
}

/// Why what a tracer wrote is no trace.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The tracer refused the program.
    #[error("{}", .0.why)]
    Refused(Refused),
    /// A line is not what the protocol asks for.
    #[error("line {line} of the trace: {why}")]
    Malformed {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The tracer was asked to end before the program did.
    #[error("the program was ended while it was recorded")]
    Stopped(Stopped),
    /// It has no end.
    #[error("the trace has no end: the tracer did not come to write it")]
    NoEnd,
    /// It could not be read.
    #[error("the trace cannot be read: {0}")]
    Io(#[from] io::Error),
}

impl Recorded {
    /// Reads a trace.
    ///
    /// # Errors
    /// When it is none, or the tracer refused the program.
    pub fn read(lines: impl BufRead) -> Result<Self, ReadError> {
        let mut trace = None;
        let (mut statements, mut events) = (Vec::<Statement>::new(), Vec::<Event>::new());
        let (mut passed, mut values) = (Vec::new(), Vec::new());
        for (line, text) in (1..).zip(lines.lines()) {
            let wrong = |why: String| ReadError::Malformed { line, why };
            let record = serde_json::from_str(&text?).map_err(|error| wrong(error.to_string()))?;
            match record {
                Record::Trace(header) if header.version != protocol::VERSION => {
                    return Err(wrong(format!("version {} of the protocol is not known", header.version)));
                }
                Record::Trace(header) => trace = Some(header),
                Record::Statement(statement) if statement.id as usize == statements.len() => {
                    statements.push(statement);
                }
                Record::Event(event) => {
                    follows(&event, &statements, events.len()).map_err(wrong)?;
                    events.push(event);
                }
                Record::Value(value) if (value.event as usize) < events.len() => values.push(value),
                Record::Passed(found) if (found.statement as usize) < statements.len() => passed.push(found),
                Record::Statement(_) | Record::Passed(_) | Record::Value(_) => {
                    return Err(wrong("its number is not the next one, or not known".to_owned()));
                }
                Record::Stopped(stopped) => return Err(ReadError::Stopped(stopped)),
                Record::Refused(refused) => return Err(ReadError::Refused(refused)),
                Record::End(end) => {
                    let trace = trace.ok_or_else(|| wrong("the first line is missing".to_owned()))?;
                    return Ok(Self { trace, statements, events, passed, values, end });
                }
            }
        }
        Err(ReadError::NoEnd)
    }

    /// Where a program was of which a tracer wrote this much before it was ended, as far as it says.
    pub fn stopped(lines: impl BufRead) -> Option<Stopped> {
        let (mut statements, mut last) = (BTreeMap::new(), None);
        // The last line may be there in part.
        let records = lines.lines().map_while(Result::ok).map_while(|line| serde_json::from_str(&line).ok());
        for record in records {
            match record {
                Record::Stopped(stopped) => return Some(stopped),
                Record::Statement(statement) => drop(statements.insert(statement.id, statement)),
                Record::Event(event) => last = Some(event),
                _ => {}
            }
        }
        let event: Event = last?;
        let Statement { file, line, function, .. } = statements.remove(&event.statement)?;
        Some(Stopped { events: u64::from(event.number) + 1, file, line, function })
    }

    /// The statement of an event.
    ///
    /// # Panics
    /// When there is no such event.
    pub fn statement(&self, event: u32) -> &Statement {
        &self.statements[self.events[event as usize].statement as usize]
    }

    /// Whether an event is no statement of its own: it enters or leaves a function.
    pub fn is_passage(&self, event: u32) -> bool {
        matches!(self.statement(event).kind, Kind::Entry | Kind::Exit)
    }

    /// Whether an event is counted among the executed statements that can matter: not counted are what the tracer fixes, and
    /// definitions of functions, which in many languages are not executed.
    pub fn is_counted(&self, event: u32) -> bool {
        let is_definition = self.statement(event).kind == Kind::Definition;
        !(self.events[event as usize].fixed || is_definition || self.is_passage(event))
    }

    /// Where another run of the same program went elsewhere; values do not count.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let at = |recorded: &Self, number: usize| match recorded.events.get(number) {
            Some(event) => {
                let statement = &recorded.statements[event.statement as usize];
                let outcome = event.outcome.map_or(String::new(), |outcome| format!(" ({outcome})"));
                format!("{}:{}{outcome}", statement.file, statement.line)
            }
            None => format!("the end, {}", recorded.end),
        };
        let same = |number: &usize| {
            let key = |recorded: &Self| {
                let event = recorded.events.get(*number)?;
                Some((event.statement, event.parent, event.outcome, event.fixed))
            };
            key(self) == key(other) && at(self, *number) == at(other, *number)
        };
        let longest = self.events.len().max(other.events.len());
        let first = (0..=longest).find(|number| !same(number))?;
        Some(format!(
            "executed statement {} was {} in the first run and {} in the second",
            first + 1,
            at(self, first),
            at(other, first)
        ))
    }
}

/// Whether an event may stand behind `events` others.
fn follows(event: &Event, statements: &[Statement], events: usize) -> Result<(), String> {
    if event.number as usize != events {
        return Err(format!("event {} follows {events} events", event.number));
    }
    if event.statement as usize >= statements.len() {
        return Err(format!("there is no statement {} yet", event.statement));
    }
    match event.parent {
        Some(parent) if parent >= event.number => Err(format!("its parent {parent} comes later")),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRACE: &str = r#"{"trace":{"version":1,"tracer":"test"}}
{"statement":{"id":0,"file":"a","line":1}}
{"event":{"number":0,"statement":0}}
{"event":{"number":1,"statement":0,"parent":0}}
{"value":{"probe":0,"event":1,"value":"3"}}
{"end":{"exit":{"code":2}}}
"#;

    #[test]
    fn a_trace_is_read_and_wrong_lines_are_named() {
        let recorded = Recorded::read(TRACE.as_bytes()).unwrap();
        assert_eq!((recorded.events.len(), recorded.values.len()), (2, 1));
        assert_eq!(recorded.end, End::Exit { code: 2, event: None });
        let wrong = |from: &str, to: &str| {
            Recorded::read(TRACE.replace(from, to).as_bytes()).unwrap_err().to_string()
        };
        assert_eq!(wrong("\"number\":1", "\"number\":2"), "line 4 of the trace: event 2 follows 1 events");
        assert_eq!(wrong("\"parent\":0", "\"parent\":1"), "line 4 of the trace: its parent 1 comes later");
        assert_eq!(
            wrong("\"version\":1", "\"version\":9"),
            "line 1 of the trace: version 9 of the protocol is not known"
        );
        assert_eq!(
            wrong("{\"end\":{\"exit\":{\"code\":2}}}\n", ""),
            "the trace has no end: the tracer did not come to write it"
        );
    }

    #[test]
    fn of_a_trace_that_breaks_off_the_last_event_is_known() {
        let part = TRACE.find("{\"value\"").unwrap() + 9;
        let stopped = Recorded::stopped(&TRACE.as_bytes()[..part]).unwrap();
        assert_eq!((stopped.events, stopped.file.as_str(), stopped.line), (2, "a", 1));
        let told = r#"{"stopped":{"events":7,"file":"b.c","line":3,"function":"f"}}"#;
        assert_eq!(Recorded::stopped(told.as_bytes()).unwrap().function, "f");
        assert_eq!(Recorded::stopped(&b""[..]), None);
    }

    #[test]
    fn the_first_difference_of_two_runs_is_named() {
        let recorded = Recorded::read(TRACE.as_bytes()).unwrap();
        assert_eq!(recorded.difference(&recorded), None);
        let mut other = recorded.clone();
        other.events[1].outcome = Some(true);
        let named = "executed statement 2 was a:1 in the first run and a:1 (true) in the second";
        assert_eq!(recorded.difference(&other).unwrap(), named);
        other.events.pop();
        other.values.clear();
        assert!(recorded.difference(&other).unwrap().contains("the end, exit code 2"));
    }
}
