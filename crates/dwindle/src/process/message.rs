//! What the main process and a keeper tell each other.
//!
//! The keeper says `Ready` once; then each `Run`, `Ask` and `Dismiss` is answered by one [`Told`], and the
//! main process waits for it: all that may come meanwhile is a `Stop`. That is never answered and names its
//! run, so one that comes too late hits nothing.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use super::wire::{Decoder, Encoder, malformed};
use super::{Answer, Captured, Command, End, Limits, NotStarted, Reply, Report, Run, Stdin};

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
                let stdin = from
                    .option(Decoder::os)?
                    .map_or(Stdin::Null, |path| Stdin::File(path.into()));
                Request::Run(
                    number,
                    Run {
                        dir,
                        stdin,
                        timeout: from.option(Decoder::span)?,
                    },
                )
            }
            3 => {
                let number = from.number()?;
                let dir = from.os()?.into();
                let text = from.bytes()?.to_vec();
                Request::Ask(
                    number,
                    Line {
                        dir,
                        text,
                        timeout: from.option(Decoder::span)?,
                    },
                )
            }
            4 => Request::Dismiss,
            5 => Request::Stop(from.number()?),
            6 => Request::Bye,
            _ => return Err(malformed()),
        })
    }
}

fn put_command(to: &mut Encoder, command: &Command) {
    to.os(&command.program);
    to.number(command.args.len() as u64);
    for arg in &command.args {
        to.os(arg);
    }
    to.number(command.env.len() as u64);
    for (name, value) in &command.env {
        to.os(name);
        to.os(value);
    }
    to.option(command.limits.memory, Encoder::number);
    to.option(command.limits.cpu, Encoder::span);
    to.option(command.limits.file_size, Encoder::number);
    to.span(command.grace);
    to.number(command.output_cap as u64);
}

fn get_command(from: &mut Decoder<'_>) -> io::Result<Command> {
    Ok(Command {
        program: from.os()?,
        args: from.list(Decoder::os)?,
        env: from.list(|from| Ok((from.os()?, from.os()?)))?,
        limits: Limits {
            memory: from.option(Decoder::number)?,
            cpu: from.option(Decoder::span)?,
            file_size: from.option(Decoder::number)?,
        },
        grace: from.span()?,
        output_cap: usize::try_from(from.number()?).unwrap_or(usize::MAX),
    })
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
                let known = from
                    .option(Decoder::number)?
                    .and_then(|at| KINDS.get(usize::try_from(at).ok()?));
                Told::Failed(known.copied().unwrap_or(io::ErrorKind::Other), from.text()?)
            }
            4 => Told::Dismissed,
            _ => return Err(malformed()),
        })
    }
}

fn put_end(to: &mut Encoder, end: &End) {
    let (tag, code, why) = match end {
        End::Exited(code) => (0, *code, ""),
        End::Signalled(signal) => (1, *signal, ""),
        End::TimedOut => (2, 0, ""),
        End::Stopped => (3, 0, ""),
        End::NotStarted(kind, why) => (4, i32::from(put_kind(*kind)), why.as_str()),
    };
    to.byte(tag);
    to.number(u64::from(code.cast_unsigned()));
    to.bytes(why.as_bytes());
}

fn get_end(from: &mut Decoder<'_>) -> io::Result<End> {
    let tag = from.byte()?;
    let code = u32::try_from(from.number()?)
        .map_err(|_| malformed())?
        .cast_signed();
    let why = from.text()?;
    Ok(match tag {
        0 => End::Exited(code),
        1 => End::Signalled(code),
        2 => End::TimedOut,
        3 => End::Stopped,
        4 => End::NotStarted(get_kind(code), why),
        _ => return Err(malformed()),
    })
}

fn put_kind(kind: NotStarted) -> u8 {
    match kind {
        NotStarted::NotFound => 0,
        NotStarted::PermissionDenied => 1,
        NotStarted::BadFormat => 2,
        NotStarted::Other => 3,
    }
}

fn get_kind(code: i32) -> NotStarted {
    match code {
        0 => NotStarted::NotFound,
        1 => NotStarted::PermissionDenied,
        2 => NotStarted::BadFormat,
        _ => NotStarted::Other,
    }
}

fn put_answer(to: &mut Encoder, answer: &Answer) {
    let bytes = |to: &mut Encoder, tag, bytes: &[u8]| {
        to.byte(tag);
        to.bytes(bytes);
    };
    match answer {
        Answer::Line(line) => bytes(to, 0, line),
        Answer::TimedOut => to.byte(1),
        Answer::Stopped => to.byte(2),
        Answer::Died(end) => {
            to.byte(3);
            put_end(to, end);
        }
        Answer::Garbled(found) => bytes(to, 4, found),
        Answer::NotStarted(kind, why) => {
            to.byte(5);
            to.byte(put_kind(*kind));
            to.bytes(why.as_bytes());
        }
    }
}

fn get_answer(from: &mut Decoder<'_>) -> io::Result<Answer> {
    Ok(match from.byte()? {
        0 => Answer::Line(from.bytes()?.to_vec()),
        1 => Answer::TimedOut,
        2 => Answer::Stopped,
        3 => Answer::Died(get_end(from)?),
        4 => Answer::Garbled(from.bytes()?.to_vec()),
        5 => Answer::NotStarted(get_kind(from.byte()?.into()), from.text()?),
        _ => return Err(malformed()),
    })
}

fn put_captured(to: &mut Encoder, captured: &Captured) {
    to.bytes(&captured.head);
    to.bytes(&captured.tail);
    to.number(captured.total);
}

fn get_captured(from: &mut Decoder<'_>) -> io::Result<Captured> {
    let (head, tail, total) = (from.bytes()?.to_vec(), from.bytes()?.to_vec(), from.number()?);
    if total < (head.len() + tail.len()) as u64 {
        return Err(malformed());
    }
    Ok(Captured { head, tail, total })
}
