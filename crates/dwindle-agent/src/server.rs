//! The fork server: the prepared program, before its own code runs, is copied for each run.

use crate::layout::{End, Mode, NONE, PATH_BYTES, Word};
use crate::shared;
use crate::system::{call, exit, know_own_number, simple, system};

/// The descriptors by which the controller is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// A byte comes from there for each run.
    pub(crate) go: usize,
    /// A byte goes there when it is over, and one when the program is prepared.
    pub(crate) done: usize,
}

/// Serves until the controller is gone. It returns in the copies only, which go on as the program.
pub(crate) fn serve(line: Line) {
    const CHILD_SIGNAL: usize = 17;
    loop {
        say(line);
        let mut byte = 0_u8;
        // SAFETY: one byte is asked for, and there is room for it.
        let got = unsafe { system(call::READ, [line.go, (&raw mut byte) as usize, 1, 0, 0, 0]) };
        if got != 1 {
            exit(0);
        }
        shared::set(Word::End, End::Ran as u64);
        shared::set(Word::At, u64::from(NONE));
        shared::set(Word::Found, u64::from(NONE));
        shared::set(Word::Values, 0);
        shared::set(Word::Signal, 0);
        shared::set(Word::SignalAddress, 0);
        if shared::word(Word::Mode) == Mode::Record as u64 {
            shared::set(Word::Events, 0);
            shared::set(Word::Changes, 0);
            shared::set(Word::Compared, 0);
        }
        let child = simple(call::CLONE, CHILD_SIGNAL, 0, 0);
        if child == 0 {
            begin(line);
            return;
        }
        shared::set(Word::Process, child.cast_unsigned() as u64);
        end_group(child.cast_unsigned());
        let mut status = 0_i32;
        // SAFETY: the status has room for what the kernel writes.
        unsafe { system(call::WAIT4, [child.cast_unsigned(), (&raw mut status) as usize, 0, 0, 0, 0]) };
        shared::set(Word::Process, 0);
        shared::set(Word::Status, u64::from(status.cast_unsigned()));
    }
}

/// Waits until a copy has ended, and ends what it started and left. The copy keeps its number meanwhile.
fn end_group(child: usize) {
    const ONE_PROCESS: usize = 1;
    const EXITED_AND_STAYS: usize = 4 | 0x0100_0000;
    const INTERRUPTED: isize = -4;
    const KILL: usize = 9;
    let how = [ONE_PROCESS, child, 0, EXITED_AND_STAYS, 0, 0];
    // SAFETY: nothing is written, since no place for it is named.
    while unsafe { system(call::WAITID, how) } == INTERRUPTED {}
    simple(call::KILL, child.wrapping_neg(), KILL, 0);
}

/// Tells the controller to look.
pub(crate) fn say(line: Line) {
    let byte = [1_u8];
    simple(call::WRITE, line.done, byte.as_ptr() as usize, 1);
}

/// Dies with the process that started this one.
pub(crate) fn die_with_parent() {
    const PARENT_DEATH_SIGNAL: usize = 1;
    simple(call::PRCTL, PARENT_DEATH_SIGNAL, 9, 0);
}

/// What a copy does first: it has a group of its own, reads its input from the beginning, and knows no controller.
fn begin(line: Line) {
    die_with_parent();
    know_own_number();
    simple(call::SETPGID, 0, 0, 0);
    simple(call::CLOSE, line.go, 0, 0);
    simple(call::CLOSE, line.done, 0, 0);
    if shared::word(Word::Rewind) != 0 {
        simple(call::SEEK, 0, 0, 0);
    }
    for descriptor in [1, 2] {
        let name = shared::place(shared::word(Word::OutputAt) + (descriptor - 1) * PATH_BYTES);
        redirect(name, descriptor);
    }
}

/// Opens a file anew in the place of a descriptor, if it is named.
fn redirect(name: *mut u8, descriptor: u64) {
    const WRITE_CREATE_TRUNCATE_APPEND: usize = 0o3101;
    // SAFETY: there is room for a name, which is empty if it begins with a zero.
    if unsafe { name.read() } == 0 {
        return;
    }
    let file = simple(call::OPEN, name as usize, WRITE_CREATE_TRUNCATE_APPEND, 0o600);
    let Ok(descriptor) = usize::try_from(descriptor) else { return };
    if file >= 0 && file.cast_unsigned() != descriptor {
        simple(call::DUPLICATE, file.cast_unsigned(), descriptor, 0);
        simple(call::CLOSE, file.cast_unsigned(), 0, 0);
    }
}
