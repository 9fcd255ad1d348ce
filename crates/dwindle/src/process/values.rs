//! How the values inside messages are written; every pair of functions in the order of the fields.

use std::io;

use super::wire::{Decoder, Encoder, malformed};
use super::{Answer, Captured, Command, End, Limits, NotStarted};

pub(super) fn put_command(to: &mut Encoder, command: &Command) {
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

pub(super) fn get_command(from: &mut Decoder<'_>) -> io::Result<Command> {
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

pub(super) fn put_end(to: &mut Encoder, end: &End) {
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

pub(super) fn get_end(from: &mut Decoder<'_>) -> io::Result<End> {
    let tag = from.byte()?;
    let code = u32::try_from(from.number()?).map_err(|_| malformed())?.cast_signed();
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

pub(super) fn put_answer(to: &mut Encoder, answer: &Answer) {
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

pub(super) fn get_answer(from: &mut Decoder<'_>) -> io::Result<Answer> {
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

pub(super) fn put_captured(to: &mut Encoder, captured: &Captured) {
    to.bytes(&captured.head);
    to.bytes(&captured.tail);
    to.number(captured.total);
}

pub(super) fn get_captured(from: &mut Decoder<'_>) -> io::Result<Captured> {
    let (head, tail, total) = (from.bytes()?.to_vec(), from.bytes()?.to_vec(), from.number()?);
    if total < (head.len() + tail.len()) as u64 {
        return Err(malformed());
    }
    Ok(Captured { head, tail, total })
}
