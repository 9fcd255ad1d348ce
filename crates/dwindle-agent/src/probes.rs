//! Values read before statements, and those read after them, too.

use crate::frames::{self, Frame};
use crate::layout::{Change, Do, Probe, Statement, Step, Value};
use crate::shared;
use crate::system::read_carefully;

/// The registers of the program, as the kernel hands them to a signal handler.
#[derive(Debug)]
#[repr(transparent)]
pub(crate) struct Registers([u64; 23]);

/// Where each register of DWARF's numbering is.
const PLACES: [usize; 16] = [13, 12, 14, 11, 9, 8, 10, 15, 0, 1, 2, 3, 4, 5, 6, 7];

impl Registers {
    /// The stack pointer.
    pub(crate) fn stack(&self) -> u64 {
        self.0[15]
    }

    /// The address of the next instruction.
    pub(crate) fn next(&self) -> u64 {
        self.0[16]
    }

    /// Goes on elsewhere.
    pub(crate) fn go_on_at(&mut self, address: u64) {
        self.0[16] = address;
    }

    fn by_number(&self, number: u32) -> Option<u64> {
        self.0.get(*PLACES.get(number as usize)?).copied()
    }
}

/// Reads all that is to be read before an event, of which it is known that its call is the innermost.
pub(crate) fn read(event: u32, statement: Statement, registers: &Registers) {
    let mut index = statement.probe;
    let first = shared::changes();
    while let Some(probe) = shared::probe(index)
        && shared::statement(probe.statement).address == statement.address
    {
        if probe.watched != 0 && !shared::has_room_for_changes() {
            break;
        }
        let from = address(probe, registers);
        let value = from.and_then(|from| value(from, probe.bytes, registers.stack()));
        let (number, bytes) = (probe.number, probe.bytes);
        if probe.watched == 0 {
            let found = u32::from(value.is_some());
            shared::push_value(Value { event, number, found, bytes, value: value.unwrap_or(0) });
        } else if let Some((address, before)) = from.zip(value) {
            let change = Change { event, number, bytes, ended: 0, address, before, after: 0 };
            shared::set_change(shared::changes(), change);
        }
        index += 1;
    }
    if let Some(frame) = frames::top() {
        frame.changes = (first, shared::changes());
    }
}

/// Reads what became of what is watched, when the event that a call is at has come to its end.
pub(crate) fn read_after(frame: &Frame, stack: u64) {
    for index in frame.changes.0..frame.changes.1 {
        let change = shared::change(index);
        if let Some(after) = value(change.address, change.bytes, stack) {
            shared::set_change(index, Change { ended: 1, after, ..change });
        }
    }
}

/// What stands at a place, if there is one.
fn value(from: u64, bytes: u32, stack: u64) -> Option<u64> {
    if !frames::holds(stack, from, 8) {
        return read_carefully(from, bytes as usize);
    }
    // SAFETY: so much of the stack is in use.
    let value = unsafe { (from as *const u64).read_unaligned() };
    Some(value & u64::MAX.checked_shr(64 - 8 * bytes.min(8)).unwrap_or(0))
}

fn address(probe: Probe, registers: &Registers) -> Option<u64> {
    let mut stack = [0_u64; 8];
    let mut depth = 0;
    for index in 0..probe.steps {
        let Step { action, word, operand } = shared::step(probe.step + index);
        let is = |what: Do| action == what as u32;
        let operand = operand.cast_unsigned();
        if is(Do::Frame) || is(Do::Base) || is(Do::Register) {
            let from = if is(Do::Frame) {
                frames::top()?.floor + 8
            } else if is(Do::Base) {
                shared::base()
            } else {
                registers.by_number(word)?
            };
            *stack.get_mut(depth)? = from.wrapping_add(operand);
            depth += 1;
            continue;
        }
        let uppermost = stack.get_mut(depth.checked_sub(1)?)?;
        if is(Do::Load) {
            *uppermost = load(*uppermost, word)?;
        } else if is(Do::Add) {
            *uppermost = uppermost.wrapping_add(operand);
        } else if is(Do::Multiply) {
            *uppermost = uppermost.wrapping_mul(operand);
        } else {
            let added = *uppermost;
            depth -= 1;
            let below = stack.get_mut(depth.checked_sub(1)?)?;
            *below = below.wrapping_add(added);
        }
    }
    stack.get(depth.checked_sub(1)?).copied()
}

fn load(address: u64, how: u32) -> Option<u64> {
    let (bytes, signed) = if how > 8 { (how - 8, true) } else { (how, false) };
    let value = read_carefully(address, bytes as usize)?;
    let unused = 64 - 8 * bytes.clamp(1, 8);
    Some(if signed { ((value << unused).cast_signed() >> unused).cast_unsigned() } else { value })
}
