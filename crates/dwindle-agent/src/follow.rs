//! What is done when the program arrives at a statement: it is recorded, or compared with the recorded run.

use crate::frames::{self, Frame};
use crate::layout::{Control, ENTRY, End, Event, Mode, NONE, PREDICATE, Statement, Word};
use crate::probes::{self, Registers};
use crate::shared;

/// The statement with which the program goes on; or how the run ends.
pub(crate) type Turn = Result<u32, End>;

/// Takes note that the program arrived at a statement.
pub(crate) fn arrive(number: u32, registers: &Registers) -> Turn {
    let statement = shared::statement(number);
    let entry = statement.flags & ENTRY != 0;
    let stack = registers.stack();
    frames::leave(stack, entry);
    // A function that was entered in the middle (by a jump from another one) has a call of its own, too.
    let new = entry || frames::top().is_none_or(|frame| frame.function != statement.function);
    if shared::word(Word::Mode) == Mode::Record as u64 {
        record(number, statement, new, registers)
    } else {
        follow(number, statement, new, registers)
    }
}

fn record(number: u32, statement: Statement, new: bool, registers: &Registers) -> Turn {
    let before = frames::at();
    let parent = if new { before } else { frames::top().map_or(NONE, |frame| frame.parent) };
    let event = shared::push_event(Event { statement: number, parent, next: NONE, compared: 0 })
        .ok_or(End::TooMany)?;
    if new {
        enter(event, parent, statement, registers)?;
    } else if let Some(frame) = frames::top() {
        shared::set_next(before, event);
        probes::read_after(frame, registers.stack());
        frame.go_on_to(event);
    }
    shared::set(Word::At, u64::from(event));
    probes::read(event, statement, registers);
    Ok(number)
}

/// Begins a call at an event.
fn enter(event: u32, parent: u32, statement: Statement, registers: &Registers) -> Result<(), End> {
    let entry = statement.flags & ENTRY != 0;
    let frame = Frame::new(registers.stack(), entry, event, parent, statement.function);
    frames::enter(frame).ok_or(End::TooMany)
}

fn follow(number: u32, statement: Statement, new: bool, registers: &Registers) -> Turn {
    let strict = shared::word(Word::Control) >= Control::Strict as u64;
    let recorded = shared::word(Word::Control) == Control::Recorded as u64;
    let before = frames::at();
    shared::set(Word::Found, u64::from(number));
    let (event, is) = if new {
        let event = called(before, number, strict)?;
        enter(event, before, statement, registers)?;
        (event, number)
    } else {
        let next = shared::event(before).map_or(NONE, |event| event.next);
        let found = shared::event(next).ok_or(End::Beyond)?;
        let calls_left_out = strict && u64::from(next) != shared::word(Word::At) + 1;
        if calls_left_out || (found.statement != number && !recorded) {
            return Err(End::Diverged);
        }
        (next, found.statement)
    };
    let (event, is) = leave_out(event, is, strict);
    if let Some(frame) = frames::top() {
        frame.go_on_to(event);
    }
    shared::set(Word::At, u64::from(event));
    probes::read(event, shared::statement(is), registers);
    Ok(is)
}

/// The recorded call of a function from an event: the next one, or, where calls may be left out, the next one of this
/// function.
fn called(from: u32, number: u32, strict: bool) -> Turn {
    let at = shared::word(Word::At);
    let mut index = if at == u64::from(NONE) { 0 } else { u32::try_from(at + 1).unwrap_or(NONE) };
    let end = shared::event(from).map_or(NONE, |event| event.next);
    while index < end {
        let Some(event) = shared::event(index) else { break };
        // Events of calls from elsewhere: those from later events, or from outside of this call.
        let outside = from != NONE && (event.parent == NONE || event.parent < from);
        if outside {
            break;
        }
        if event.parent == from && event.statement == number {
            return Ok(index);
        }
        if strict {
            break;
        }
        index += 1;
    }
    Err(End::Diverged)
}

/// The first event from one on that is executed, and its statement.
fn leave_out(mut event: u32, mut is: u32, strict: bool) -> (u32, u32) {
    loop {
        let predicate = strict && shared::statement(is).flags & PREDICATE != 0;
        if predicate || shared::kept(event) {
            return (event, is);
        }
        let next = shared::event(event).map_or(NONE, |event| event.next);
        let Some(found) = shared::event(next) else { return (event, is) };
        // What the event left out had called is left out with it.
        shared::set(Word::At, u64::from(next) - 1);
        (event, is) = (next, found.statement);
    }
}
