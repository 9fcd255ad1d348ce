//! What `trace` was asked to do, resolved.

use std::ffi::OsString;
use std::path::PathBuf;

use dwindle_exec::signature::Pattern;
use dwindle_trace::protocol::{Control, Probe, Statement};
use dwindle_trace::{Language, Method};

/// How a program is traced, and what has to come out the same.
#[derive(Clone, Debug)]
pub struct Trace {
    /// What traces it.
    pub tracer: Tracing,
    /// The program with its arguments.
    pub program: Vec<OsString>,
    /// `--input`.
    pub input: Option<PathBuf>,
    /// `--control`.
    pub control: Option<Control>,
    /// `--max-statements`.
    pub most: Option<u64>,
    /// `--only`.
    pub only: Vec<Place>,
    /// `--stdout`.
    pub stdout: Option<Pattern>,
    /// `--stderr`.
    pub stderr: Option<Pattern>,
    /// `--test`.
    pub test: Option<String>,
    /// `--probe`.
    pub probes: Vec<Probe>,
    /// `--algorithm`.
    pub method: Method,
    /// `--sarif`.
    pub sarif: Option<PathBuf>,
    /// `--breakpoints`.
    pub breakpoints: Option<PathBuf>,
}

/// What traces a program.
#[derive(Clone, Debug)]
pub enum Tracing {
    /// A script of ours, run by this interpreter.
    Script(Language, OsString),
    /// This program itself.
    Native,
    /// `--tracer`.
    Command(String),
}

impl Tracing {
    /// The command line of `--tracer`.
    pub fn line(&self) -> Option<&str> {
        match self {
            Self::Command(line) => Some(line),
            Self::Script(..) | Self::Native => None,
        }
    }
}

/// Statements of which some may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// As it was typed.
    pub typed: String,
    /// The file, or the end of its path.
    pub file: String,
    /// What of it.
    pub part: Part,
}

/// What of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// The function of this name, with or without those around it.
    Function(String),
    /// The lines from the first to the second.
    Lines(u32, u32),
}

impl Place {
    /// Whether a statement is there.
    pub fn holds(&self, statement: &Statement) -> bool {
        let ends = |whole: &str, end: &str, before: char| {
            whole == end || whole.strip_suffix(end).is_some_and(|rest| rest.ends_with(before))
        };
        ends(&statement.file, &self.file, '/')
            && match &self.part {
                Part::Whole => true,
                Part::Function(name) => {
                    ends(&statement.function, name, '.') || ends(&statement.function, name, ':')
                }
                Part::Lines(from, to) => (*from..=*to).contains(&statement.line),
            }
    }
}
