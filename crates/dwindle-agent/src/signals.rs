//! How a program handles signals: as it wants, but for those that the agent sees first: breakpoints, and what a program fails
//! by. What it wants of these is kept here, and done. These functions take the place of the library's of the same names.

use core::arch::global_asm;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::system::{call, system};

/// The signal of breakpoints.
pub(crate) const TRAP: i32 = 5;

/// Signals by which a program fails: illegal instruction, abort, bus error, arithmetic, segmentation.
pub(crate) const FAILURES: [i32; 5] = [4, 6, 7, 8, 11];

/// What the program wants to be done with each signal that the agent sees first, and how.
static WANTED: [Wanted; 16] =
    [const { Wanted { handler: AtomicUsize::new(DEFAULT), flags: AtomicUsize::new(0) } }; 16];

/// What a program wants to be done with a signal.
struct Wanted {
    handler: AtomicUsize,
    flags: AtomicUsize,
}

const DEFAULT: usize = 0;
const IGNORED: usize = 1;
const WITH_RESTORER: usize = 0x0400_0000;
const ONCE: usize = 0x8000_0000;

/// What a handler can be, as the kernel has it.
#[derive(Clone, Copy)]
#[repr(C)]
pub(crate) struct Action {
    pub(crate) handler: usize,
    pub(crate) flags: usize,
    pub(crate) restorer: usize,
    pub(crate) mask: u64,
}

// What a handler returns to: the kernel wants it named.
global_asm!(".hidden dwindle_agent_return", "dwindle_agent_return:", "mov eax, 15", "syscall",);

unsafe extern "C" {
    fn dwindle_agent_return();
}

/// What handlers return to.
pub(crate) fn restorer() -> usize {
    dwindle_agent_return as *const () as usize
}

/// The same, as the library has it.
#[repr(C)]
struct LibraryAction {
    handler: usize,
    mask: [u64; 16],
    flags: i32,
    restorer: usize,
}

/// What the program wants to be done with a signal, if the agent sees it first.
fn wanted(signal: i32) -> Option<&'static Wanted> {
    let seen = signal == TRAP || FAILURES.contains(&signal);
    WANTED.get(usize::try_from(signal).ok()?).filter(|_| seen)
}

/// Does what the program wants with a signal; `None` where it wants nothing. What the program itself was the cause of cannot be
/// ignored.
pub(crate) fn handle(signal: i32, information: *const u8, context: *mut u8) -> Option<()> {
    // SAFETY: the kernel passes what it knows of the signal: the third number is positive where nobody sent it.
    let is_sent = unsafe { information.add(8).cast::<i32>().read() } <= 0;
    let wanted = wanted(signal)?;
    match wanted.handler.load(Relaxed) {
        DEFAULT => None,
        IGNORED => is_sent.then_some(()),
        handler => {
            if wanted.flags.load(Relaxed) & ONCE != 0 {
                wanted.handler.store(DEFAULT, Relaxed);
            }
            // SAFETY: the program named this function for such a signal.
            unsafe {
                let handler: extern "C" fn(i32, *const u8, *mut u8) = core::mem::transmute(handler);
                handler(signal, information, context);
            }
            Some(())
        }
    }
}

/// Changes how a signal is handled, as far as the program may; gives how it was.
fn change(signal: i32, action: Option<Action>) -> Option<Action> {
    let mut before = Action { handler: DEFAULT, flags: 0, restorer: 0, mask: 0 };
    if let Some(wanted) = wanted(signal) {
        (before.handler, before.flags) = (wanted.handler.load(Relaxed), wanted.flags.load(Relaxed));
        if let Some(action) = action {
            wanted.handler.store(action.handler, Relaxed);
            wanted.flags.store(action.flags, Relaxed);
        }
        return Some(before);
    }
    let action =
        action.map(|action| Action { flags: action.flags | WITH_RESTORER, restorer: restorer(), ..action });
    let place = action.as_ref().map_or(0, |action| core::ptr::from_ref(action) as usize);
    let signal = signal.cast_unsigned() as usize;
    // SAFETY: the kernel reads the one, if there is one, and writes the other; its set of signals has 8 bytes.
    let result = unsafe { system(call::SIGACTION, [signal, place, (&raw mut before) as usize, 8, 0, 0]) };
    (result == 0).then_some(before)
}

#[cfg_attr(agent, unsafe(no_mangle))]
pub(crate) unsafe extern "C" fn sigaction(signal: i32, action: *const u8, before: *mut u8) -> i32 {
    let action = action.cast::<LibraryAction>();
    // SAFETY: the program passes an action, or a null pointer.
    let action = (!action.is_null()).then(|| unsafe { action.read() });
    let action = action.map(|action| {
        let flags = usize::try_from(action.flags.cast_unsigned()).unwrap_or(0);
        Action { handler: action.handler, flags, restorer: 0, mask: action.mask[0] }
    });
    let Some(was) = change(signal, action) else { return -1 };
    let before = before.cast::<LibraryAction>();
    if !before.is_null() {
        let mut mask = [0; 16];
        mask[0] = was.mask;
        let flags = u32::try_from(was.flags).unwrap_or(0).cast_signed();
        let was = LibraryAction { handler: was.handler, mask, flags, restorer: was.restorer };
        // SAFETY: the program asks for it to be written there.
        unsafe { before.write(was) };
    }
    0
}

#[cfg_attr(agent, unsafe(no_mangle))]
pub(crate) extern "C" fn signal(signal: i32, handler: usize) -> usize {
    const AFTER_IT_CALLS_GO_ON: usize = 0x1000_0000;
    let mask = 1_u64.wrapping_shl(signal.wrapping_sub(1).cast_unsigned());
    let action = Action { handler, flags: AFTER_IT_CALLS_GO_ON, restorer: 0, mask };
    change(signal, Some(action)).map_or(usize::MAX, |before| before.handler)
}

/// Changes which signals are blocked: breakpoints never are.
fn block(how: i32, signals: *const u64, before: *mut u64) -> isize {
    // SAFETY: the program passes a set of signals, or a null pointer.
    let wanted = (!signals.is_null()).then(|| unsafe { signals.read() } & !(1 << (TRAP - 1)));
    let place = wanted.as_ref().map_or(0, |wanted| core::ptr::from_ref(wanted) as usize);
    let how = how.cast_unsigned() as usize;
    // SAFETY: the kernel reads the one set, and writes the other where the program asks for it; sets have 8 bytes.
    unsafe { system(call::SIGPROCMASK, [how, place, before as usize, 8, 0, 0]) }
}

#[cfg_attr(agent, unsafe(no_mangle))]
pub(crate) extern "C" fn sigprocmask(how: i32, signals: *const u64, before: *mut u64) -> i32 {
    if block(how, signals, before) == 0 { 0 } else { -1 }
}

#[cfg_attr(agent, unsafe(no_mangle))]
pub(crate) extern "C" fn pthread_sigmask(how: i32, signals: *const u64, before: *mut u64) -> i32 {
    i32::try_from(block(how, signals, before).wrapping_neg()).unwrap_or(0)
}
