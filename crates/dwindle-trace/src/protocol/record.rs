//! The records of a trace.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// One line of a trace.
///
/// A trace begins with [`Record::Trace`] and ends with [`Record::End`], or is [`Record::Refused`] alone or at its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Record {
    /// The first line.
    Trace(Trace),
    /// A statement of the program, before its first event.
    Statement(Statement),
    /// One execution of a statement.
    Event(Event),
    /// How often a statement was executed that is part of another one.
    Passed(Passed),
    /// The value of a probe, after the event before which it was evaluated.
    Value(Value),
    /// How the program ended: the last line.
    End(End),
    /// Why the program cannot be traced: the last line.
    Refused(Refused),
    /// Where the program was when the tracer was asked to end: the last line, and perhaps the only one.
    Stopped(Stopped),
}

/// Who wrote a trace, and what it can do.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trace {
    /// The version of the protocol.
    pub version: u32,
    /// The tracer, with its version and that of its interpreter: another one needs another trace.
    pub tracer: String,
    /// Whether it has the mode `serve`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub serve: bool,
    /// What storage that was not initialised can hold, in words for people: a partial execution is told which by its place here.
    /// Nothing where that cannot be chosen.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub garbage: Vec<String>,
    /// Files of the program's own that are not traced, as far as they are known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untraced: Vec<String>,
    /// Whether it knows what predicates compare, and so the level [`Control::Exact`].
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}

/// A statement of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Its number: statements are numbered from 0 in the order in which they are told.
    pub id: u32,
    /// The source file: relative paths are relative to the working directory.
    pub file: String,
    /// The line on which it begins, from 1.
    pub line: u32,
    /// The function that it belongs to; empty outside of functions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
    /// What kind of statement it is.
    #[serde(default, skip_serializing_if = "Kind::is_statement")]
    pub kind: Kind,
    /// Its first line as it stands in the source, without indentation. Where it is empty, the line of the file counts.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Why its executions cannot be left out, as a clause about it: "it leaves the function". Empty where they can, or where that
    /// depends on the execution.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fixed: String,
    /// The statement that it is part of: it has no events, is executed with that one and goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part_of: Option<u32>,
}

/// How often a statement was executed that is part of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// Which statement.
    pub statement: u32,
    /// How often.
    pub count: u64,
}

/// What kind of statement it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Any other.
    #[default]
    Statement,
    /// One that decides what is executed next.
    Predicate,
    /// One that calls a function of the program.
    Call,
    /// One that does no more than to define a function. It is not counted, but can be left out.
    Definition,
    /// The entry of a function, where it is an event of its own. It is not counted and never left out.
    Entry,
    /// The exit of a function, likewise.
    Exit,
}

/// One execution of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number: events are numbered from 0 in the order of their execution.
    pub number: u32,
    /// Which statement.
    pub statement: u32,
    /// The event during which this one was executed, in a function that it called. It has a smaller number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// How a predicate came out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<bool>,
    /// Whether it cannot be left out as long as its parent is kept.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fixed: bool,
    /// What it changed, where that is known and short.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<Variable>,
}

/// What an event made of a variable.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variable {
    /// The variable.
    pub name: String,
    /// Its value before the event, where it had one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// Its value after the event.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// What a probe came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Value {
    /// Which probe, from 0 in the order of the options.
    pub probe: u32,
    /// The event before which it was evaluated.
    pub event: u32,
    /// Its value in the language of the program; none where it has none there.
    pub value: Option<String>,
}

/// How an execution ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum End {
    /// The program exited.
    Exit {
        /// With this code.
        code: i32,
        /// The event during which it did, where it did not simply come to its end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<u32>,
    },
    /// It was ended by a signal.
    Signal {
        /// The signal's number.
        number: i32,
        /// The event during which it came.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<u32>,
        /// The address that could not be used, in hexadecimal digits after `0x`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<String>,
    },
    /// A partial execution did not go on as the trace says.
    Diverged {
        /// The event at which it went elsewhere.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event: Option<u32>,
        /// What it did instead, in a few words.
        why: String,
    },
}

/// Where a program was when the tracer was asked to end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stopped {
    /// How many events there were by then.
    pub events: u64,
    /// The source file of the last one.
    pub file: String,
    /// Its line; zero if there was none.
    pub line: u32,
    /// Its function, if it has one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub function: String,
}

/// Why a program cannot be traced, or its trace not be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// The kind of reason.
    pub reason: Refusal,
    /// The reason for this program, as a clause: "`./prog` has no debug information".
    pub why: String,
}

/// The kinds of reasons for which tracers refuse a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Refusal {
    /// It cannot be started, or read.
    NotStarted,
    /// It is of a language, a format or a machine that the tracer does not know.
    Unsupported,
    /// The interpreter is too old.
    TooOld,
    /// It was built without debug information.
    NoDebugInformation,
    /// It was built with optimisation.
    Optimised,
    /// It is linked statically.
    Static,
    /// It runs with the rights of another user.
    SetUid,
    /// It started a thread.
    Threads,
    /// It started a process, or became another program.
    Forks,
    /// It reads from a terminal.
    Terminal,
    /// A second run came out otherwise than the first.
    Differs,
    /// It executed more events than the tracer records.
    TooLong,
    /// An option of the user's cannot be met: a probe on a line that was never executed.
    Option,
    /// Any other reason.
    Other,
}

