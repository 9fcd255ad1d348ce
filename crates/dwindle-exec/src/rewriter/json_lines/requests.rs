//! What the program is asked of a text, one request after the other.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use dwindle::rewrite::Rewrite;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::answer::{self, Hello, Offered, Variant};
use crate::process::{Answer, End};
use crate::rewriter::ahead::{Job, Maker, Trouble};
use crate::rewriter::bench::Bench;
use crate::rewriter::workplace::Workplace;

/// The version of the protocol.
const PROTOCOL: u32 = 1;

/// How much of an answer that makes no sense is shown.
const SHOWN: usize = 60;

/// The program, and what it said of itself once it was asked.
#[derive(Debug)]
pub(super) struct Requests {
    line: String,
    dir: PathBuf,
    name: OsString,
    place: Workplace,
    /// The rule that its rewrites are by.
    rule: &'static str,
    hello: Mutex<Option<Hello>>,
}

/// A request, in the order in which they are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Task {
    Hello,
    Rewrites,
    /// The variant of this number, of so many.
    Variant {
        at: usize,
        of: usize,
    },
}

#[derive(Debug)]
pub(super) enum Made {
    /// Whether it knows the language.
    Known(bool),
    Rewrites(Vec<Rewrite>),
    Variants(usize),
    /// What a variant changes; none where that is nothing.
    Variant(Option<Rewrite>),
}

/// What a program is asked.
#[derive(Serialize)]
#[serde(untagged)]
enum Request<'a> {
    Hello { hello: u32 },
    Rewrites { file: &'a Path, language: Option<&'a str> },
    Variant { file: &'a Path, language: Option<&'a str>, variant: usize },
}

impl Requests {
    pub(super) fn new(
        line: String,
        dir: PathBuf,
        name: OsString,
        place: Workplace,
        rule: &'static str,
    ) -> Self {
        Self { line, dir, name, place, rule, hello: Mutex::new(None) }
    }

    /// The line of the shell that starts the program.
    pub(super) fn line(&self) -> &str {
        &self.line
    }

    /// Whether it knows the language, if it was asked.
    pub(super) fn knows(&self, language: Option<&str>) -> Option<bool> {
        let hello = self.hello.lock().unwrap_or_else(PoisonError::into_inner);
        hello.as_ref().map(|hello| hello.knows(language))
    }

    /// The answer to a request.
    fn ask<A: DeserializeOwned>(&self, bench: &mut Bench, request: &Request<'_>) -> Result<A, Trouble> {
        let args = ["-c".into(), OsString::from(&self.line)].into();
        let command = self.place.command("/bin/sh".as_ref(), args, SHOWN);
        let line = serde_json::to_vec(request).map_err(useless)?;
        match bench.ask(&command, &self.dir, &line).map_err(useless)?.answer {
            Answer::Line(line) => {
                serde_json::from_slice(&line).map_err(|error| useless(format!("{}: {error}", said(&line))))
            }
            Answer::Garbled(bytes) => {
                Err(useless(format!("{}, which is not one line for one", said(&bytes))))
            }
            Answer::None(End::Stopped) => Err(Trouble::Stopped),
            Answer::None(End::TimedOut) => Err(useless(format!(
                "it took longer than {:?} to answer (let it offer less, or run without it)",
                self.place.limit
            ))),
            Answer::None(end) => Err(useless(format!("it ended without an answer: {end}"))),
        }
    }
}

impl Maker for Requests {
    type Task = Task;
    type Made = Made;

    fn first(&self) -> Task {
        Task::Hello
    }

    fn next(&self, _: &Job, task: &Task, made: &Made) -> Vec<Task> {
        match (made, *task) {
            (Made::Known(true), _) => vec![Task::Rewrites],
            (Made::Variants(of), _) if *of > 0 => vec![Task::Variant { at: 0, of: *of }],
            (_, Task::Variant { at, of }) if at + 1 < of => vec![Task::Variant { at: at + 1, of }],
            _ => Vec::new(),
        }
    }

    fn make(&self, bench: &mut Bench, job: &Job, task: &Task) -> Result<Made, Trouble> {
        let language = job.language.as_deref();
        let variant = match task {
            Task::Hello => {
                if let Some(knows) = self.knows(language) {
                    return Ok(Made::Known(knows));
                }
                let hello: Hello = self.ask(bench, &Request::Hello { hello: PROTOCOL })?;
                let knows = hello.knows(language);
                *self.hello.lock().unwrap_or_else(PoisonError::into_inner) = Some(hello);
                return Ok(Made::Known(knows));
            }
            Task::Rewrites => None,
            Task::Variant { at, .. } => Some(*at),
        };
        let file = &*bench.lay(&self.name, &job.text).map_err(useless)?;
        let Some(variant) = variant else {
            return Ok(match self.ask(bench, &Request::Rewrites { file, language })? {
                Offered::Rewrites(rewrites) => {
                    Made::Rewrites(answer::read(rewrites, self.rule, &job.text).map_err(useless)?)
                }
                Offered::Variants(variants) => Made::Variants(variants),
            });
        };
        let made: Variant = self.ask(bench, &Request::Variant { file, language, variant })?;
        let after = made.text().map_err(useless)?;
        Ok(Made::Variant(after.and_then(|after| Rewrite::between(self.rule, &job.text, &after))))
    }
}

#[expect(clippy::needless_pass_by_value, reason = "errors are mapped by it")]
fn useless(why: impl ToString) -> Trouble {
    Trouble::Useless(why.to_string())
}

/// What it answered.
fn said(answer: &[u8]) -> String {
    let shown: String = String::from_utf8_lossy(answer).chars().take(SHOWN).collect();
    format!("it answered `{}`", shown.trim_end())
}
