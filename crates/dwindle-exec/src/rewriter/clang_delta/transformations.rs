//! What the program makes of a text: one run for each number and for each instance.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dwindle::Text;
use dwindle::rewrite::Rewrite;

use crate::process::End;
use crate::rewriter::ahead::{Job, Maker, Trouble};
use crate::rewriter::bench::Bench;

/// Longer texts are not taken from it, in bytes.
const LONGEST_MADE: usize = 1 << 20;

/// What it prints before the number of instances.
const INSTANCES: &str = "Available transformation instances:";

/// The program, and the names of its transformations once it was asked.
#[derive(Debug)]
pub(super) struct Transformations {
    program: PathBuf,
    /// The rule that its rewrites are by.
    rule: &'static str,
    limit: Duration,
    names: Mutex<Option<Arc<[String]>>>,
}

/// An instance of the transformation of this number, counted from 1; 0 is how many there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Task {
    pub(super) rule: usize,
    pub(super) instance: usize,
}

#[derive(Debug)]
pub(super) enum Made {
    /// How many instances there are.
    Instances(usize),
    /// What an instance changes; none where that is nothing, or no text.
    Rewrite(Option<Rewrite>),
    /// The program ended by a signal, as it says.
    Crash(String),
    /// There are fewer transformations.
    NoSuchRule,
}

/// What a run of the program came to.
enum Ran {
    Printed(Vec<u8>),
    /// It exited with an error, or printed too much.
    Failed,
    Crashed(String),
}

impl Transformations {
    pub(super) fn new(program: PathBuf, rule: &'static str, limit: Duration) -> Self {
        Self { program, rule, limit, names: Mutex::new(None) }
    }

    /// The names of all transformations, which the first who asks finds out.
    fn names(&self, bench: &mut Bench) -> Result<Arc<[String]>, Trouble> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(names) = &*names {
            return Ok(Arc::clone(names));
        }
        let list = match self.run(bench, "the list of transformations", vec!["--transformations".into()])? {
            Ran::Printed(list) => String::from_utf8_lossy(&list).into_owned(),
            Ran::Failed => String::new(),
            Ran::Crashed(how) => return Err(Trouble::Useless(how)),
        };
        let found: Arc<[String]> = list.split_whitespace().map(str::to_owned).collect();
        if found.is_empty() {
            return Err(Trouble::Useless("it names no transformations".to_owned()));
        }
        *names = Some(Arc::clone(&found));
        Ok(found)
    }

    /// What the program prints with these arguments.
    fn run(&self, bench: &mut Bench, what: &str, args: Vec<OsString>) -> Result<Ran, Trouble> {
        let report = bench.run(&self.program, args, LONGEST_MADE);
        let report = report.map_err(|error| Trouble::Useless(error.to_string()))?;
        let is_whole = report.stdout.head.len() as u64 == report.stdout.total;
        match report.end {
            End::Exited(0) if is_whole => Ok(Ran::Printed(report.stdout.head)),
            End::Exited(_) => Ok(Ran::Failed),
            End::Stopped => Err(Trouble::Stopped),
            End::Signalled(signal) => Ok(Ran::Crashed(format!("{what} ended with signal {signal}"))),
            End::TimedOut => Err(Trouble::Useless(format!("{what} took longer than {:?}", self.limit))),
            End::NotStarted(_, why) => Err(Trouble::Useless(why)),
        }
    }
}

impl Maker for Transformations {
    type Task = Task;
    type Made = Made;

    fn first(&self) -> Task {
        Task { rule: 0, instance: 0 }
    }

    fn next(&self, _: &Job, task: &Task, made: &Made) -> Vec<Task> {
        let mut next = Vec::new();
        if let Made::Instances(instances) = made {
            next.extend((1..=*instances).map(|instance| Task { instance, ..*task }));
        }
        if *task == self.first() {
            let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
            let rules = names.as_ref().map_or(0, |names| names.len());
            next.extend((1..rules).map(|rule| Task { rule, instance: 0 }));
        }
        next
    }

    fn make(&self, bench: &mut Bench, job: &Job, task: &Task) -> Result<Made, Trouble> {
        let names = self.names(bench)?;
        let Some(name) = names.get(task.rule) else { return Ok(Made::NoSuchRule) };
        let file = job.language.as_deref().and_then(file_name).unwrap_or_default();
        let file = bench.lay(file.as_ref(), &job.text);
        let file = file.map_err(|error| Trouble::Useless(error.to_string()))?.into_os_string();
        if task.instance == 0 {
            return Ok(
                match self.run(bench, name, vec![format!("--query-instances={name}").into(), file])? {
                    Ran::Printed(answer) => Made::Instances(counted(&answer)),
                    Ran::Failed => Made::Instances(0),
                    Ran::Crashed(how) => Made::Crash(how),
                },
            );
        }
        let of = [format!("--transformation={name}"), format!("--counter={}", task.instance)];
        let args = of.into_iter().map(OsString::from).chain([file]).collect();
        Ok(match self.run(bench, name, args)? {
            Ran::Printed(bytes) => {
                let after = Text::new(bytes).ok();
                Made::Rewrite(after.and_then(|after| Rewrite::between(self.rule, &job.text, &after)))
            }
            Ran::Failed => Made::Rewrite(None),
            Ran::Crashed(how) => Made::Crash(how),
        })
    }
}

/// The name of a file in this language, by whose ending the program knows it; none for other languages.
pub(super) fn file_name(language: &str) -> Option<&'static str> {
    match language {
        "c" => Some("text.c"),
        "cpp" => Some("text.cpp"),
        _ => None,
    }
}

/// How many instances it says there are.
fn counted(answer: &[u8]) -> usize {
    let answer = String::from_utf8_lossy(answer);
    answer.lines().find_map(|line| line.strip_prefix(INSTANCES)?.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_instances_is_read() {
        assert_eq!(counted(b"Available transformation instances: 12\n"), 12);
        assert_eq!(counted(b"Error: no such transformation\n"), 0);
    }
}
