//! How a program handles signals: as it wants, but for the one by which breakpoints come. What it wants of that is kept here,
//! and done for those that are not of the agent. These take the place of the library's functions of the same names.

use core::arch::global_asm;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::system::{call, system};

/// The signal of breakpoints.
pub(crate) const TRAP: i32 = 5;

/// What the program wants to be done with breakpoints of its own.
static WANTED: AtomicUsize = AtomicUsize::new(DEFAULT);

const DEFAULT: usize = 0;
const IGNORED: usize = 1;
const WITH_RESTORER: usize = 0x0400_0000;

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

/// Does what the program wants with a breakpoint of its own; `None` where it wants nothing.
pub(crate) fn handle_own(information: *const u8, context: *mut u8) -> Option<()> {
    match WANTED.load(Relaxed) {
        DEFAULT => None,
        IGNORED => Some(()),
        handler => {
            // SAFETY: the program named this function for such a signal.
            unsafe {
                let handler: extern "C" fn(i32, *const u8, *mut u8) = core::mem::transmute(handler);
                handler(TRAP, information, context);
            }
            Some(())
        }
    }
}

/// Changes how a signal is handled, as far as the program may; gives how it was.
fn change(signal: i32, action: Option<Action>) -> Option<Action> {
    let mut before = Action { handler: DEFAULT, flags: 0, restorer: 0, mask: 0 };
    if signal == TRAP {
        before.handler = WANTED.load(Relaxed);
        WANTED.store(action.map_or(before.handler, |action| action.handler), Relaxed);
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
        let flags = action.flags.cast_unsigned() as usize;
        Action { handler: action.handler, flags, restorer: 0, mask: action.mask[0] }
    });
    let Some(was) = change(signal, action) else { return -1 };
    let before = before.cast::<LibraryAction>();
    if !before.is_null() {
        let mut mask = [0; 16];
        mask[0] = was.mask;
        // As the kernel has them, they are never more than the library can have.
        let flags = i32::try_from(was.flags & 0x7fff_ffff).unwrap_or(0);
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
