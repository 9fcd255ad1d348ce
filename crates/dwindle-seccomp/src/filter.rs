//! The filter that has a process wait in calls that change files: a program of the kernel's packet filter.
//!
//! The kernel runs it on each call but those whose numbers alone let them through, which it finds out once.

use libc::sock_filter;

use crate::calls::{CHANGING, kinds};

/// Where the filter finds the number of a call, the processor it is for, and its arguments (`struct seccomp_data`). Of an argument
/// of 64 bits the lower half, which has the flags, comes first on the processors below.
const NUMBER: u32 = 0;
const PROCESSOR: u32 = 4;
const ARGUMENTS: u32 = 16;

/// What the kernel calls the processor that this is made for.
#[cfg(target_arch = "x86_64")]
const THIS: Option<u32> = Some(0xC000_003E);
#[cfg(target_arch = "aarch64")]
const THIS: Option<u32> = Some(0xC000_00B7);
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const THIS: Option<u32> = None;

/// What the kernel reads of the instructions' codes: load a word, compare, test bits, return.
const LOAD: u16 = 0x20;
const IS: u16 = 0x15;
const HAS: u16 = 0x45;
const RETURN: u16 = 0x06;

const LET_THROUGH: sock_filter = instruction(RETURN, libc::SECCOMP_RET_ALLOW, 0, 0);
const WAIT: sock_filter = instruction(RETURN, libc::SECCOMP_RET_USER_NOTIF, 0, 0);

/// `then` and `or_else` are how many instructions are passed over after a comparison.
const fn instruction(code: u16, k: u32, then: u8, or_else: u8) -> sock_filter {
    sock_filter { code, jt: then, jf: or_else, k }
}

/// The filter; none where this processor's calls are not known.
pub(crate) fn of_changes() -> Option<Vec<sock_filter>> {
    let mut program = vec![
        instruction(LOAD, PROCESSOR, 0, 0),
        instruction(IS, THIS?, 1, 0),
        LET_THROUGH,
        instruction(LOAD, NUMBER, 0, 0),
    ];
    for kind in kinds() {
        let number = u32::try_from(kind.number).ok()?;
        match kind.flags() {
            None => program.extend([instruction(IS, number, 0, 1), WAIT]),
            Some(flags) => program.extend([
                instruction(IS, number, 0, 4),
                instruction(LOAD, ARGUMENTS + 8 * u32::try_from(flags).ok()?, 0, 0),
                instruction(HAS, CHANGING.unsigned_abs(), 0, 1),
                WAIT,
                LET_THROUGH,
            ]),
        }
    }
    program.push(LET_THROUGH);
    Some(program)
}
