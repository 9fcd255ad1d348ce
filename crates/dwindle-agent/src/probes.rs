//! Values read before statements, and those read after them, too.

use crate::frames::{self, Frame};
use crate::layout::{Change, Do, KEPT_BYTES, ONE, Probe, Snapshot, Statement, Step, TO_END, TO_ZERO, Value};
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
        let from = evaluated(probe.step, probe.steps, registers, core::ptr::null());
        let (number, bytes) = (probe.number, probe.bytes);
        if probe.watched == 0 {
            let value = from.and_then(|from| value(from, bytes, registers.stack()));
            let found = u32::from(value.is_some());
            shared::push_value(Value { event, number, found, bytes, value: value.unwrap_or(0) });
        } else if let Some(address) = from
            && let Some(before) = snapshot(probe, address, registers.stack())
        {
            let after = Snapshot::default();
            let change = Change { event, number, probe: index, ended: 0, address, before, after };
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
        let Some(probe) = shared::probe(change.probe) else { continue };
        if let Some(after) = snapshot(probe, change.address, stack) {
            shared::set_change(index, Change { ended: 1, after, ..change });
        }
    }
}

/// What stands at a place, if there is one, with what it leads to.
fn snapshot(probe: Probe, from: u64, stack: u64) -> Option<Snapshot> {
    let mut found = Snapshot::default();
    for (at, word) in (0..probe.bytes).step_by(8).zip(&mut found.value) {
        *word = value(from.wrapping_add(u64::from(at)), (probe.bytes - at).min(8), stack)?;
    }
    if probe.element > 0 {
        found.length = u64::MAX;
        if let Some((length, data)) = led_to(probe, &found.value) {
            (found.length, found.data) = (length, data);
        }
    }
    Some(found)
}

/// What a pointer in a value leads to: its bytes, and the first of them.
fn led_to(probe: Probe, words: &[u64; 4]) -> Option<(u64, [u64; KEPT_BYTES / 8])> {
    let word = |offset: u32| words.get(offset as usize / 8).copied();
    let start = word(probe.pointer)?;
    let element = u64::from(probe.element);
    let mut data = [0; KEPT_BYTES / 8];
    if probe.count == TO_ZERO {
        let mut length = 0;
        for at in 0..KEPT_BYTES {
            let byte = read_carefully(start.wrapping_add(at as u64), 1)?;
            if byte == 0 {
                return Some((length, data));
            }
            *data.get_mut(at / 8)? |= byte << (8 * (at % 8));
            length += 1;
        }
        // More than is kept.
        return Some((length + 1, data));
    }
    let length = match probe.count {
        ONE => element,
        count if count >= TO_END => word(count - TO_END)?.checked_sub(start)?,
        count => word(count)?.checked_mul(element)?,
    };
    // What is longer than any value is garbage.
    let kept = length.min(KEPT_BYTES as u64);
    for (at, place) in (0..kept).step_by(8).zip(&mut data) {
        *place = read_carefully(start.wrapping_add(at), usize::try_from((kept - at).min(8)).ok()?)?;
    }
    Some((length, data))
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

/// What steps come to: as a rule an address.
pub(crate) fn evaluated(first: u32, steps: u32, registers: &Registers, vectors: *const u128) -> Option<u64> {
    let mut stack = [0_u64; 8];
    let mut depth = 0;
    for index in 0..steps {
        let Step { action, word, operand } = shared::step(first + index);
        let is = |what: Do| action == what as u32;
        let operand = operand.cast_unsigned();
        if is(Do::Frame) || is(Do::Base) || is(Do::Register) || is(Do::Vector) {
            let from = if is(Do::Frame) {
                frames::top()?.floor + 8
            } else if is(Do::Base) {
                shared::base()
            } else if is(Do::Vector) {
                if vectors.is_null() || word >= 16 {
                    return None;
                }
                // SAFETY: all 16 of them stand there.
                unsafe { vectors.cast::<u64>().add(2 * word as usize).read_unaligned() }
            } else {
                registers.by_number(word)?
            };
            *stack.get_mut(depth)? = from.wrapping_add(operand);
            depth += 1;
            continue;
        }
        let uppermost = stack.get_mut(depth.checked_sub(1)?)?;
        if is(Do::Load) {
            *uppermost = load(*uppermost, word, registers.stack())?;
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

fn load(address: u64, how: u32, stack: u64) -> Option<u64> {
    let (bytes, signed) = if how > 8 { (how - 8, true) } else { (how, false) };
    let value = value(address, bytes, stack)?;
    let unused = 64 - 8 * bytes.clamp(1, 8);
    Some(if signed { ((value << unused).cast_signed() >> unused).cast_unsigned() } else { value })
}
