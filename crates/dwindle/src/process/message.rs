//! What the main process and a keeper tell each other.
//!
//! The keeper says `Ready` once; then each `Run`, `Ask` and `Dismiss` is answered by one [`Told`], and the
//! main process waits for it: all that may come meanwhile is a `Stop`. That is never answered and names its
//! run, so one that comes too late hits nothing.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::values::{
    get_answer, get_captured, get_command, get_end, put_answer, put_captured, put_command, put_end,
};
use super::wire::{Decoder, Encoder, malformed};
use super::{Command, Reply, Report, Run, Stdin};

/// From the main process to the keeper.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Request {
    /// The slot's directory, to be removed when the main process dies.
    Open(PathBuf),
    /// The command of the runs and requests that follow.
    Command(Command),
    /// Run it; the number is what a stop names.
    Run(u64, Run),
    /// Pass a line to the worker that is this command, and its answer back.
    Ask(u64, Line),
    /// End the worker, if there is one.
    Dismiss,
    /// End the run of this number.
    Stop(u64),
    /// The main process closes the pipe next, and lives.
    Bye,
}

/// One request to a worker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) dir: PathBuf,
    pub(super) text: Vec<u8>,
    pub(super) timeout: Option<Duration>,
}

/// From the keeper to the main process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Told {
    /// The keeper of this version is there.
    Ready(String),
    Report(Report),
    Reply(Reply),
    /// The run could not be made: the error's kind and words.
    Failed(io::ErrorKind, String),
    /// There is no worker.
    Dismissed,
}

impl Request {
    pub(super) fn encode(&self, to: &mut Encoder) {
        match self {
            Request::Open(scratch) => to.frame(0, |to| to.os(scratch)),
            Request::Command(command) => to.frame(1, |to| put_command(to, command)),
            Request::Run(number, run) => to.frame(2, |to| {
                to.number(*number);
                to.os(&run.dir);
                let file = match &run.stdin {
                    Stdin::Null => None,
                    Stdin::File(path) => Some(path),
                };
                to.option(file, Encoder::os);
                to.option(run.timeout, Encoder::span);
            }),
            Request::Ask(number, line) => to.frame(3, |to| {
                to.number(*number);
                to.os(&line.dir);
                to.bytes(&line.text);
                to.option(line.timeout, Encoder::span);
            }),
            Request::Dismiss => to.frame(4, |_| ()),
            Request::Stop(number) => to.frame(5, |to| to.number(*number)),
            Request::Bye => to.frame(6, |_| ()),
        }
    }

    pub(super) fn decode(mut from: Decoder<'_>) -> io::Result<Self> {
        let from = &mut from;
        Ok(match from.byte()? {
            0 => Request::Open(from.os()?.into()),
            1 => Request::Command(get_command(from)?),
            2 => {
                let number = from.number()?;
                let dir = from.os()?.into();
                let stdin = from.option(Decoder::os)?.map_or(Stdin::Null, |path| Stdin::File(path.into()));
                Request::Run(number, Run { dir, stdin, timeout: from.option(Decoder::span)? })
            }
            3 => {
                let number = from.number()?;
                let dir = from.os()?.into();
                let text = from.bytes()?.to_vec();
                Request::Ask(number, Line { dir, text, timeout: from.option(Decoder::span)? })
            }
            4 => Request::Dismiss,
            5 => Request::Stop(from.number()?),
            6 => Request::Bye,
            _ => return Err(malformed()),
        })
    }
}

/// The kinds of error that are told apart; any other is `Other`.
const KINDS: [io::ErrorKind; 7] = [
    io::ErrorKind::NotFound,
    io::ErrorKind::PermissionDenied,
    io::ErrorKind::NotADirectory,
    io::ErrorKind::InvalidInput,
    io::ErrorKind::Unsupported,
    io::ErrorKind::OutOfMemory,
    io::ErrorKind::WouldBlock,
];

impl Told {
    pub(super) fn encode(&self, to: &mut Encoder) {
        match self {
            Told::Ready(version) => to.frame(0, |to| to.bytes(version.as_bytes())),
            Told::Report(report) => to.frame(1, |to| {
                put_end(to, &report.end);
                to.span(report.duration);
                put_captured(to, &report.stdout);
                put_captured(to, &report.stderr);
                to.number(report.leftovers.into());
            }),
            Told::Reply(reply) => to.frame(2, |to| {
                put_answer(to, &reply.answer);
                to.span(reply.duration);
                put_captured(to, &reply.stderr);
            }),
            Told::Failed(kind, why) => to.frame(3, |to| {
                let known = KINDS.iter().position(|known| known == kind);
                to.option(known, |to, at| to.number(at as u64));
                to.bytes(why.as_bytes());
            }),
            Told::Dismissed => to.frame(4, |_| ()),
        }
    }

    pub(super) fn decode(mut from: Decoder<'_>) -> io::Result<Self> {
        let from = &mut from;
        Ok(match from.byte()? {
            0 => Told::Ready(from.text()?),
            1 => Told::Report(Report {
                end: get_end(from)?,
                duration: from.span()?,
                stdout: get_captured(from)?,
                stderr: get_captured(from)?,
                leftovers: u32::try_from(from.number()?).unwrap_or(u32::MAX),
            }),
            2 => Told::Reply(Reply {
                answer: get_answer(from)?,
                duration: from.span()?,
                stderr: get_captured(from)?,
            }),
            3 => {
                let known = from.option(Decoder::number)?.and_then(|at| KINDS.get(usize::try_from(at).ok()?));
                Told::Failed(known.copied().unwrap_or(io::ErrorKind::Other), from.text()?)
            }
            4 => Told::Dismissed,
            _ => return Err(malformed()),
        })
    }
}

#[cfg(test)]
mod tests;