/// What decides which way a partial execution goes on after a predicate.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Control {
    /// The trace: the outcome of a predicate that is kept does not count.
    Recorded,
    /// The trace, too, but a predicate that is kept and comes out otherwise than recorded diverges.
    #[default]
    Actual,
    /// As `actual`, with all predicates kept: they are evaluated wherever their frame is, and have to agree.
    Strict,
    /// As `strict`, and all that is compared has to be what was compared in the recorded run.
    Exact,
}

impl Control {
    /// All levels, from the one with the smallest slices.
    pub const ALL: &'static [Self] = <Self as strum::VariantArray>::VARIANTS;

    /// Whether predicates are evaluated wherever their frame is.
    pub fn keeps_predicates(self) -> bool {
        self >= Self::Strict
    }

    /// The level as a word of the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a tracer is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Mode {
    /// Record a run.
    Trace,
    /// Run with some of the recorded events.
    Keep,
    /// Do that many times.
    Serve,
}

impl Mode {
    /// The mode as the first word of a tracer's command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An expression that is evaluated before each event on a line: `FILE:LINE:EXPRESSION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The file: the name that statements give, or the end of it behind a slash.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The expression, in the language of the program.
    pub expression: String,
}

/// Why a text is no probe.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no probe: a probe is FILE:LINE:EXPRESSION")]
pub struct ProbeError(String);

impl FromStr for Probe {
    type Err = ProbeError;

    /// The file ends at the first colon behind which a line number and another colon stand.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.match_indices(':').find_map(|(at, _)| {
            let (line, expression) = text[at + 1..].split_once(':')?;
            let digits = !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_digit());
            (at > 0 && digits && !expression.trim().is_empty())
                .then(|| line.parse().ok())
                .flatten()
                .map(|line| (&text[..at], line, expression.trim()))
        });
        let (file, line, expression) = parts.ok_or_else(|| ProbeError(text.to_owned()))?;
        Ok(Self { file: file.to_owned(), line, expression: expression.to_owned() })
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.expression)
    }
}

/// In words: `exit code 1`.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exit { code, .. } => write!(f, "exit code {code}"),
            Self::Signal { number, .. } => write!(f, "signal {number}"),
            Self::Diverged { why, .. } => write!(f, "diverged from the trace: {why}"),
        }
    }
}

impl Kind {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    const fn is_statement(&self) -> bool {
        matches!(self, Self::Statement)
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(value: &bool) -> bool {
    !*value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(record: &Record) -> String {
        serde_json::to_string(record).unwrap()
    }

    #[test]
    fn records_are_short_lines_and_are_read_back() {
        let shown = [
            Record::Trace(Trace { version: 1, tracer: "lines 1".into(), ..Trace::default() }),
            Record::Statement(Statement {
                id: 0,
                file: "sum.c".into(),
                line: 5,
                function: "main".into(),
                kind: Kind::Predicate,
                text: "while (a <= b)".into(),
                ..Statement::default()
            }),
            Record::Passed(Passed { statement: 4, count: 6 }),
            Record::Event(Event { number: 12, statement: 3, parent: Some(4), ..Event::default() }),
            Record::Event(Event { number: 13, outcome: Some(false), fixed: true, ..Event::default() }),
            Record::Value(Value { probe: 0, event: 13, value: Some("15".into()) }),
            Record::End(End::Exit { code: 0, event: None }),
            Record::End(End::Signal { number: 11, event: Some(344), address: Some("0x0".into()) }),
            Record::Refused(Refused { reason: Refusal::NoDebugInformation, why: "no".into() }),
        ];
        let lines: Vec<String> = shown.iter().map(written).collect();
        assert_eq!(
            lines,
            [
                r#"{"trace":{"version":1,"tracer":"lines 1"}}"#,
                r#"{"statement":{"id":0,"file":"sum.c","line":5,"function":"main","kind":"predicate","text":"while (a <= b)"}}"#,
                r#"{"passed":{"statement":4,"count":6}}"#,
                r#"{"event":{"number":12,"statement":3,"parent":4}}"#,
                r#"{"event":{"number":13,"statement":0,"outcome":false,"fixed":true}}"#,
                r#"{"value":{"probe":0,"event":13,"value":"15"}}"#,
                r#"{"end":{"exit":{"code":0}}}"#,
                r#"{"end":{"signal":{"number":11,"event":344,"address":"0x0"}}}"#,
                r#"{"refused":{"reason":"no-debug-information","why":"no"}}"#,
            ]
        );
        for (line, record) in lines.iter().zip(&shown) {
            assert_eq!(&serde_json::from_str::<Record>(line).unwrap(), record);
        }
    }

    #[test]
    fn probes_name_a_file_a_line_and_an_expression() {
        let probe: Probe = "src/sum.c:10:x ? a : b".parse().unwrap();
        assert_eq!(
            (probe.file.as_str(), probe.line, probe.expression.as_str()),
            ("src/sum.c", 10, "x ? a : b")
        );
        assert_eq!(probe.to_string(), "src/sum.c:10:x ? a : b");
        for wrong in ["sum.c", "sum.c:10", "sum.c:ten:x", ":10:x", "sum.c:10:"] {
            assert!(wrong.parse::<Probe>().is_err(), "{wrong}");
        }
    }
}
